import Glibc
import Testing

/// A directory of its own for a test, gone with it.
final class ScratchDirectory {
  let path = "/tmp/span-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"

  init() throws { try #require(unsafe mkdir(path, 0o700) == 0) }

  deinit {
    for name in names { _ = unsafe unlink("\(path)/\(name)") }
    _ = unsafe rmdir(path)
  }

  /// The files in it.
  var names: [String] {
    guard let directory = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Writes a file; its path.
  func file(_ name: String, _ text: String) throws -> String {
    try write(Array(text.utf8), to: "\(path)/\(name)", at: 0)
    return "\(path)/\(name)"
  }

  /// Replaces bytes of a file, which is made if it is not there.
  func write(_ bytes: [UInt8], to file: String, at place: Int) throws {
    let descriptor = unsafe open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let count = unsafe bytes.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(place)) }
    try #require(count == bytes.count)
  }
}
