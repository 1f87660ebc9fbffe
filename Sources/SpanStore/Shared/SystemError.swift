import Glibc

/// What the system says when a call fails.
enum SystemError {
  static func text(_ code: CInt) -> String { unsafe String(cString: strerror(code)) }

  /// Of the last call.
  static var last: String { text(errno) }
}
