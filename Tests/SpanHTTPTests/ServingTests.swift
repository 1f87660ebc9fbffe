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

  @Test("HEAD sends the length and no body")
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
}
