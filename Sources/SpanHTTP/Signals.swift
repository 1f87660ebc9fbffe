import Glibc

/// Signals taken by waiting for them instead of by a handler.
///
/// Block them before the first thread starts: threads inherit the mask, so that no thread but the waiting one gets them.
public struct Signals: Sendable {
  /// What asks a service to stop: SIGTERM and SIGINT.
  public static let termination = Signals([SIGTERM, SIGINT])

  /// With what asks it to read its files anew.
  public static let terminationAndHangUp = Signals([SIGTERM, SIGINT, SIGHUP])

  private let numbers: [CInt]

  public init(_ numbers: [CInt]) { self.numbers = numbers }

  /// Keeps them pending from now on, for this thread and those it starts.
  public func block() {
    var set = makeSet()
    _ = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Waits for one of them; nil if none came within `timeout`.
  public func wait(for timeout: Duration? = nil) -> CInt? {
    var set = makeSet()
    guard let timeout else {
      var number: CInt = 0
      return unsafe sigwait(&set, &number) == 0 ? number : nil
    }
    let deadline = ContinuousClock.now + timeout
    while true {
      let left = max(.zero, deadline - .now).components
      var time = timespec(tv_sec: Int(left.seconds), tv_nsec: Int(left.attoseconds / 1_000_000_000))
      let number = unsafe sigtimedwait(&set, nil, &time)
      if number > 0 { return number }
      guard errno == EINTR else { return nil }
    }
  }

  private func makeSet() -> sigset_t {
    var set = sigset_t()
    _ = unsafe sigemptyset(&set)
    for number in numbers { _ = unsafe sigaddset(&set, number) }
    return set
  }
}
