import SpanMessage
import SpanStore
import Testing

@Suite("The queue of a SQLite store")
struct AppendQueueTests {
  private func isFull(_ fault: StoreFault?) -> Bool {
    guard case .unavailable(let reason) = fault else { return false }
    return reason.hasPrefix("too much waits to be written")
  }

  @Test("takes so many appends and no more")
  func appends() {
    let queue = AppendQueue(waiting: .init(appends: 3, bytes: 1 << 20))
    for _ in 0..<3 { #expect(queue.add(.create("a")) { _ in } == nil) }
    #expect(isFull(queue.add(.create("a")) { _ in }))
  }

  @Test("takes so many bytes and no more, but one append of any size")
  func bytes() {
    var large = Append.create("a")
    large.summary = [UInt8](repeating: 1, count: 10_000)
    let queue = AppendQueue(waiting: .init(appends: 99, bytes: 5_000))
    #expect(queue.add(large) { _ in } == nil)
    #expect(isFull(queue.add(.create("a")) { _ in }))
  }

  @Test("takes nothing when it is closed")
  func closed() {
    let queue = AppendQueue()
    queue.close()
    #expect(queue.add(.create("a")) { _ in } == .unavailable("the store is closed"))
  }
}
