import SpanAPI
import SpanTestSupport
import Testing

@Suite("Watching a session")
struct WatchTests {
  @Test("begins with how to come back, then everything that happened and happens", arguments: Host.Form.live)
  func everything(form: Host.Form) throws {
    let session = try Host(form).floored()
    let source = try EventSource(session)
    #expect(source.head.status == 200 && source.head["Content-Type"] == "text/event-stream; charset=utf-8")
    #expect(source.head["Content-Length"] == nil && source.head["Cache-Control"] == "no-store, no-transform")
    #expect(try source.next() == EventSource.Message(retry: "2000"))
    for (number, type) in [(1, "created"), (2, "planesChanged")] {
      let message = try #require(try source.next())
      #expect(message.id == "\(number)" && message.event == type)
    }
    try session.tap(0, 0)
    let message = try #require(try source.next())
    #expect(message.id == "3" && message.event == "tapped")
    // Data are the event as the page has it.
    #expect(try JSON(try #require(message.data)) == session.read("/events?after=2")["/items/0"])
  }

  @Test("goes on where it was: by Last-Event-ID, which counts more than after", arguments: Host.Form.live)
  func resumed(form: Host.Form) throws {
    let session = try Host(form).session()
    for number in 0..<5 { try session.change("PATCH", "", "{\"name\": \"\(number)\"}") }
    #expect(try EventSource(session, "?after=4").events(2) == [5, 6])
    #expect(try EventSource(session, "", [("Last-Event-ID", "3")]).events(3) == [4, 5, 6])
    let source = try EventSource(session, "?after=1", [("Last-Event-ID", "5")])
    #expect(try source.events(1) == [6])
    let current = try EventSource(session, "", [("Last-Event-ID", "6")])
    try session.change("PATCH", "", "{\"name\": \"new\"}")
    #expect(try current.events(1) == [7] && source.events(1) == [7])
  }

  @Test("works for many, each from its own place", arguments: Host.Form.live)
  func many(form: Host.Form) throws {
    let session = try Host(form).session()
    let early = try (0..<8).map { _ in try EventSource(session) }
    try session.change("PATCH", "", "{\"name\": \"a\"}")
    let late = try (0..<8).map { _ in try EventSource(session, "?after=2") }
    try session.change("PATCH", "", "{\"name\": \"b\"}")
    for source in early { #expect(try source.events(3) == [1, 2, 3]) }
    for source in late { #expect(try source.events(1) == [3]) }
  }

  @Test("ends with the session", arguments: Host.Form.live)
  func deleted(form: Host.Form) throws {
    let session = try Host(form).session()
    let sources = try (0..<3).map { _ in try EventSource(session) }
    for source in sources { #expect(try source.events(1) == [1]) }
    #expect(try session.send("DELETE").status == 204)
    for source in sources { #expect(try source.next() == nil) }
  }

  @Test("is not disturbed by those who look elsewhere, or leave", arguments: Host.Form.live)
  func others(form: Host.Form) throws {
    let host = try Host(form)
    let (session, other) = (try host.session(), try host.session())
    let source = try EventSource(session)
    do { _ = try EventSource(session) }
    try other.change("PATCH", "", "{\"name\": \"x\"}")
    #expect(try other.send("DELETE").status == 204)
    try session.change("PATCH", "", "{\"name\": \"y\"}")
    #expect(try source.events(2) == [1, 2])
    // Signs of life are no events.
    host.service.sessions?.beat()
    try session.change("PATCH", "", "{\"name\": \"z\"}")
    #expect(try source.events(1) == [3])
  }

  @Test("gets a long history whole and in order", arguments: Host.Form.live)
  func long(form: Host.Form) throws {
    let session = try Host(form).session()
    let metadata = String(repeating: "x", count: 4000)
    for number in 0..<300 {
      try session.send("PATCH", "", "{\"metadata\": {\"n\": \(number), \"a\": \"\(metadata)\"}}")
    }
    #expect(try EventSource(session).events(301) == Array(1...301))
  }

  @Test("misses nothing of what happens while it begins", arguments: Host.Form.live)
  func beginning(form: Host.Form) throws {
    let session = try Host(form).session()
    for round in 1...60 {
      let outcomes = try inParallel(2) { number in
        guard number == 0 else { return try session.send("PATCH", "", "{\"name\": \"\(round)\"}").status }
        return try EventSource(session, "?after=\(round)").events(1).first ?? 0
      }
      #expect(outcomes == [round + 1, 200])
    }
  }
}
