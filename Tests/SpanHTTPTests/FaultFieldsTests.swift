import SpanHTTP
import SpanMessage
import Testing

private let get = "GET /x HTTP/1.1\r\nHost: a\r\n"
private let post = "POST /x HTTP/1.1\r\nHost: a\r\n"

@Suite("Whoever answers a fault is told the fields of the request, wherever the fault is")
struct FaultFieldsTests {
  private static let origin = "Origin: https://a.example\r\n"

  @Test(
    "in the head, before the field and behind it, or in the body",
    arguments: [
      WireCase("two lengths", 400, "\(post)\(origin)Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc"),
      WireCase("two lengths, first", 400, "\(post)Content-Length: 3\r\nContent-Length: 3\r\n\(origin)\r\nabc"),
      WireCase("no Host", 400, "GET /x HTTP/1.1\r\n\(origin)\r\n"),
      WireCase("a folded line", 400, "\(get)X-A: b\r\n c\r\n\(origin)\r\n"),
      WireCase("an escape without digits", 400, "GET /%zz HTTP/1.1\r\nHost: a\r\n\(origin)\r\n"),
      WireCase("a method that is no token", 400, "G(T /x HTTP/1.1\r\nHost: a\r\n\(origin)\r\n"),
      WireCase("an expectation", 417, "\(post)\(origin)Expect: luck\r\nContent-Length: 3\r\n\r\nabc"),
      WireCase(
        "a long target", 414, "GET /\(String(repeating: "a", count: 9 << 10)) HTTP/1.1\r\nHost: a\r\n\(origin)\r\n"),
      WireCase("a long body", 413, "\(post)\(origin)Content-Length: 99999999\r\n\r\n"),
      WireCase("an unknown coding", 415, "\(post)\(origin)Content-Encoding: br\r\nContent-Length: 3\r\n\r\nabc"),
      WireCase("no gzip", 400, "\(post)\(origin)Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc"),
    ])
  func onTheWire(case: WireCase) throws {
    try withServer { server, echo in
      let answer = try SpanHTTPTests.answer(to: `case`.raw, port: server.boundPort)
      #expect(answer.status == `case`.status)
      #expect(answer["X-From"] == "https://a.example")
      #expect(echo.requests.isEmpty)
    }
  }

  @Test("in the work: an answer that came too late, or never")
  func later() throws {
    var limits = Server.Limits()
    limits.deferredDeadline = .milliseconds(200)
    try withParked(limits: limits) { server, parked in
      let client = try RawClient(port: server.boundPort)
      try client.send("\(get)\(Self.origin)\r\n")
      #expect(try client.answer()["X-From"] == "https://a.example")
      try client.send("\(get)\(Self.origin)\r\n")
      eventually { parked.count == 2 }
      _ = parked.takeAll()
      #expect(try client.answer()["X-From"] == "https://a.example")
      #expect(parked.faults == ["server.overdue", "server.failed"])
    }
  }

  @Test("in the crowd: a stream for which there is no room")
  func streams() throws {
    var limits = Server.Limits()
    limits.streams = 0
    try withStreaming(limits: limits) { server, streaming in
      let answer = try SpanHTTPTests.answer(to: "\(get)\(Self.origin)\r\n", port: server.boundPort)
      #expect(answer["X-From"] == "https://a.example")
      #expect(streaming.faults == ["server.streams"])
    }
  }

  @Test("and a request that named no origin has none")
  func none() throws {
    try withServer { server, _ in
      let answer = try SpanHTTPTests.answer(to: "\(get)Host: b\r\n\r\n", port: server.boundPort)
      #expect(answer["X-From"] == "nowhere")
    }
  }
}
