import Glibc

/// The process environment.
enum Environment {
  static subscript(name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}

/// Small text files.
enum TextFile {
  /// The first `limit` bytes; nil when it cannot be read.
  static func read(_ path: String, limit: Int) -> String? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      count = unsafe max(0, Glibc.read(file, buffer.baseAddress, limit))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Lines for people who start the service.
enum Terminal {
  static func output(_ text: String) { _ = write(text, to: STDOUT_FILENO) }
  static func error(_ text: String) { _ = write(text, to: STDERR_FILENO) }

  /// What a command was run for.
  /// - Returns: the exit code: it is no success where not all of it was taken.
  static func result(_ text: String) -> CInt {
    if write(text, to: STDOUT_FILENO) { return 0 }
    error("spand: the standard output does not take the result: \(unsafe String(cString: strerror(errno)))")
    return ExitCode.unavailable
  }

  /// - Returns: whether all of it was taken.
  private static func write(_ text: String, to file: CInt) -> Bool {
    var bytes = Array((text + "\n").utf8)[...]
    while !bytes.isEmpty {
      let written = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
      guard written > 0 else { return false }
      bytes = bytes.dropFirst(written)
    }
    return true
  }
}

/// Exit codes of sysexits(3).
enum ExitCode {
  /// EX_DATAERR: a file holds something else than it should.
  static let dataError: CInt = 65
  /// EX_UNAVAILABLE: the port is taken, the service does not answer.
  static let unavailable: CInt = 69
  /// EX_CONFIG: an option makes no sense.
  static let configuration: CInt = 78
}
