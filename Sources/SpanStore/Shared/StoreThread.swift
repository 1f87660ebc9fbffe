import Glibc
import SpanMessage

/// A thread that belongs to a store.
final class StoreThread: Sendable {
  private let thread: Locked<pthread_t?>

  /// Starts it. It ends when `body` returns.
  init(_ body: sending @escaping () -> Void) throws(StoreOpeningError) {
    var id = pthread_t()
    let body = unsafe Unmanaged.passRetained(Body(body))
    let code = unsafe pthread_create(&id, nil, runBody, body.toOpaque())
    guard code == 0 else {
      unsafe body.release()
      throw StoreOpeningError("no thread for the store: \(SystemError.text(code))")
    }
    thread = Locked(id)
  }

  /// Returns when it has ended.
  func join() {
    let id = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    guard let id else { return }
    // The last owner of the store may have been a completion.
    if pthread_equal(id, pthread_self()) != 0 { pthread_detach(id) } else { pthread_join(id, nil) }
  }
}

private final class Body {
  let run: () -> Void

  init(_ run: @escaping () -> Void) { self.run = run }
}

private func runBody(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context = unsafe context { unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
  return nil
}
