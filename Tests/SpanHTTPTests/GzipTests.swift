import CZlib
import Glibc
import SpanHTTP
import SpanMessage
import Testing

@Suite("gzip request bodies")
struct GzipTests {
  private func post(_ body: [UInt8], _ fields: String = "Content-Encoding: gzip\r\n", port: UInt16) throws -> Answer {
    let client = try RawClient(port: port)
    try client.send("POST /x HTTP/1.1\r\nHost: a\r\n\(fields)Content-Length: \(body.count)\r\n\r\n")
    try client.send(body)
    return try client.answer()
  }

  @Test("is unpacked, also in several members", arguments: ["gzip", "GZIP", "x-gzip"])
  func unpacks(name: String) throws {
    try withServer { server, _ in
      let field = "Content-Encoding: \(name)\r\n"
      let bodies = [packed("hello world"), packed("hello ") + packed("world"), packed("") + packed("hello world")]
      for body in bodies {
        let answer = try post(body, field, port: server.boundPort)
        #expect(answer.body == "POST [\"x\"] hello world")
      }
      let empty = try post(packed(""), field, port: server.boundPort)
      #expect(empty.body == "POST [\"x\"] ")
    }
  }

  @Test("arrives in any pieces")
  func pieces() throws {
    let text = (0..<40_000).map { "\($0)," }.joined()
    let body = packed(text)
    for piece in [1, 7, 100, 1 << 20] {
      let inflater = try #require(Inflater())
      let output = ByteBuffer()
      for start in stride(from: 0, to: body.count, by: piece) {
        try unsafe body[start..<min(start + piece, body.count)].withUnsafeBytes {
          try unsafe inflater.append($0, to: output, limit: 1 << 20)
        }
      }
      #expect(inflater.isComplete)
      #expect(output.text == text)
    }
  }

  @Test("what is not whole and sound is refused")
  func malformed() throws {
    try withServer { server, echo in
      let sound = packed("hello, this is text")
      var damaged = sound
      damaged[damaged.count - 6] ^= 1  // the checksum
      let faulty: [[UInt8]] = [
        Array("not gzip at all".utf8), Array(sound.dropLast()), Array(sound.prefix(5)), sound + Array("garbage".utf8),
        sound + [0], damaged, sound + Array(sound.prefix(12)), [0x1F], Array(sound.dropFirst()),
      ]
      for body in faulty {
        let answer = try post(body, port: server.boundPort)
        #expect(answer.status == 400)
        #expect(answer.body.contains("body.gzip"))
      }
      #expect(echo.requests == [])
    }
  }

  @Test(
    "other codings are 415 and say what is taken (RFC 9110 §12.5.3)",
    arguments: ["br", "deflate", "gzip, gzip", "", "gzip;q=1"])
  func unknown(name: String) throws {
    try withServer { server, _ in
      let answer = try post(packed("hello"), "Content-Encoding: \(name)\r\n", port: server.boundPort)
      #expect(answer.status == 415)
      #expect(answer["Accept-Encoding"] == "gzip")
    }
  }

  @Test("identity, and gzip on a request without a body, change nothing")
  func nothing() throws {
    try withServer { server, _ in
      let identity = try post(Array("abc".utf8), "Content-Encoding: identity\r\n", port: server.boundPort)
      #expect(identity.body == "POST [\"x\"] abc")
      let empty = try answer(to: "GET /x HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\n\r\n", port: server.boundPort)
      #expect(empty.status == 200)
    }
  }

  @Test("the limit holds for what is unpacked, to the byte", arguments: [0, 1])
  func limit(beyond: Int) throws {
    var limits = Server.Limits()
    limits.bodyBytes = 1 << 20
    try withServer(limits: limits) { server, _ in
      let body = packed(String(repeating: "a", count: 1 << 20 + beyond))
      let answer = try post(body, port: server.boundPort)
      #expect(answer.status == (beyond == 0 ? 200 : 413))
    }
  }

  /// One megabyte of zeros becomes a kilobyte; eight thousand of them, one behind the other.
  private static let bombBytes: [UInt8] = {
    let member = packed(bytes: [UInt8](repeating: 0, count: 1 << 20))
    return Array(repeating: member, count: (8 << 20) / member.count).flatMap { $0 }
  }()

  @Test("eight megabytes that unpack to eight gigabytes are refused")
  func bomb() throws {
    try withServer { server, echo in
      let answer = try post(Self.bombBytes, port: server.boundPort)
      #expect(answer.status == 413)
      #expect(echo.requests == [])
    }
  }

  @Test("such a body takes little time and no more memory than the limit")
  func bombCost() {
    let budget = Budget(limit: 1 << 30)
    let body = RequestBody(limit: 8 << 20, expected: Self.bombBytes.count, isPacked: true, budget: budget)
    var most = 0
    let used = threadTime {
      for start in stride(from: 0, to: Self.bombBytes.count, by: 16 << 10) {
        unsafe Self.bombBytes[start..<min(start + 16 << 10, Self.bombBytes.count)].withUnsafeBytes {
          unsafe body.append($0)
        }
        most = max(most, budget.used)
      }
    }
    #expect(body.fault?.status == 413)
    #expect(used < 0.1)
    #expect(most <= 9 << 20)
    #expect(budget.used == 0)
  }

  @Test("a hundred thousand empty members are refused before they burn time")
  func emptyMembers() {
    let bytes = Array(repeating: packed(""), count: 200_000).flatMap { $0 }
    let body = RequestBody(limit: 8 << 20, expected: bytes.count, isPacked: true, budget: Budget(limit: 1 << 30))
    let used = threadTime { unsafe bytes.withUnsafeBytes { unsafe body.append($0) } }
    #expect(body.fault?.status == 400)
    #expect(used < 0.1)
  }

  @Test("no bytes of any kind trap, and none unpack beyond the limit")
  func anyBytes() {
    var generator = Seeded(state: 7)
    let seed = packed((0..<500).map { "\($0)," }.joined())
    for _ in 0..<2000 {
      var bytes = seed
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: .min ... .max, using: &generator)
      }
      let body = RequestBody(limit: 1000, expected: 0, isPacked: true, budget: Budget(limit: 1 << 30))
      unsafe bytes.withUnsafeBytes { unsafe body.append($0) }
      if let whole = try? body.finish() { #expect(whole.count <= 1000) }
    }
  }
}

/// A linear congruential generator (Knuth's MMIX), for repeatable tests.
private struct Seeded: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 33)
  }
}

/// CPU time of this thread for `body`, in seconds.
private func threadTime(_ body: () -> Void) -> Double {
  func now() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  let start = now()
  body()
  return now() - start
}

private func packed(_ text: String) -> [UInt8] { packed(bytes: Array(text.utf8)) }

private func packed(bytes: [UInt8]) -> [UInt8] {
  var input = bytes
  var output = [UInt8](repeating: 0, count: bytes.count + bytes.count / 100 + 100)
  var stream = unsafe z_stream()
  let size = unsafe CInt(MemoryLayout<z_stream>.size)
  unsafe deflateInit2_(&stream, 9, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
  defer { unsafe deflateEnd(&stream) }
  let count = unsafe input.withUnsafeMutableBufferPointer { source in
    unsafe output.withUnsafeMutableBufferPointer { target in
      unsafe stream.next_in = source.baseAddress
      unsafe stream.avail_in = UInt32(source.count)
      unsafe stream.next_out = target.baseAddress
      unsafe stream.avail_out = UInt32(target.count)
      unsafe deflate(&stream, Z_FINISH)
      return unsafe target.count - Int(stream.avail_out)
    }
  }
  return Array(output[..<count])
}
