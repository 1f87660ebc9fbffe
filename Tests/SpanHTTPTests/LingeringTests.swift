import Glibc
import SpanHTTP
import Testing

@Suite("Connections that run dry")
struct LingeringTests {
  /// Both ends of a TCP connection; what is to linger does not block.
  private final class Pair {
    let here: CInt
    let there: RawClient

    init() throws {
      let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
      defer { close(listener) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let code = unsafe withUnsafeMutablePointer(to: &address) {
        unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe bind(listener, $0, size) + listen(listener, 1) + getsockname(listener, $0, &size)
        }
      }
      try #require(code == 0)
      there = try RawClient(port: UInt16(bigEndian: address.sin_port))
      here = accept(listener, nil, nil)
      try #require(fcntl(here, F_SETFL, O_NONBLOCK) == 0)
    }

    deinit { close(here) }

    func send(_ count: Int) throws { try there.send([UInt8](repeating: 0, count: count)) }
  }

  @Test("end after two seconds of silence, which begin anew with all that comes")
  func silence() throws {
    let pair = try Pair()
    let lingering = try #require(Lingering(pair.here, bytes: 1000, now: 10_000))
    #expect(!lingering.isDone(12_000))
    try pair.send(10)
    #expect(!lingering.isDone(12_100))
    #expect(!lingering.isDone(14_100))
    #expect(lingering.isDone(14_101))
  }

  @Test("are looked at by a thread whose clock was read before they began")
  func earlier() throws {
    let pair = try Pair()
    let lingering = try #require(Lingering(pair.here, bytes: 1000, now: 10_000))
    #expect(!lingering.isDone(9_996))
    #expect(!lingering.isDone(0))
  }

  @Test("end with their bytes, after ten seconds in any case, and when the other side is gone")
  func ends() throws {
    let talking = try Pair()
    let gone = try Pair()
    let wordy = try #require(Lingering(talking.here, bytes: 9, now: 0))
    try talking.send(10)
    #expect(wordy.isDone(1))
    let steady = try #require(Lingering(talking.here, bytes: 1000, now: 0))
    for second in 1..<10 {
      try talking.send(1)
      #expect(!steady.isDone(UInt64(second) * 1000))
    }
    try talking.send(1)
    #expect(steady.isDone(10_000))
    let left = try #require(Lingering(gone.here, bytes: 1000, now: 0))
    gone.there.shut()
    #expect(left.isDone(1))
  }
}
