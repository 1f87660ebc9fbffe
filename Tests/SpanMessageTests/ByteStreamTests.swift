import SpanMessage
import Testing

@Suite("Bodies made over time")
struct ByteStreamTests {
  private final class Sleeper: StreamConsumer {
    private let log = Locked<[String]>([])
    var calls: [String] { log.withLock { $0 } }
    func sleep() { log.withLock { $0.append("sleep") } }
    func wake() { log.withLock { $0.append("wake") } }
    func cut() { log.withLock { $0.append("cut") } }
  }

  private func take(_ stream: ByteStream, upTo size: Int = 100) -> (ByteStream.Portion, String) {
    var bytes: [UInt8] = []
    let portion = stream.take(upTo: size) { chunk, range in unsafe bytes += chunk.bytes[range] }
    return (portion, String(decoding: bytes, as: UTF8.self))
  }

  @Test("portions are cut where there is no more room, across chunks too")
  func portions() {
    let stream = ByteStream()
    for text in ["abc", "", "defg", "h"] { #expect(stream.push(ByteBuffer(text))) }
    #expect(stream.pending == 8)
    #expect(take(stream, upTo: 2) == (.bytes(2), "ab"))
    #expect(take(stream, upTo: 3) == (.bytes(3), "cde"))
    #expect(stream.pending == 3)
    stream.finish()
    #expect(stream.isOver && stream.pending == 3 && !stream.push([1]))
    #expect(take(stream) == (.bytes(3), "fgh"))
    #expect(take(stream) == (.end, ""))
  }

  @Test("who finds nothing sleeps and is woken once, by the first push or the end")
  func sleeping() {
    let stream = ByteStream()
    let sleeper = Sleeper()
    #expect(stream.attach(sleeper) && !stream.attach(Sleeper()))
    stream.push([1])
    #expect(sleeper.calls.isEmpty)
    #expect(take(stream).0 == .bytes(1) && take(stream).0 == .nothing)
    stream.push([2])
    stream.push([3])
    #expect(sleeper.calls == ["sleep", "wake"])
    #expect(take(stream).0 == .bytes(2) && take(stream).0 == .nothing)
    stream.finish()
    #expect(take(stream).0 == .end)
    #expect(sleeper.calls == ["sleep", "wake", "sleep", "wake"])
  }

  @Test("beyond the capacity it is dropped, and what waited is let go of")
  func capacity() {
    let stream = ByteStream(capacity: 4)
    let sleeper = Sleeper()
    _ = stream.attach(sleeper)
    #expect(stream.push([1, 2, 3]) && stream.push([4]) && !stream.push([5]))
    #expect(stream.isOver && stream.pending == 0 && !stream.push([]))
    #expect(sleeper.calls == ["cut"])
    #expect(take(stream).0 == .broken)
  }

  @Test("one who is asked may push there and then, and nobody sleeps")
  func demand() {
    let stream = ByteStream()
    let sleeper = Sleeper()
    _ = stream.attach(sleeper)
    stream.whenDrained { stream.push([7]) }
    #expect(take(stream).0 == .bytes(1) && take(stream).0 == .bytes(1))
    #expect(sleeper.calls.isEmpty)
    stream.close()
  }

  @Test("once it was closed it holds on to nobody, not even those that hold on to it")
  func letGo() {
    weak var left: ByteStream?
    do {
      let stream = ByteStream()
      left = stream
      stream.whenDrained { stream.finish() }
      stream.whenEnded { stream.finish() }
      stream.push([1])
      stream.close()
    }
    #expect(left == nil)
  }

  @Test("the end is told once, never by push or finish, and to those who ask late at once")
  func ends() {
    let stream = ByteStream(capacity: 1)
    let ends = Locked(0)
    stream.whenEnded { ends.withLock { $0 += 1 } }
    stream.push([1, 2])
    stream.finish()
    #expect(ends.withLock { $0 } == 0)
    stream.close()
    stream.close()
    #expect(ends.withLock { $0 } == 1 && stream.isOver)
    stream.whenEnded { ends.withLock { $0 += 1 } }
    #expect(ends.withLock { $0 } == 2)
  }
}
