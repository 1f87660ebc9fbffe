import Glibc
import SpanMessage

/// A few threads for work that takes too long for those that read sockets, with a queue that has an end.
public final class BackgroundThreads: Sendable {
  public typealias Work = @Sendable () -> Void

  private let pool: Pool
  private let threads: Locked<[pthread_t]>

  /// - Parameters:
  ///   - threads: that work at the same time, at least one.
  ///   - queueLength: how much may wait beside what is worked on.
  public init(threads: Int = 1, queueLength: Int) {
    let count = min(max(1, threads), 1024)
    pool = Pool(limit: count + max(0, queueLength))
    var started: [pthread_t] = []
    for _ in 0..<count {
      var id = pthread_t()
      let code = unsafe pthread_create(&id, nil, runPool, Unmanaged.passRetained(pool).toOpaque())
      if code == 0 { started.append(id) } else { unsafe Unmanaged.passUnretained(pool).release() }
    }
    self.threads = Locked(started)
    if started.isEmpty { pool.close() }
  }

  deinit { stop() }

  /// Does the work soon, in the order it came. False, and not done at all: too much waits already, or it is over.
  public func run(_ work: @escaping Work) -> Bool { pool.take(work) }

  /// Lets go of what waits, and returns when what is worked on is done.
  public func stop() {
    pool.close()
    let all = threads.withLock { threads in
      defer { threads = [] }
      return threads
    }
    for _ in all { pool.ring() }
    for id in all {
      // The last owner may have been the work itself.
      if pthread_equal(id, pthread_self()) != 0 { pthread_detach(id) } else { pthread_join(id, nil) }
    }
  }
}

/// What waits to be done, shared by those who bring it and the threads that do it.
@safe
private final class Pool: @unchecked Sendable {
  private struct State {
    var waiting: [BackgroundThreads.Work] = []
    var running = 0
    var isClosed = false
  }

  private let limit: Int
  private let state = Locked(State())
  /// Counts what waits, and the threads that are to end.
  private let bell: UnsafeMutablePointer<sem_t>

  init(limit: Int) {
    self.limit = limit
    unsafe bell = .allocate(capacity: 1)
    unsafe bell.initialize(to: sem_t())
    unsafe sem_init(bell, 0, 0)
  }

  deinit {
    unsafe sem_destroy(bell)
    unsafe bell.deallocate()
  }

  func take(_ work: @escaping BackgroundThreads.Work) -> Bool {
    let isTaken = state.withLock { state in
      guard !state.isClosed, state.waiting.count + state.running < limit else { return false }
      state.waiting.append(work)
      return true
    }
    if isTaken { ring() }
    return isTaken
  }

  func ring() { unsafe sem_post(bell) }

  func close() {
    // Let go of outside the lock: that may run somebody's deinit.
    let left = state.withLock { state in
      state.isClosed = true
      defer { state.waiting = [] }
      return state.waiting
    }
    withExtendedLifetime(left) {}
  }

  /// Works until there is nothing more to come.
  func work() {
    while true {
      while unsafe sem_wait(bell) != 0 {}  // interrupted by a signal
      let (work, isClosed) = state.withLock { state -> (BackgroundThreads.Work?, Bool) in
        guard !state.waiting.isEmpty else { return (nil, state.isClosed) }
        state.running += 1
        return (state.waiting.removeFirst(), false)
      }
      if isClosed { return }
      guard let work else { continue }
      work()
      state.withLock { $0.running -= 1 }
    }
  }
}

private func runPool(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context = unsafe context { unsafe Unmanaged<Pool>.fromOpaque(context).takeRetainedValue().work() }
  return nil
}
