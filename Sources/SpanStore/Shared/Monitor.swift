import Glibc

/// A value behind a lock, and a place for threads to wait until there is something to do with it.
///
/// Lock and condition are pthread's, as in `Locked`: thread sanitizer sees them.
@safe
final class Monitor<Value>: @unchecked Sendable {
  // At addresses of their own: they must not move.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var value: Value

  init(_ value: sending Value) {
    self.value = value
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe condition = .allocate(capacity: 1)
    unsafe condition.initialize(to: pthread_cond_t())
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(condition, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe condition.deallocate()
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  func read<Result>(_ body: (Value) -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body(value)
  }

  /// Changes the value and wakes those who wait.
  func change<Result>(_ body: (inout Value) -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    let result = body(&value)
    unsafe pthread_cond_broadcast(condition)
    return result
  }

  /// Asks `body` now and after each change until it gives something; nil: it did not until the deadline.
  func wait<Result>(until deadline: Uptime, _ body: (inout Value) -> Result?) -> Result? {
    var time = deadline.timespec
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      guard unsafe pthread_cond_timedwait(condition, mutex, &time) != ETIMEDOUT else { return body(&value) }
    }
  }
}
