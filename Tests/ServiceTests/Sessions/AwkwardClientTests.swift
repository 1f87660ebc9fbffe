import Glibc
import SpanAPI
import SpanMessage
import SpanTestSupport
import Testing

@Suite("Awkward clients of sessions")
struct AwkwardClientTests {
  /// Ids that mean something to someone on the way.
  private static let ids = [
    "a/b", "50%", "50%25", "%2F", "a+b", "a b", " ", ".", "..", "...", "a.b", "é", "e\u{301}", "日本", "🏠", "a?b#c", "\"",
    "\\",
    "a&b=c", "~", "{aid}", ";", "planes",
  ]

  @Test("any id works in addresses and bodies, and is told as it was sent", arguments: Host.Form.allCases)
  func ids(form: Host.Form) throws {
    let session = try Host(form).session()
    for (place, id) in Self.ids.enumerated() {
      let name = JSON.string(id).text
      let made = try session.send("POST", "/anchors", "{\"id\": \(name), \"position\": [\(place), 0, 0]}")
      let anchor = RequestTarget.encoded(segment: id)
      #expect(made.status == 201, "\(made.body)")
      #expect(made["Location"] == "\(session.address)/anchors/\(anchor)")
      let read = try session.send("GET", "/anchors/\(anchor)")
      #expect(read.body == made.body)
      #expect(try read.json.string("/id")?.utf8.elementsEqual(id.utf8) == true)
      try read.json.expect("/current/position", [Double(place), 0, 0])
      let plane = Body.plane("_").replacing("\"_\"", with: name)
      try session.change("PUT", "/planes/\(anchor)", plane, 201)
      #expect(try session.read("/planes/\(anchor)").string("/id")?.utf8.elementsEqual(id.utf8) == true)
      if place > 0 {
        let body = "{\"id\": \(name), \"kind\": \"distance\", \"points\": [\(name), \(JSON.string(Self.ids[0]).text)]}"
        let measured = try session.send("POST", "/measurements", body)
        #expect(measured["Location"] == "\(session.address)/measurements/\(anchor)")
        try session.read("/measurements/\(anchor)").expect("/value", Double(place))
      }
    }
    #expect(try session.read("/anchors").count("/items") == Self.ids.count)
    for id in Self.ids {
      let segment = RequestTarget.encoded(segment: id)
      for rest in ["/anchors/", "/planes/"] { try session.change("DELETE", rest + segment, nil, 204) }
      try session.expectRefusal("GET", "/anchors/\(segment)", nil, 404)
    }
    #expect(try session.read("/anchors").count("/items") == 0)
  }

  @Test("ids that are no names are refused, in addresses as unknown", arguments: Host.Form.allCases)
  func noIDs(form: Host.Form) throws {
    let session = try Host(form).session()
    for id in ["\"\"", "\"a\\u0000b\"", "\"a\\nb\"", "\"\\u200b\"", "\"\(String(repeating: "é", count: 129))\""] {
      try session.expectRefusal("POST", "/anchors", "{\"id\": \(id), \"position\": [0, 0, 0]}", 422, "id.invalid")
    }
    try session.expectRefusal("GET", "/anchors/", nil, 404)
    try session.expectRefusal("GET", "/anchors/a%0Ab", nil, 404)
    guard form.isLive else { return }
    #expect(try session.send("GET", "/anchors/a%00").status == 400)
    #expect(try session.send("PUT", "/planes/a%00b", Body.plane("a")).status == 400)
    #expect(try session.send("GET", "/anchors/%").status == 400)
  }

  @Test("NUL is a character of names like any other, half of a surrogate pair is none", arguments: Host.Form.allCases)
  func oddCharacters(form: Host.Form) throws {
    let host = try Host(form)
    let session = try host.session(#"{"name": "a\u0000b", "metadata": {"\u0000": "\u0000c"}}"#)
    try session.anchor("p", [0, 0, 0])
    try session.anchor("q", [1, 0, 0])
    try session.measure("distance", ["p", "q"], #", "name": "\u0000""#)
    let version = try session.version
    for text in [#""\ud800""#, #""\udc00\ud800""#, #""a\ud83d""#] {
      for (method, rest, body) in [
        ("PATCH", "", "{\"name\": \(text)}"), ("PATCH", "", "{\"metadata\": {\(text): 1}}"),
        ("POST", "/anchors", "{\"id\": \(text), \"position\": [0, 0, 0]}"),
      ] { try session.expectRefusal(method, rest, body, 400, "json.syntax") }
    }
    // Another service reads what was kept.
    var settings = Service.Settings()
    settings.store = host.store
    for client in [session.client, Client(Service(settings))] {
      let session = SessionClient(client: client, id: session.id)
      let read = try session.read()
      #expect(read.string("/name") == "a\0b" && read.string("/metadata/\0") == "\0c")
      #expect(try session.version == version)
      #expect(try session.read("/measurements").strings("/items", "/name") == ["\0"])
      #expect(try client.get("/v1/sessions").json.strings("/items", "/name") == ["a\0b"])
      #expect(try session.read("/events").string("/items/0/data/input/name") == "a\0b")
    }
  }

  private func request(_ session: SessionClient, _ method: String, _ rest: String, _ body: String = "") -> [UInt8] {
    let fields = body.isEmpty ? "" : "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
    return Array("\(method) \(session.address)\(rest) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\(body)".utf8)
  }

  @Test("tap, read, undo and read in one segment are answered one after the other", arguments: Host.Form.live)
  func pipelined(form: Host.Form) throws {
    let session = try Host(form).floored()
    let wire = try Wire(port: try #require(try session.client.port))
    for _ in 0..<20 {
      let version = try session.version
      try wire.send(
        request(session, "POST", "/taps", SessionClient.down(0, 0)) + request(session, "GET", "/anchors")
          + request(session, "POST", "/undo") + request(session, "GET", "/anchors"))
      let answers = try (0..<4).map { _ in try wire.answer() }
      #expect(answers.map(\.status) == [201, 200, 200, 200])
      #expect(
        answers.map { $0["ETag"] } == [version + 1, version + 1, version + 2, version + 2].map { "\"\($0)\"" })
      let lists = try [1, 3].map { try JSON(String(decoding: answers[$0].body, as: UTF8.self)) }
      #expect(lists.map { $0.strings("/items", "/id") } == [["anchor-1"], []])
    }
  }

  @Test(
    "a client that goes while its write is parked: it is done, and nobody minds",
    arguments: Host.Form.live.filter(\.outlivesService))
  func gone(form: Host.Form) throws {
    let gate = Locked((isHeld: false, passed: 0))
    let host = try Host(
      form,
      willCommit: {
        gate.withLock { $0.passed += 1 }
        while gate.withLock({ $0.isHeld }) { usleep(1000) }
      })
    let session = try host.floored()
    let passed = gate.withLock { gate in
      gate.isHeld = true
      return gate.passed
    }
    do {
      let wire = try Wire(port: try #require(try session.client.port))
      try wire.send(request(session, "POST", "/taps", SessionClient.down(0, 0)))
      while gate.withLock({ $0.passed }) == passed { usleep(1000) }
    }
    // Others are answered from what is durable.
    #expect(try session.anchorIDs == [])
    #expect(try session.tap(1, 1, ", \"preview\": true", 200)["/anchor"] == .null)
    gate.withLock { $0.isHeld = false }
    try session.tap(1, 0)
    #expect(try session.anchorIDs == ["anchor-1", "anchor-2"])
    #expect(try session.version == 4)
  }

  @Test(
    "writes that came while one was parked are appended together, each answered for itself",
    arguments: Host.Form.allCases)
  func together(form: Host.Form) throws {
    let session = try Host(form).floored()
    let answers = try inParallel(16) { number in
      try session.send("POST", "/taps", SessionClient.down(Double(number % 4) / 2, Double(number / 4) / 2))
    }
    #expect(answers.allSatisfy { $0.status == 201 })
    let tags = answers.compactMap { $0["ETag"] }.compactMap { Int($0.dropFirst().dropLast()) }
    #expect(tags.sorted() == Array(3...18))
    for (answer, tag) in zip(answers, tags) { try answer.json.expect("/version", Double(tag)) }
    #expect(try session.anchorIDs.count == 16)
  }

  @Test(
    "a deletion among other writes: those before it work, those after it find nothing", arguments: Host.Form.allCases)
  func deletedBetween(form: Host.Form) throws {
    let host = try Host(form)
    for _ in 0..<5 {
      let session = try host.floored()
      let answers = try inParallel(8) { number in
        number == 4
          ? try session.send("DELETE") : try session.send("POST", "/taps", SessionClient.down(Double(number) / 4, 0))
      }
      #expect(answers[4].status == 204)
      for (number, answer) in answers.enumerated() where number != 4 {
        #expect([201, 404].contains(answer.status))
        if answer.status == 404 { #expect(answer.body.contains(session.id)) }
      }
      #expect(try session.send("GET").status == 404)
    }
  }

  /// A locale that writes numbers with a comma, if this system has one.
  private static let commaLocale = ["de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"].first { name in
    let before = unsafe setlocale(LC_ALL, nil).map { unsafe String(cString: $0) }
    defer { _ = unsafe setlocale(LC_ALL, before ?? "C") }
    return unsafe setlocale(LC_ALL, name) != nil
  }

  @Test("a locale with a decimal comma changes no byte", .enabled(if: commaLocale != nil), arguments: Host.Form.direct)
  func locale(form: Host.Form) throws {
    func measured() throws -> String {
      let session = try Host(form).floored("{\"name\": \"n\", \"confidence\": 0.9}")
      try session.tap(0.25, 0.5)
      try session.tap(1.125, 0)
      return try session.read("/path").text + session.read("/planes").text
    }
    let plain = try measured()
    _ = unsafe setlocale(LC_ALL, Self.commaLocale)
    defer { _ = unsafe setlocale(LC_ALL, "C") }
    #expect(try measured() == plain)
  }
}
