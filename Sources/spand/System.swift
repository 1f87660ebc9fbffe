import Glibc

/// The process environment.
enum Environment {
  static subscript(name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}

/// How many processors this process may use.
enum Processors {
  /// The CPU quota of the control group, rounded up, else the cores it may run on; at least one.
  static var available: Int {
    let cores = max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))
    guard let line = TextFile.read("/sys/fs/cgroup/cpu.max", limit: 64) else { return cores }
    // "max 100000" or "150000 100000": microseconds per period.
    let words = line.split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let quota = Double(words[0]), let period = Double(words[1]), quota > 0, period > 0 else {
      return cores
    }
    return max(1, min(cores, Int(exactly: (quota / period).rounded(.up)) ?? cores))
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
  static func output(_ text: String) { write(text, to: STDOUT_FILENO) }
  static func error(_ text: String) { write(text, to: STDERR_FILENO) }

  private static func write(_ text: String, to file: CInt) {
    var bytes = Array((text + "\n").utf8)[...]
    while !bytes.isEmpty {
      let written = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
      guard written > 0 else { return }
      bytes = bytes.dropFirst(written)
    }
  }
}

/// Exit codes of sysexits(3).
enum ExitCode {
  /// EX_UNAVAILABLE: the port is taken, the service does not answer.
  static let unavailable: CInt = 69
  /// EX_CONFIG: an option makes no sense.
  static let configuration: CInt = 78
}
