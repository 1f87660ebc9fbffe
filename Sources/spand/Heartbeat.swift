import Glibc
import SpanMessage

/// Calls for something at even intervals, on a thread of its own.
final class Heartbeat: Sendable {
  private let isOver = Locked(false)
  private let interval: Duration
  private let beat: @Sendable () -> Void

  init(every interval: Duration, _ beat: @escaping @Sendable () -> Void) {
    self.interval = interval
    self.beat = beat
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<Heartbeat>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    if code == 0 { pthread_detach(thread) } else { unsafe Unmanaged.passUnretained(self).release() }
  }

  func stop() { isOver.withLock { $0 = true } }

  private func run() {
    let step = Duration.milliseconds(50)
    var waited = Duration.zero
    while !isOver.withLock({ $0 }) {
      usleep(useconds_t(step / .microseconds(1)))
      waited += step
      guard waited >= interval else { continue }
      waited = .zero
      beat()
    }
  }
}
