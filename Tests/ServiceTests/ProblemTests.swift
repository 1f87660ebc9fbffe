import SpanAPI
import SpanHTTP
import SpanTestSupport
import Testing

@Suite("What a client is told about a request that is wrong")
struct ProblemTests {
  @Test(
    "a body that is no JSON is a 400 with the place of the fault", arguments: Client.both,
    [
      "", " ", "{", "{\"a\":1,}", "{\"a\":NaN}", "{\"a\":1e999}", "{} {}", "{'a':1}", "{\"snap\":false,\"snap\":false}",
      String(repeating: "[", count: 33) + String(repeating: "]", count: 33), "\u{FEFF}{", "{\"a\":01}", "tru",
    ])
  func syntax(client: Client, body: String) throws {
    for path in Address.measuring {
      let answer = try client.post(path, body)
      try answer.expectProblem(400)
      #expect(try answer.json.strings("/errors", "/code") == ["json.syntax"])
    }
  }

  @Test("JSON that is no object is a 422", arguments: Client.both, ["[]", "null", "true", "1", "\"{}\""])
  func notAnObject(client: Client, body: String) throws {
    for path in Address.measuring {
      let answer = try client.post(path, body)
      try answer.expectProblem(422)
      #expect(try answer.faults == [": object.expected"])
    }
  }

  @Test("an object that asks for nothing says what is missing", arguments: Client.both)
  func nothing(client: Client) throws {
    #expect(try client.post("/v1/measure", "{}").faults == [": tap.incomplete"])
    #expect(try client.post("/v1/raycast", "{}").faults == [": tap.incomplete"])
    #expect(try client.post("/v1/snap", "{}").faults == ["/positions: member.missing"])
    #expect(try client.post("/v1/triangulate", "{}").faults == ["/taps: member.missing"])
    #expect(try client.post("/v1/combine", "{}").faults == ["/values: member.missing"])
  }

  @Test("all faults are listed, each with the pointer of its value", arguments: Client.both)
  func allFaults(client: Client) throws {
    let answer = try client.post(
      "/v1/measure",
      """
      {"camera": \(Body.camera), "screenPoint": [480, 1000], "unit": "furlong", "confidence": 95, "sanp": false,
       "planes": [{"id": "f", "pose": [1, 0, 0], "polygon": [[0, 0], [1, "x"], [1, 1]]}]}
      """)
    try answer.expectProblem(422)
    #expect(
      try Set(answer.faults) == [
        "/screenPoint: screenPoint.outside", "/unit: value.unknown", "/confidence: number.outOfRange",
        "/sanp: member.unknown", "/planes/0/pose: pose.length", "/planes/0/polygon/1/1: number.expected",
      ])
    #expect(try answer.json.string("/title") == "The request is not valid.")
    #expect(try answer.json.string("/type") == "/problems/invalid-request")
    #expect(try answer.json.strings("/errors", "/message").allSatisfy { !$0.isEmpty } == true)
  }

  @Test("twenty faults are enough", arguments: Client.both)
  func manyFaults(client: Client) throws {
    let members = (0..<50).map { "\"x\($0)\": 1" }.joined(separator: ",")
    let answer = try client.post("/v1/snap", "{\"positions\": [], \(members)}")
    try answer.expectProblem(422)
    #expect(try answer.faults.count == 20)
  }

  @Test("a pointer escapes the member names it passes (RFC 6901)", arguments: Client.both)
  func escapedPointer(client: Client) throws {
    let answer = try client.post("/v1/snap", "{\"positions\": [], \"a/b~c\": 1}")
    #expect(try answer.faults == ["/a~1b~0c: member.unknown"])
  }

  @Test("what a client sent comes back harmless and short", arguments: Client.both)
  func excerpts(client: Client) throws {
    let long = String(repeating: "long", count: 1000)
    let answer = try client.post("/v1/snap", "{\"positions\": [], \"snap\": {\"\(long)\": 1, \"\\u0007\\u202E\": 2}}")
    try answer.expectProblem(422)
    #expect(answer.body.utf8.count < 8000)
    #expect(!answer.body.contains("\\u0007") && !answer.body.contains("\u{202E}") || answer.body.contains("\u{FFFD}"))
    #expect(try client.get("/" + String(repeating: "x", count: 4000)).body.utf8.count < 400)
  }
}

@Suite("What a client is told about a message that is wrong, over a socket")
struct MessageProblemTests {
  private static func client(_ change: (inout Server.Limits) -> Void = { _ in }) -> Client {
    var limits = Server.Limits()
    change(&limits)
    return Client(Service(), serverLimits: limits, isRecorded: true)
  }

  /// Problems from below the routes carry a code and no list, and may not be cached either.
  private func expect(_ answer: Answer, _ status: Int, _ code: String) throws {
    try answer.expectProblem(status)
    #expect(try answer.json.string("/code") == code)
    #expect(answer.all("Cache-Control") == ["no-store, no-transform"])
  }

  @Test("a body beyond the limit is a 413", arguments: Address.measuring)
  func tooLarge(path: String) throws {
    let client = Self.client { $0.bodyBytes = 1000 }
    try expect(try client.post(path, String(repeating: " ", count: 1001)), 413, "body.tooLarge")
    #expect(try client.post(path, String(repeating: " ", count: 1000)).status == 400)
  }

  @Test(
    "more bodies at a time than there is memory for are a 503 that says when to come back", arguments: Address.measuring
  )
  func overload(path: String) throws {
    let client = Self.client { $0.bodyBytesInFlight = 1000 }
    let answer = try client.post(path, String(repeating: " ", count: 2000))
    try expect(answer, 503, "server.overload")
    #expect(answer["Retry-After"].flatMap { Int($0) }.map { 1...5 ~= $0 } == true)
  }

  @Test("a body that is not what its encoding says is a 400, an unknown encoding a 415", arguments: Address.measuring)
  func encoding(path: String) throws {
    let client = Client.live
    try expect(try client.post(path, "{}", [("Content-Encoding", "gzip")]), 400, "body.gzip")
    let unknown = try client.post(path, "{}", [("Content-Encoding", "br")])
    try expect(unknown, 415, "body.encoding")
    #expect(unknown["Accept-Encoding"] == "gzip")
  }

  @Test("a target that cannot be read is a 400", arguments: ["/v1/%zz", "/v1/%00", "/v1/%ff", "measure"])
  func target(target: String) throws {
    let answer = try Client.live.get(target)
    try answer.expectProblem(400)
    #expect(try answer.json.string("/code")?.hasPrefix("target.") == true)
  }
}
