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

  /// Replaces a file, or makes it, all at once and for its owner alone unless it was there with another mode.
  static func write(_ bytes: [UInt8], to path: String) throws(Fault) {
    var status = stat()
    let mode = unsafe stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o600
    let draft = "\(path).new"
    let file = unsafe open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
      guard written > 0 else { throw .last }
      rest = rest.dropFirst(written)
    }
    guard fsync(file) == 0, unsafe rename(draft, path) == 0 else { throw .last }
  }

  struct Fault: Error {
    let reason: String

    fileprivate static var last: Fault { Fault(reason: unsafe String(cString: strerror(errno))) }
  }
}
