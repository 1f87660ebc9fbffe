import SpanAPI
import SpanMessage
import SpanTestSupport
import Testing

@Suite("Sessions that hold much")
struct LargeSessionTests {
  private static func get(_ host: Host, _ address: String) throws -> Response? {
    let head = RequestHead(method: "GET", target: try RequestTarget(address), headers: [:], id: "r")
    guard case .now(let response) = host.service.reply(to: Request(head: head, body: ByteBuffer(""))) else {
      return nil
    }
    return response
  }

  @Test(
    "are told of in the background, small ones at once", arguments: ["/anchors", "/drift", "/path", "/measurements"])
  func reads(part: String) throws {
    let host = try Host(.directMemory) {
      $0.limits.promptPoints = 2
      $0.background = { _ in false }
    }
    let session = try host.floored()
    try session.tap(0, 0)
    try session.tap(1, 0)
    #expect(try Self.get(host, session.address + part)?.status == 200)
    try session.tap(1, 1)
    let response = try #require(try Self.get(host, session.address + part))
    #expect(response.status == 503)
    #expect(response.headers["Retry-After"] != nil)
  }

  @Test("are told the same in the background", arguments: ["/anchors", "/drift", "/path", "/measurements"])
  func same(part: String) throws {
    let answers = try [2_000, 0].map { bound in
      let host = try Host(.directMemory) { $0.limits.promptPoints = bound }
      let session = try host.floored()
      for place in 0..<3 { try session.anchor("a\(place)", [Double(place), 0, 0.5]) }
      try session.measure("polyline", ["a0", "a2", "a1", "a0"])
      let answer = try session.send("GET", part)
      #expect(answer["ETag"] == "\"6\"")
      return try answer.json.text.replacing(/"at":"[^"]*"/, with: "")
    }
    #expect(answers[0] == answers[1])
  }

  @Test("are changed in the background", arguments: [2, 3])
  func writes(bound: Int) throws {
    let handed = Locked(0)
    let host = try Host(.directMemory) {
      $0.limits.promptPoints = bound
      $0.sessionWork = { work in
        handed.withLock { $0 += 1 }
        work()
        return true
      }
    }
    let session = try host.floored()
    for place in 0..<3 { try session.anchor("a\(place)", [Double(place), 0, 0.5]) }
    let before = handed.withLock { $0 }
    try session.move([("a1", [1.1, 0, 0.5])])
    #expect(handed.withLock { $0 } - before == (bound == 2 ? 1 : 0))
  }
}
