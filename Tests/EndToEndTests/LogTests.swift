import Glibc
import SpanTestSupport
import Testing

@Suite("The log of the built service")
struct LogTests {
  private static let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

  /// The rest of the log, once the service has stopped.
  private func lines(_ service: RunningService) throws -> (text: String, lines: [JSON]) {
    service.daemon.signal(SIGTERM)
    let outcome = try service.daemon.end()
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    return (outcome.output, try outcome.output.split(separator: "\n").map { try JSON(String($0)) })
  }

  @Test("has a line for each request, with its ids, and none of what was said")
  func requests() throws {
    let directory = try ScratchDirectory()
    let made = try Daemon.run(
      [
        "key", "new", "--tenant", "acme", "--scopes", "measure,sessions", "--name", "Secret Name", "--file",
        "\(directory.path)/k",
      ])
    let key = made.output.filter { $0 != "\n" }
    let service = try RunningService(
      ["--store", "memory:", "--api-keys", "\(directory.path)/k", "--log-level", "info", "--threads", "1"])
    func send(_ method: String, _ target: String, _ fields: String = "", _ body: String = "", with key: String?) throws
      -> WireAnswer
    {
      let wire = try Wire(port: service.port)
      let authorization = key.map { "Authorization: Bearer \($0)\r\n" } ?? ""
      let length = "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
      try wire.send(
        Array("\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(authorization)\(fields)\(length)\r\n\(body)".utf8))
      return try wire.answer()
    }
    let ray = #"{"taps": [{"id": "private tap", "ray": {"origin": [12.345678, 1, 2], "direction": [0, -1, 0]}}]}"#
    let parent = "X-Request-Id: order-66\r\ntraceparent: \(Self.parent)\r\n"
    #expect(try send("POST", "/v1/measure", parent, ray, with: key).status == 200)
    let session = try send("POST", "/v1/sessions", "", #"{"name": "private name"}"#, with: key)
    #expect(session.status == 201)
    let id = try #require(try JSON(session.text).string("/id"))
    #expect(try send("GET", "/v1/sessions/\(id)/anchors/private-anchor", with: key).status == 404)
    #expect(try send("GET", "/v1/sessions?limit=7&cursor=private", with: key).status == 400)
    #expect(try send("GET", "/v1/sessions?api_key=\(key)", with: nil).status == 401)
    #expect(try send("GET", "/v1/sessions", with: "span_guess_\(key)").status == 401)
    #expect(try send("GET", "/private/path", with: key).status == 404)
    #expect(try send("PRIVATE", "/v1/snap", with: key).status == 405)
    #expect(try service.getAdmin("/metrics").status == 200)

    let (text, lines) = try lines(service)
    let requests = lines.filter { $0.string("/event") == "request" }
    try #require(requests.count == 8, "\(text)")
    // Perhaps before the line of a request that was answered a moment ago.
    #expect(lines.suffix(2).contains { $0.string("/event") == "stopping" })
    for line in lines {
      #expect(line.string("/time")?.utf8.count == 24 && line.string("/level") == "info")
    }
    #expect(
      requests.map { "\($0.string("/method") ?? "") \($0.string("/route") ?? "") \($0.number("/status") ?? 0)" } == [
        "POST /v1/measure 200.0", "POST /v1/sessions 201.0", "GET /v1/sessions/{sid}/anchors/{aid} 404.0",
        "GET /v1/sessions 400.0", "GET /v1/sessions 401.0", "GET /v1/sessions 401.0", "GET none 404.0",
        "_OTHER /v1/snap 405.0",
      ])
    #expect(
      requests.map { $0.string("/code") } == [nil, nil, nil, "query.invalid", "key.inQuery", "key.unknown", nil, nil])
    let first = requests[0]
    #expect(first.string("/requestId") == "order-66")
    #expect(
      first.string("/traceId") == "4bf92f3577b34da6a3ce929d0e0e4736" && first.string("/spanId") == "00f067aa0ba902b7")
    #expect(first.number("/bytesIn") == Double(ray.utf8.count) && first.number("/bytesOut") ?? 0 > 100)
    let seconds = try #require(first.number("/seconds"))
    #expect(seconds > 0 && seconds < 20)
    let keyID = String(key.split(separator: "_")[1])
    #expect(requests.map { $0.string("/key") } == [keyID, keyID, keyID, keyID, nil, nil, nil, nil])
    #expect(requests.map { $0.string("/tenant") }.prefix(4) == ["acme", "acme", "acme", "acme"])
    #expect(requests[1].string("/traceId") == nil && requests[1].string("/requestId")?.utf8.count == 13)
    for secret in [
      key, String(key.split(separator: "_")[2]), "rivate", "PRIVATE", "Secret", "12.345678", id, "limit=", "Bearer",
      "api_key",
    ] {
      #expect(!text.contains(secret), "\(secret)")
    }
  }

  @Test("tells of a stream when it ends, and of nothing where it is off")
  func stream() throws {
    let service = try RunningService(["--store", "memory:", "--log-level", "debug"])
    let surveyor = try Surveyor(service)
    let watcher = try Watcher(port: service.port, session: surveyor.session)
    _ = try watcher.messages(2)
    #expect(try service.metrics(contain: "http_server_open_streams 1.0\n"))
    let (_, lines) = try lines(service)
    let streams = lines.filter { $0["/stream"] == .boolean(true) }
    #expect(streams.count == 1 && streams.first?.string("/route") == "/v1/sessions/{sid}/events")
    #expect(lines.contains { $0.string("/listener") == "admin" && $0.string("/route") == "/metrics" })
    let quiet = try RunningService(["--store", "memory:"])
    #expect(try quiet.get("/v1/nothing").status == 404)
    try quiet.stop()
  }

  @Test("nor do counts grow with what clients think up: 5 000 paths, methods, ids and keys")
  func series() throws {
    let service = try RunningService(["--store", "memory:", "--threads", "1"])
    func ask(_ wire: Wire, _ number: Int) throws {
      let session = "0199a0c2-7d4e-7c1a-9f3b-\(100_000_000_000 + number)"
      let path = [
        "/p\(number)", "/v1/sessions/\(session)/anchors/\(number)", "/v1/sessions/\(session)?x=\(number)",
        "/healthz?n=\(number)",
      ][number % 4]
      let fields = "Host: 127.0.0.1\r\nX-Request-Id: r\(number)\r\nAuthorization: Bearer k\(number)\r\n"
      try wire.send(Array("\(number % 5 == 0 ? "M\(number)" : "GET") \(path) HTTP/1.1\r\n\(fields)\r\n".utf8))
      _ = try wire.answer()
    }
    func count() throws -> Int {
      try service.getAdmin("/metrics").text.split(separator: "\n").filter { !$0.hasPrefix("#") }.count
    }
    let wire = try Wire(port: service.port)
    for number in 0..<20 { try ask(wire, number) }
    // An answer is counted a moment after it was sent.
    usleep(1_000_000)
    let before = try count()
    for number in 20..<5_020 { try ask(wire, number) }
    usleep(1_000_000)
    #expect(try count() == before)
    try service.stop()
  }
}
