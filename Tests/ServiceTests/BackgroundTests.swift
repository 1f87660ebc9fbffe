import Glibc
import SpanAPI
import SpanHTTP
import SpanMessage
import SpanTestSupport
import Testing

@Suite("What takes long runs beside the threads that read sockets")
struct BackgroundTests {
  private static let simulated = Body.tap(
    planes: [Body.plane("floor")],
    """
    , "points": [{"id": "a", "position": [0.4, 0, -1.2]}],
    "measurements": [{"kind": "distance", "points": ["a", "tap-1"], "method": "monteCarlo", "seed": 7}]
    """)

  /// A hundred of these among so many planes: more than a million encounters.
  private static func crowd(_ list: String, of element: String) -> String {
    let elements = [String](repeating: element, count: 100).joined(separator: ",")
    let planes = (0..<2100).map { Body.plane("p\($0)") }.joined(separator: ",")
    return "{\"\(list)\": [\(elements)], \"planes\": [\(planes)]}"
  }

  private static func request(_ body: String, to path: String = "/v1/measure") -> [UInt8] {
    Array(
      """
      POST \(path) HTTP/1.1\r
      Host: a\r
      Content-Type: application/json\r
      Origin: https://example.org\r
      Content-Length: \(body.utf8.count)\r
      \r
      \(body)
      """.utf8)
  }

  /// A server with one thread in front of a service with that background.
  private func serving(
    _ background: @escaping Service.Settings.Background, _ body: (UInt16) throws -> Void
  ) throws {
    var settings = Service.Settings()
    settings.corsOrigins = ["https://example.org"]
    settings.background = background
    let server = Server(
      Server.Configuration(address: SocketAddress(host: "127.0.0.1", port: 0)), responder: Service(settings))
    try server.start()
    defer { server.finish(deadline: .milliseconds(100)) }
    try body(server.boundPort)
  }

  @Test("while one simulates, the only thread answers others; then it gets the same 200 as ever")
  func others() throws {
    let threads = BackgroundThreads(queueLength: 4)
    let held = Locked<[@Sendable () -> Void]>([])
    try serving { work in
      held.withLock { $0.append(work) }
      return true
    } _: { port in
      let patient = try Wire(port: port)
      try patient.send(Self.request(Self.simulated))
      let other = try Wire(port: port)
      for _ in 0..<20 {
        try other.send(Self.request(Body.tap()))
        #expect(try other.answer().status == 200)
      }
      while held.withLock({ $0.isEmpty }) { usleep(1000) }
      let all = held.withLock { held in
        defer { held = [] }  // they hold on to the service, which holds on to this
        return held
      }
      for work in all { #expect(threads.run(work)) }
      let answer = try patient.answer()
      #expect(answer.status == 200)
      #expect(answer["Cache-Control"] == "no-store, no-transform")
      #expect(answer["Access-Control-Allow-Origin"] == "https://example.org")
      let direct = try Client.direct.post("/v1/measure", Self.simulated)
      #expect(String(decoding: answer.body, as: UTF8.self) == direct.body)
    }
    threads.stop()
  }

  @Test("so do many taps, or positions, among many planes", arguments: ["/v1/measure", "/v1/raycast", "/v1/snap"])
  func crowd(path: String) throws {
    let body =
      path == "/v1/snap"
      ? Self.crowd("positions", of: "{\"position\": [0, 1, 0]}")
      : Self.crowd("taps", of: "{\"ray\": {\"origin\": [0, 1, 0], \"direction\": [0, -1, 0]}}")
    try serving { _ in
      false
    } _: { port in
      let wire = try Wire(port: port)
      try wire.send(Self.request(body, to: path))
      #expect(try wire.answer().status == 503)
    }
  }

  @Test("so do measurements that name more than two thousand points", arguments: [(2_000, 200), (2_001, 503)])
  func names(count: Int, status: Int) throws {
    let names = (0..<count).map { $0.isMultiple(of: 2) ? "\"a\"" : "\"b\"" }
    let body = """
      {"points": [{"id": "a", "position": [0, 0, 0]}, {"id": "b", "position": [1, 0, 0]}],
       "measurements": [{"kind": "polyline", "points": [\(names.joined(separator: ","))]}]}
      """
    try serving { _ in
      false
    } _: { port in
      let wire = try Wire(port: port)
      try wire.send(Self.request(body))
      #expect(try wire.answer().status == status)
    }
  }

  @Test("what is measured of a few taps never goes there")
  func plain() throws {
    try serving { _ in
      false
    } _: { port in
      let wire = try Wire(port: port)
      try wire.send(Self.request(Body.tap()))
      #expect(try wire.answer().status == 200)
    }
  }

  @Test("a faulty request is refused before it waits for anything")
  func faulty() throws {
    try serving { _ in
      false
    } _: { port in
      let wire = try Wire(port: port)
      try wire.send(Self.request(Self.simulated.replacing("\"tap-1\"", with: "\"nobody\"")))
      #expect(try wire.answer().status == 422)
    }
  }

  @Test("no room: 503 that says when to come back, and the connection goes on")
  func full() throws {
    try serving { _ in
      false
    } _: { port in
      let wire = try Wire(port: port)
      try wire.send(Self.request(Self.simulated))
      let answer = try wire.answer()
      #expect(answer.status == 503)
      #expect((1...5).contains(Int(answer["Retry-After"] ?? "") ?? 0))
      #expect(answer["Content-Type"] == "application/problem+json")
      #expect(String(decoding: answer.body, as: UTF8.self).contains("\"code\":\"server.overload\""))
      try wire.send(Self.request(Body.tap()))
      #expect(try wire.answer().status == 200)
    }
  }

  @Test("work that was let go of is a 500")
  func letGo() throws {
    try serving { _ in
      true
    } _: { port in
      let wire = try Wire(port: port)
      try wire.send(Self.request(Self.simulated))
      #expect(try wire.answer().status == 500)
    }
  }
}
