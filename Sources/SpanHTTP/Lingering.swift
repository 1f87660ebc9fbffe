import Glibc

/// A socket whose other side may still be sending: it said that nothing more will come from here, and it throws away
/// what it reads until the other side has closed too, or had its share of time and bytes.
///
/// Times are those of threads that do not wait for each other: "now" may be earlier than what was noted before.
package final class Lingering {
  private static let longest: UInt64 = 10_000  // ms
  private static let longestSilence: UInt64 = 2_000  // ms

  let descriptor: CInt
  private var bytes: Int
  private let end: UInt64
  /// Until when it may stay silent.
  private var patience: UInt64

  /// Holds on to the socket behind `descriptor`, which the caller goes on to close. nil if there is no descriptor left.
  package init?(_ descriptor: CInt, bytes: Int, now: UInt64) {
    self.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    self.bytes = bytes
    end = now + Self.longest
    patience = now + Self.longestSilence
    guard self.descriptor >= 0 else { return nil }
    shutdown(self.descriptor, CInt(SHUT_WR))
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Reads what came; whether the socket can be closed.
  package func isDone(_ now: UInt64) -> Bool {
    guard now < end else { return true }
    // In turns, so that one fast sender does not keep the others waiting.
    for _ in 0..<16 {
      // The socket does not block: the parser set it so. MSG_TRUNC: the kernel throws the bytes away without a copy.
      let count = recv(descriptor, nil, 1 << 20, CInt(MSG_TRUNC))
      guard count > 0 else { return count == 0 || errno != EAGAIN || now > patience }
      patience = now + Self.longestSilence
      bytes -= count
      if bytes < 0 { return true }
    }
    return false
  }
}
