import Glibc
import SpanMessage

/// The thread that writes: takes what waits in the queue, commits it, tells those who wait.
final class WriterThread: Sendable {
  private let thread: Locked<pthread_t?>

  /// Starts it. It ends when `queue` was closed and is empty.
  init(_ writing: sending Writing) throws(StoreOpeningError) {
    var id = pthread_t()
    let code = unsafe pthread_create(&id, nil, runWriting, Unmanaged.passRetained(writing).toOpaque())
    guard code == 0 else {
      unsafe Unmanaged.passUnretained(writing).release()
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

private func runWriting(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context = unsafe context { unsafe Unmanaged<Writing>.fromOpaque(context).takeRetainedValue().run() }
  return nil
}
