import Glibc
import SpanHTTP
import SpanMessage
import Testing

@Suite("What whoever listens is told")
struct ObservationTests {
  private final class Notes: Sendable {
    let all = Locked<[Observation]>([])
    var finished: [FinishedRequest] {
      all.withLock { $0.compactMap { if case .finished(let request) = $0 { request } else { nil } } }
    }
    var refused: [String] {
      all.withLock {
        $0.compactMap { if case .refused(let status, let code) = $0 { "\(status) \(code)" } else { nil } }
      }
    }
    var library: [Int] {
      all.withLock { $0.compactMap { if case .answeredByLibrary(let status) = $0 { status } else { nil } } }
    }
    var cut: [Observation.SlowPhase] {
      all.withLock { $0.compactMap { if case .cut(let phase) = $0 { phase } else { nil } } }
    }
  }

  private func observed(limits: Server.Limits = .init(), _ body: (UInt16, Notes) throws -> Void) throws {
    let notes = Notes()
    let server = Server(
      .init(address: SocketAddress(host: "127.0.0.1", port: 0), limits: limits), responder: Echo(),
      observer: { observation in notes.all.withLock { $0.append(observation) } })
    try server.start()
    defer { server.finish(deadline: .milliseconds(100)) }
    try body(server.boundPort, notes)
  }

  @Test("a finished request: method, status, route, bytes, time")
  func finished() throws {
    try observed { port, notes in
      let client = try RawClient(port: port)
      try client.send("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
      let answer = try client.answer()
      try client.send("GET /refuse HTTP/1.1\r\nHost: a\r\n\r\n")
      _ = try client.answer()
      eventually { notes.finished.count == 2 }
      let first = try #require(notes.finished.first)
      #expect(first.method == "POST" && first.status == 200 && first.route == "/echo" && first.isComplete)
      #expect(first.bytesIn == 3 && first.bytesOut == answer.body.utf8.count)
      #expect(first.seconds > 0 && first.seconds < 60)
      #expect(notes.finished[1].status == 404 && notes.finished[1].route == "/refuse")
    }
  }

  @Test("the request's id, and its place in a trace if there is exactly one that is understood")
  func ids() throws {
    try observed { port, notes in
      let parent = "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\r\n"
      let client = try RawClient(port: port)
      for fields in ["X-Request-Id: mine\r\n\(parent)", parent + parent, "traceparent: nonsense\r\n", ""] {
        try client.send("GET /x HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
        _ = try client.answer()
      }
      eventually { notes.finished.count == 4 }
      let finished = notes.finished
      try #require(finished.count == 4)
      #expect(finished[0].id == "mine" && Set(finished.map(\.id)).count == 4)
      #expect(finished[0].trace?.traceID == "4bf92f3577b34da6a3ce929d0e0e4736")
      #expect(finished[0].trace?.spanID == "00f067aa0ba902b7")
      #expect(finished[1...].allSatisfy { $0.trace == nil })
      #expect(finished.allSatisfy { !$0.isStream })
    }
  }

  @Test("refusals below the routes, by code")
  func refused() throws {
    try observed { port, notes in
      _ = try answer(to: "GET /%00 HTTP/1.1\r\nHost: a\r\n\r\n", port: port)
      _ = try answer(to: "GET /x HTTP/1.1\r\n\r\n", port: port)
      #expect(notes.refused == ["400 target.null", "400 header.host"])
    }
  }

  @Test("answers the library gives by itself")
  func library() throws {
    try observed { port, notes in
      _ = try answer(to: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", port: port)
      _ = try answer(to: "GET /x HTTP/1.1\r\nfoo\r\n\r\n", port: port)
      #expect(notes.library == [505, 400])
      #expect(notes.finished.isEmpty)
    }
  }

  @Test("clients that were cut, by what they were slow with")
  func cut() throws {
    var limits = Server.Limits()
    limits.headDeadline = .milliseconds(200)
    limits.bodyDeadline = .milliseconds(200)
    try observed(limits: limits) { port, notes in
      let head = try RawClient(port: port)
      try head.send("GET /x HTTP/1.1\r\n")
      #expect(head.isClosed())
      let body = try RawClient(port: port)
      try body.send("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n")
      #expect(body.isClosed())
      eventually { notes.cut == [.head, .body] }
    }
  }

  @Test("an answer that its client did not take")
  func incomplete() throws {
    try observed { port, notes in
      let client = try RawClient(port: port)
      try client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\nGET /large HTTP/1.1\r\nHost: a\r\n\r\n")
      try client.send(String(repeating: "GET /large HTTP/1.1\r\nHost: a\r\n\r\n", count: 20))
      usleep(50_000)
      client.shut()
      eventually { notes.finished.contains { !$0.isComplete } }
    }
  }
}
