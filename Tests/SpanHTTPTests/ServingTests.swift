import SpanHTTP
import SpanMessage
import Testing

@Suite("Serving requests over a socket")
struct ServingTests {
  @Test("a request with a body, twice on one connection")
  func keepAlive() throws {
    try withServer { server, echo in
      let client = try RawClient(port: server.boundPort)
      for round in 1...2 {
        try client.send("POST /v1/x HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhell\(round)")
        let answer = try client.answer()
        #expect(answer.status == 200)
        #expect(answer.body == "POST [\"v1\", \"x\"] hell\(round)")
        #expect(answer["Content-Type"] == "text/plain")
        #expect(answer["Date"] != nil)
        #expect(answer["Connection"]?.lowercased() != "close")
      }
      #expect(echo.requests == ["POST /v1/x", "POST /v1/x"])
    }
  }

  @Test("HEAD sends the length and no body (RFC 9110 §9.3.2)")
  func head() throws {
    try withServer { server, _ in
      let client = try RawClient(port: server.boundPort)
      try client.send("HEAD /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n")
      let head = try client.answer(toHead: true)
      #expect(head.status == 200)
      #expect(head["Content-Length"] == "\("HEAD [\"a\"] ".utf8.count)")
      #expect(try client.answer().body == "GET [\"b\"] ")
    }
  }

  @Test("pipelined requests are answered in order")
  func pipelining() throws {
    try withServer { server, echo in
      let client = try RawClient(port: server.boundPort)
      let requests = (0..<50).map { number in
        number % 2 == 0
          ? "GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n"
          : "POST /\(number) HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody"
      }
      try client.send(requests.joined())
      for number in 0..<50 {
        let expected = number % 2 == 0 ? "GET [\"\(number)\"] " : "POST [\"\(number)\"] body"
        #expect(try client.answer().body == expected)
      }
      #expect(echo.requests.count == 50)
    }
  }

  @Test("HTTP/1.0 ends the connection unless it is asked to keep it")
  func version10() throws {
    try withServer { server, _ in
      let client = try RawClient(port: server.boundPort)
      try client.send("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
      #expect(try client.answer()["Connection"]?.lowercased() == "keep-alive")
      try client.send("GET /b HTTP/1.0\r\n\r\n")
      #expect(try client.answer().body == "GET [\"b\"] ")
      #expect(client.isClosed())
    }
  }

  @Test("the client's Connection: close is honoured")
  func clientCloses() throws {
    try withServer { server, _ in
      let client = try RawClient(port: server.boundPort)
      try client.send("GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(try client.answer()["Connection"]?.lowercased() == "close")
      #expect(client.isClosed())
    }
  }

  @Test("OPTIONS * reaches the responder")
  func asterisk() throws {
    try withServer { server, echo in
      let answer = try answer(to: "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", port: server.boundPort)
      #expect(answer.status == 200)
      #expect(echo.requests == ["OPTIONS *"])
    }
  }

  @Test("segments are split before they are decoded, once")
  func segments() throws {
    try withServer { server, _ in
      let answer = try answer(to: "GET /a%2Fb/%2541?c%2Fd HTTP/1.1\r\nHost: a\r\n\r\n", port: server.boundPort)
      #expect(answer.body == "GET [\"a/b\", \"%41\"] ")
    }
  }

  @Test("a large answer arrives whole, also to a client that is slow to read")
  func largeAnswer() throws {
    try withServer { server, _ in
      let client = try RawClient(port: server.boundPort)
      try client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\nGET /large HTTP/1.1\r\nHost: a\r\n\r\n")
      for _ in 0..<2 {
        let answer = try client.answer()
        #expect(answer.body.utf8.count == 1 << 20)
        #expect(answer.body.hasSuffix("0123456789abcdef"))
      }
    }
  }

  @Test(
    "a sane request id comes back, another is replaced by a new one",
    arguments: [
      ("abc-123", true), ("!~", true), (String(repeating: "x", count: 128), true),
      (String(repeating: "x", count: 129), false), ("a b", false), ("ä", false), ("", false),
    ])
  func requestID(id: String, isSane: Bool) throws {
    try withServer { server, _ in
      let raw = "GET /a HTTP/1.1\r\nHost: a\r\nX-Request-ID: \(id)\r\n\r\n"
      let first = try answer(to: raw, port: server.boundPort)["X-Request-Id"]
      let second = try answer(to: raw, port: server.boundPort)["X-Request-Id"]
      if isSane {
        #expect(first == id)
      } else {
        #expect(first != nil && first != id && first?.isEmpty == false)
        #expect(first != second)
      }
    }
  }

  @Test("generated ids do not repeat")
  func generatedIDs() throws {
    try withServer(threads: 2) { server, _ in
      let client = try RawClient(port: server.boundPort)
      var seen: Set<String> = []
      for _ in 0..<2000 {
        try client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
        seen.insert(try client.answer()["X-Request-Id"] ?? "")
      }
      #expect(seen.count == 2000)
    }
  }

  @Test("faults carry the request id and come as problem documents")
  func faultBody() throws {
    try withServer { server, _ in
      let raw = "GET /a%00 HTTP/1.1\r\nHost: a\r\nX-Request-Id: q1\r\n\r\n"
      let answer = try answer(to: raw, port: server.boundPort)
      #expect(answer["Content-Type"] == "application/problem+json")
      #expect(answer["X-Request-Id"] == "q1")
      #expect(answer.body == "{\"status\":400,\"code\":\"target.null\",\"instance\":\"q1\"}")
    }
  }

  @Test("header fields reach the responder in order, with their repetitions")
  func headerList() throws {
    let responder = HeaderLister()
    let server = Server(.init(address: SocketAddress(host: "127.0.0.1", port: 0)), responder: responder)
    try server.start()
    defer { server.finish(deadline: .milliseconds(100)) }
    let raw = "GET / HTTP/1.1\r\nVary: a\r\nHost: h\r\nvary:  b c\t\r\nX-E:\r\n\r\n"
    #expect(try answer(to: raw, port: server.boundPort).body == "Vary=a;Host=h;vary=b c;X-E=;")
  }

  @Test("IPv6")
  func v6() throws {
    try withServer(host: "::1") { server, _ in
      let client = try RawClient(port: server.boundPort, v6: true)
      try client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.answer().status == 200)
    }
  }

  @Test("several threads share one port")
  func threads() throws {
    try withServer(threads: 4) { server, echo in
      let clients = try (0..<32).map { _ in try RawClient(port: server.boundPort) }
      for client in clients { try client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n") }
      for client in clients { #expect(try client.answer().status == 200) }
      #expect(echo.requests.count == 32)
    }
  }
}

private struct HeaderLister: Responder {
  func refusal(of head: RequestHead) -> Response? { nil }
  func respond(to request: Request) -> Response {
    let text = request.head.headers.fields.map { "\($0.name)=\($0.value);" }.joined()
    return Response(status: 200, body: ByteBuffer(text))
  }
  func answer(
    toFault status: Int, code: String, detail: String, headers: HeaderFields, requestID: String
  ) -> Response {
    Response(status: status)
  }
}

@Suite("Starting to listen")
struct StartupTests {
  @Test("a port that is taken is an error, also when this very program took it")
  func addressInUse() throws {
    try withServer { server, echo in
      let address = SocketAddress(host: "127.0.0.1", port: server.boundPort)
      let second = Server(.init(address: address), responder: echo)
      #expect(throws: StartupError.addressInUse(address)) { try second.start() }
    }
  }

  @Test("a port can be taken again at once after a stop")
  func restart() throws {
    let port = try withServer { server, _ in
      let client = try RawClient(port: server.boundPort)
      try client.send("GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      _ = try client.receiveAll()
      return server.boundPort
    }
    let again = Server(.init(address: SocketAddress(host: "127.0.0.1", port: port)), responder: Echo())
    try again.start()
    again.finish(deadline: .zero)
  }

  @Test(
    "an address that is not of this machine, or no address, is an error",
    arguments: ["192.0.2.1", "no such host", "::z"])
  func badAddress(host: String) {
    let server = Server(.init(address: SocketAddress(host: host, port: 0)), responder: Echo())
    #expect(throws: StartupError.self) { try server.start() }
  }

  @Test("a server starts once")
  func once() throws {
    try withServer { server, _ in
      #expect(throws: StartupError.alreadyStarted) { try server.start() }
    }
  }

  @Test(
    "addresses are read from text",
    arguments: [
      ("127.0.0.1:8080", SocketAddress(host: "127.0.0.1", port: 8080)),
      ("[::1]:0", SocketAddress(host: "::1", port: 0)),
      ("localhost:65535", SocketAddress(host: "localhost", port: 65535)), ("127.0.0.1", nil), (":80", nil), ("", nil),
      ("a:65536", nil), ("a:-1", nil), ("::1:80", nil), ("[]:80", nil), ("a:", nil),
    ] as [(String, SocketAddress?)])
  func parsing(text: String, expected: SocketAddress?) {
    #expect(SocketAddress(text) == expected)
    if let expected { #expect(SocketAddress(expected.description) == expected) }
  }
}
