import Glibc

/// Files that an operator names.
enum InputFile {
  /// All of a file of at most `limit` bytes.
  /// - Throws: what the system says, or that it is larger.
  static func read(_ path: String, limit: Int) throws(Fault) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      var result = 0
      bytes += unsafe [UInt8](unsafeUninitializedCapacity: min(64 << 10, limit + 1 - bytes.count)) { buffer, count in
        result = unsafe Glibc.read(file, buffer.baseAddress, buffer.count)
        count = max(0, result)
      }
      guard result >= 0 else { throw .last }
      if result == 0 { return bytes }
    }
    throw Fault(reason: "larger than \(limit) bytes")
  }

  /// Replaces a file all at once, and leaves it to those it is for; or makes it, for its owner alone.
  static func write(_ bytes: [UInt8], to path: String) throws(Fault) {
    let path = target(of: path)
    let draft = "\(path).new"
    let file = unsafe open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    do throws(Fault) {
      try takeOver(from: path, to: file)
      try write(bytes, to: file)
      guard fsync(file) == 0, unsafe rename(draft, path) == 0 else { throw .last }
    } catch {
      _ = unsafe unlink(draft)
      throw error
    }
    // Only with it is the name as durable as what is in the file.
    let directory = try openDirectory(of: path)
    defer { close(directory) }
    guard fsync(directory) == 0 else { throw .last }
  }

  /// Waits until nobody else who asks for it is at files of the same directory; that ends when what it returns is
  /// closed.
  static func lockDirectory(of path: String) throws(Fault) -> CInt {
    let directory = try openDirectory(of: target(of: path))
    guard flock(directory, LOCK_EX) == 0 else { throw .last }
    return directory
  }

  private static func openDirectory(of path: String) throws(Fault) -> CInt {
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? "."
    let directory = unsafe open(String(name), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw .last }
    return directory
  }

  /// Where a link leads.
  private static func target(of path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// Owner, group and mode, if the file is there.
  private static func takeOver(from path: String, to file: CInt) throws(Fault) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return }
    guard fchown(file, status.st_uid, status.st_gid) == 0, fchmod(file, status.st_mode & 0o777) == 0 else {
      throw .last
    }
  }

  private static func write(_ bytes: [UInt8], to file: CInt) throws(Fault) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
      guard written > 0 else { throw .last }
      rest = rest.dropFirst(written)
    }
  }

  struct Fault: Error {
    let reason: String

    fileprivate static var last: Fault { Fault(reason: unsafe String(cString: strerror(errno))) }
  }
}
