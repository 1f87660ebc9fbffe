import SpanHTTP
import Testing

@Suite("The life of a server, without one")
struct LifecycleTests {
  private func finishing(at now: UInt64 = 1000, within time: UInt64 = 5000) -> Lifecycle {
    var life = Lifecycle()
    _ = life.start(port: 80)
    life.beginDrain()
    _ = life.beginFinish(now: now, within: time)
    return life
  }

  @Test("goes idle, serving, draining, finishing, stopped")
  func order() {
    var life = Lifecycle()
    #expect(life.port == nil && !life.isDraining)
    #expect(life.start(port: 80) == true)
    #expect(life == .serving(port: 80))
    life.beginDrain()
    #expect(life.port == 80 && life.isDraining)
    #expect(life.beginFinish(now: 7, within: 10) == true)
    #expect(life == .finishing(since: 7, deadline: 17))
    life.stop(cut: 2)
    #expect(life == .stopped(cut: 2))
    #expect(life.isDraining && life.port == nil)
  }

  @Test("starts once, finishes once, and drains only while it serves")
  func refusals() {
    var life = Lifecycle()
    life.beginDrain()
    #expect(life == .idle)
    #expect(life.beginFinish(now: 0, within: 1) == false)
    #expect(life.start(port: 80) == true)
    #expect(life.start(port: 81) == false)
    #expect(life.beginFinish(now: 0, within: 1) == true)
    #expect(life.beginFinish(now: 0, within: 100) == false)
    #expect(life.start(port: 80) == false)
    life.beginDrain()
    #expect(life == .finishing(since: 0, deadline: 1))
    life.stop(cut: 0)
    #expect(life.start(port: 80) == false)
  }

  @Test("is done when the last connection is gone, once those have shown that came a moment before")
  func noConnections() {
    let quiet = Lifecycle.quietPeriod
    #expect(!finishing().isDone(Load(lastBegin: 900), now: 1000 + quiet - 1))
    #expect(finishing().isDone(Load(lastBegin: 900), now: 1000 + quiet))
    // However late the last request of it came.
    #expect(finishing().isDone(Load(lastBegin: 2000), now: 2001))
    #expect(!finishing().isDone(Load(connections: 1, lastBegin: 2000), now: 2001))
  }

  @Test("waits for requests until the deadline, and no longer")
  func requests() {
    let load = Load(connections: 2, requests: 1, lastBegin: 900)
    #expect(!finishing().isDone(load, now: 5999))
    #expect(finishing().isDone(load, now: 6000))
  }

  @Test("lets idle connections go once no request came for the quiet period")
  func quiet() {
    let quiet = Lifecycle.quietPeriod
    let before = Load(connections: 2, lastBegin: 900)
    #expect(!finishing().isDone(before, now: 1000 + quiet - 1))
    #expect(finishing().isDone(before, now: 1000 + quiet))
    let after = Load(connections: 2, lastBegin: 2000)
    #expect(!finishing().isDone(after, now: 2000 + quiet - 1))
    #expect(finishing().isDone(after, now: 2000 + quiet))
  }

  @Test("a deadline of nothing is over at once")
  func noTime() {
    #expect(finishing(within: 0).isDone(Load(connections: 9, requests: 9), now: 1000))
  }
}
