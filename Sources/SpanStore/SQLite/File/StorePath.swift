import Glibc

/// Where a store is: absolute and without links, so that whoever gets there on another way finds the same lock.
struct StorePath {
  let path: String

  /// Of a file that may not be there yet, in a directory that is.
  init(_ name: String) throws(StoreOpeningError) {
    guard !name.isEmpty, !name.utf8.contains(0), name.utf8.last != UInt8(ascii: "/") else {
      throw StoreOpeningError("\"\(name)\" is not the name of a file")
    }
    if let path = Self.real(name) {
      self.path = path
    } else {
      let (directory, file) = Self.split(name)
      guard let path = Self.real(directory) else {
        throw StoreOpeningError("\(name) cannot be opened: \(SystemError.last)")
      }
      self.path = (path == "/" ? "" : path) + "/" + file
    }
    try checkKind()
  }

  /// Makes the directory that the file is to be in, for its owner alone.
  static func makeDirectory(of name: String) throws(StoreOpeningError) {
    try makeDirectory(split(name).directory)
  }

  /// Makes the file, for its owner alone.
  /// - Throws: also when it is there already.
  func makeFile() throws(StoreOpeningError) {
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StoreOpeningError("\(path) cannot be created: \(SystemError.last)") }
    close(descriptor)
  }

  /// Makes the name of the file as durable as what is in it.
  func syncDirectory() throws(StoreOpeningError) { try Self.syncDirectory(Self.split(path).directory) }

  var exists: Bool { unsafe access(path, F_OK) == 0 }

  private func checkKind() throws(StoreOpeningError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      if errno == ENOENT { return }
      throw StoreOpeningError("\(path) cannot be opened: \(SystemError.last)")
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw StoreOpeningError("\(path) is a directory")
    default: throw StoreOpeningError("\(path) is not a regular file")
    }
  }

  private static func makeDirectory(_ directory: String) throws(StoreOpeningError) {
    guard unsafe access(directory, F_OK) != 0 else { return }
    try makeDirectory(split(directory).directory)
    guard unsafe mkdir(directory, 0o700) == 0 || errno == EEXIST else {
      throw StoreOpeningError("\(directory) cannot be created: \(SystemError.last)")
    }
    try syncDirectory(split(directory).directory)
  }

  private static func syncDirectory(_ directory: String) throws(StoreOpeningError) {
    let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    guard descriptor >= 0, fsync(descriptor) == 0 else {
      throw StoreOpeningError("\(directory) cannot be synced: \(SystemError.last)")
    }
  }

  private static func split(_ path: String) -> (directory: String, file: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let directory = slash == path.startIndex ? "/" : String(path[..<slash])
    return (directory, String(path[path.utf8.index(after: slash)...]))
  }

  private static func real(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }
}
