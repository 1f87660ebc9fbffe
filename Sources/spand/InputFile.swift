import Glibc

/// Files that an operator names.
enum InputFile {
  /// The first `limit` bytes.
  /// - Throws: what the system says.
  static func read(_ path: String, limit: Int) throws(Fault) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Fault() }
    defer { close(file) }
    var bytes: [UInt8] = []
    while bytes.count < limit {
      var result = 0
      bytes += unsafe [UInt8](unsafeUninitializedCapacity: min(64 << 10, limit - bytes.count)) { buffer, count in
        result = unsafe Glibc.read(file, buffer.baseAddress, buffer.count)
        count = max(0, result)
      }
      guard result >= 0 else { throw Fault() }
      if result == 0 { break }
    }
    return bytes
  }

  struct Fault: Error {
    let reason = unsafe String(cString: strerror(errno))
  }
}
