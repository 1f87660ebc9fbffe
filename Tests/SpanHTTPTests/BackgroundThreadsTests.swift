import Glibc
import SpanHTTP
import SpanMessage
import Testing

@Suite("Background threads")
struct BackgroundThreadsTests {
  /// Work that a test lets go on.
  private final class Gate: Sendable {
    private let state = Locked((isOpen: false, started: 0, done: 0))
    var started: Int { state.withLock { $0.started } }
    var done: Int { state.withLock { $0.done } }
    func open() { state.withLock { $0.isOpen = true } }
    func pass() {
      state.withLock { $0.started += 1 }
      while !state.withLock({ $0.isOpen }) { usleep(1000) }
      state.withLock { $0.done += 1 }
    }
  }

  @Test("take what fits on the threads and in the queue, and no more")
  func bounded() {
    let background = BackgroundThreads(threads: 2, queueLength: 3)
    let gate = Gate()
    for _ in 0..<5 { #expect(background.run { gate.pass() }) }
    eventually { gate.started == 2 }
    #expect(!background.run { gate.pass() })
    gate.open()
    eventually { gate.done == 5 }
    eventually { background.run {} }
    background.stop()
    #expect(gate.done == 5)
  }

  @Test("one thread does the work in the order it came")
  func order() {
    let background = BackgroundThreads(queueLength: 100)
    let order = Locked<[Int]>([])
    for index in 0..<100 { #expect(background.run { order.withLock { $0.append(index) } }) }
    eventually { order.withLock { $0.count } == 100 }
    #expect(order.withLock { $0 } == Array(0..<100))
  }

  @Test("stopping waits for what is worked on, lets go of the rest, and takes nothing more")
  func stop() {
    let background = BackgroundThreads(threads: 1, queueLength: 5)
    let gate = Gate()
    for _ in 0..<3 { #expect(background.run { gate.pass() }) }
    eventually { gate.started == 1 }
    let opener = Background {
      usleep(100_000)
      gate.open()
    }
    background.stop()
    #expect(gate.done == 1)
    #expect(!background.run {})
    background.stop()
    opener.join()
  }

  @Test("an answer whose work was let go of is a 500, not silence")
  func letGo() {
    let background = BackgroundThreads(threads: 1, queueLength: 5)
    let gate = Gate()
    #expect(background.run { gate.pass() })
    eventually { gate.started == 1 }
    let awaited: Awaited
    do {
      let deferred = Deferred()
      awaited = deferred.awaited
      #expect(background.run { deferred.complete(with: Response(status: 200)) })
    }
    #expect(awaited.outcome == nil)
    gate.open()
    background.stop()
    switch awaited.outcome {
    case .dropped, .response: break
    case .overdue, .stopping, nil: Issue.record("still waited for")
    }
  }

  @Test("the last owner may be the work itself")
  func ownedByWork() {
    let isDone = Locked(false)
    do {
      let background = BackgroundThreads(queueLength: 1)
      #expect(
        background.run {
          usleep(50_000)
          _ = background
          isDone.withLock { $0 = true }
        })
    }
    eventually { isDone.withLock { $0 } }
    usleep(20_000)
  }

  @Test("from many threads at once, nothing is lost and nothing is done twice")
  func crowd() {
    let background = BackgroundThreads(threads: 3, queueLength: 10)
    let counts = Locked((taken: 0, done: 0))
    let threads = (0..<8).map { _ in
      Background {
        for _ in 0..<500 where background.run({ counts.withLock { $0.done += 1 } }) {
          counts.withLock { $0.taken += 1 }
        }
      }
    }
    for thread in threads { thread.join() }
    eventually { counts.withLock { $0.done == $0.taken } }
    background.stop()
    #expect(counts.withLock { $0.taken } > 0)
  }
}
