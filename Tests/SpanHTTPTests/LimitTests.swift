import Glibc
import SpanHTTP
import SpanMessage
import Testing

private let megabyte = 1 << 20

@Suite("Limits: what a client may use up", .serialized)
struct LimitTests {
  private static func small() -> Server.Limits {
    var limits = Server.Limits()
    limits.bodyBytes = 100_000
    return limits
  }

  @Test("a body at the limit is read, one byte more is refused", arguments: [0, 1], [false, true])
  func bodyLimit(beyond: Int, isChunked: Bool) throws {
    try withServer(limits: Self.small()) { server, echo in
      let client = try RawClient(port: server.boundPort)
      let body = [UInt8](repeating: 0x61, count: 100_000 + beyond)
      if isChunked {
        try client.send("POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        for start in stride(from: 0, to: body.count, by: 10_000) {
          let part = body[start..<min(start + 10_000, body.count)]
          try client.send("\(String(part.count, radix: 16))\r\n")
          try client.send(Array(part))
          try client.send("\r\n")
        }
        try client.send("0\r\n\r\n")
      } else {
        try client.send("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.count)\r\n\r\n")
        try client.send(body)
      }
      let answer = try client.answer()
      #expect(answer.status == (beyond == 0 ? 200 : 413))
      #expect(echo.requests.count == 1 - beyond)
      if beyond == 0 {
        #expect(answer.body.utf8.count == 100_000 + "POST [\"x\"] ".utf8.count)
      } else {
        #expect(answer.body.contains("body.tooLarge"))
      }
    }
  }

  @Test("of a body that is announced only what has come counts, however long it will be")
  func announced() {
    let budget = Budget(limit: 64 * megabyte)
    let body = RequestBody(limit: 8 * megabyte, expected: 8 * megabyte, isPacked: false, budget: budget)
    let part = [UInt8](repeating: 0x61, count: 50_000)
    for count in 1...3 {
      unsafe part.withUnsafeBytes { unsafe body.append($0) }
      #expect(budget.used <= 2 * max(64 << 10, count * part.count))
    }
    #expect((try? body.finish())?.count == 3 * part.count)
  }

  @Test("an uploader that sends all of a large body before it reads gets its 413, a hundred times of a hundred")
  func early413() throws {
    try withServer(limits: Self.small()) { server, echo in
      let body = [UInt8](repeating: 0x61, count: 4 * megabyte)
      for _ in 0..<100 {
        let client = try RawClient(port: server.boundPort)
        try client.send("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.count)\r\n\r\n")
        try client.send(body)
        let answer = try client.answer()
        #expect(answer.status == 413)
        #expect(answer["Connection"]?.lowercased() == "close")
        #expect(client.isClosed())
      }
      #expect(echo.requests == [])
    }
  }

  @Test("an uploader that stops in the middle gets its 413 too, and one that asked before it sent")
  func early413WithoutBody() throws {
    try withServer(limits: Self.small()) { server, _ in
      for (expectation, part) in [("", 150_000), ("", 0), ("Expect: 100-continue\r\n", 0)] {
        let client = try RawClient(port: server.boundPort)
        try client.send("POST /x HTTP/1.1\r\nHost: a\r\n\(expectation)Content-Length: 400000\r\n\r\n")
        try client.send([UInt8](repeating: 0x61, count: part))
        #expect(try client.answer().status == 413)
        #expect(client.isClosed())
      }
    }
  }

  @Test("an endless chunked body is cut, not read for ever")
  func endlessBody() throws {
    var limits = Self.small()
    limits.discardedBytes = 2 * megabyte
    try withServer(limits: limits) { server, _ in
      let client = try RawClient(port: server.boundPort)
      try client.send("POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
      let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 0x61, count: 0x10000) + Array("\r\n".utf8)
      var sent = 0
      while sent < 100 * megabyte {
        do { try client.send(chunk) } catch { break }
        sent += chunk.count
      }
      #expect(sent < 30 * megabyte)  // the limit, and what fits into socket buffers
    }
  }

  @Test("100-continue is answered before the body comes (RFC 9110 §10.1.1)")
  func expectContinue() throws {
    try withServer { server, _ in
      let client = try RawClient(port: server.boundPort)
      try client.send("POST /x HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
      #expect(try client.answer().status == 100)
      try client.send("abc")
      #expect(try client.answer().body == "POST [\"x\"] abc")
    }
  }

  @Test("a refusal does not ask for the body; a short body that comes anyway does not end the connection")
  func refusalBeforeBody() throws {
    try withServer { server, _ in
      let asking = try RawClient(port: server.boundPort)
      try asking.send("POST /refuse HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
      #expect(try asking.answer().status == 404)

      let sending = try RawClient(port: server.boundPort)
      for _ in 0..<2 {
        try sending.send("POST /refuse HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
        let answer = try sending.answer()
        #expect(answer.status == 404)
        #expect(answer["X-Refused"] == "early")
        #expect(answer["Connection"]?.lowercased() != "close")
      }
    }
  }

  @Test("bodies of all connections together are bounded: 503 with Retry-After, then room again")
  func budget() throws {
    var limits = Server.Limits()
    limits.bodyBytes = 4 * megabyte
    limits.bodyBytesInFlight = 6 * megabyte
    try withServer(limits: limits) { server, _ in
      let head = "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: \(4 * megabyte)\r\n\r\n"
      let most = [UInt8](repeating: 0x61, count: 4 * megabyte - 1)
      let first = try RawClient(port: server.boundPort)
      try first.send(head)
      try first.send(most)
      usleep(500_000)
      let second = try RawClient(port: server.boundPort)
      try second.send(head)
      try second.send(most)
      try second.send("a")
      let refused = try second.answer()
      #expect(refused.status == 503)
      #expect(refused["Retry-After"].flatMap { Int($0) }.map { 1...60 ~= $0 } == true)

      try first.send("a")
      #expect(try first.answer().status == 200)
      let third = try RawClient(port: server.boundPort)
      try third.send(head)
      try third.send(most)
      try third.send("a")
      #expect(try third.answer().status == 200)
    }
  }

  @Test("a budget gives back what was taken, and is never exceeded")
  func budgetAlone() {
    let budget = Budget(limit: 10)
    #expect(budget.take(6))
    #expect(!budget.take(5))
    #expect(budget.take(4))
    #expect(!budget.take(1))
    budget.give(10)
    #expect(budget.used == 0)
  }

  @Test("connections that break in the middle of a body give everything back")
  func brokenBodies() throws {
    var limits = Server.Limits()
    limits.bodyBytesInFlight = 3 * megabyte
    limits.bodyBytes = megabyte
    try withServer(limits: limits) { server, _ in
      for _ in 0..<20 {
        let client = try RawClient(port: server.boundPort)
        try client.send("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: \(megabyte)\r\n\r\n")
        try client.send([UInt8](repeating: 0x61, count: megabyte / 2))
        client.shut()
      }
      let request = "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: \(megabyte)\r\n\r\n"
      let body = String(repeating: "a", count: megabyte)
      eventually { (try? answer(to: request + body, port: server.boundPort).status) == 200 }
      eventually { server.requestsInFlight == 0 && server.openConnections == 0 }
    }
  }

  @Test("two thousand idle connections fill one server; another still answers")
  func idleConnections() throws {
    var limits = Server.Limits()
    limits.connections = 1900
    try withServer(threads: 2, limits: limits) { server, _ in
      try withServer { admin, _ in
        var idle: [RawClient] = []
        for _ in 0..<2000 { idle.append(try RawClient(port: server.boundPort)) }
        eventually { server.openConnections > 1800 }
        #expect(server.openConnections <= 1900)
        #expect(try answer(to: "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", port: admin.boundPort).status == 200)
        idle.removeAll()
        #expect(try answer(to: "GET /x HTTP/1.1\r\nHost: a\r\n\r\n", port: server.boundPort).status == 200)
      }
    }
  }
}

@Suite("Deadlines: slow clients are cut")
struct DeadlineTests {
  private static func hasty() -> Server.Limits {
    var limits = Server.Limits()
    limits.headDeadline = .seconds(1)
    limits.bodyDeadline = .seconds(1)
    limits.answerDeadline = .seconds(1)
    limits.idleTimeout = .seconds(3)
    return limits
  }

  /// Sends this and then two hundred times `a`, byte by byte, a tenth of a second apart; how long it took until the
  /// connection was cut, nil: it never was.
  private func trickle(_ client: RawClient, _ start: String = "") -> Duration? {
    let begin = ContinuousClock.now
    for byte in (start + String(repeating: "a", count: 200)).utf8 {
      do { try client.send([byte]) } catch { return .now - begin }
      if client.isClosed(within: 100) { return .now - begin }
    }
    return nil
  }

  /// Not before its time; the clock of the server began a moment earlier.
  private static let least = Duration.milliseconds(800)

  @Test("a head that trickles in, though something moves all the time")
  func slowHead() throws {
    try withServer(limits: Self.hasty()) { server, echo in
      let client = try RawClient(port: server.boundPort)
      #expect(try #require(trickle(client, "GET /x HTTP/1.1\r\nHost: ")) > Self.least)
      #expect(echo.requests == [])
    }
  }

  @Test("a head that trickles in behind an answered request")
  func slowSecondHead() throws {
    try withServer(limits: Self.hasty()) { server, _ in
      let client = try RawClient(port: server.boundPort)
      try client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\nGET /y HTTP/1.1\r\n")
      #expect(try client.answer().status == 200)
      #expect(try #require(trickle(client, "Host: ")) > Self.least)
    }
  }

  @Test("a request line that trickles in behind an answered request")
  func slowSecondLine() throws {
    try withServer(limits: Self.hasty()) { server, _ in
      let client = try RawClient(port: server.boundPort)
      try client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.answer().status == 200)
      #expect(trickle(client, "GET /") != nil)
    }
  }

  @Test("a body that trickles in", arguments: ["Content-Length: 1000", "Transfer-Encoding: chunked"])
  func slowBody(field: String) throws {
    try withServer(limits: Self.hasty()) { server, echo in
      let client = try RawClient(port: server.boundPort)
      try client.send("POST /x HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n3e8\r\n")
      #expect(try #require(trickle(client)) > Self.least)
      #expect(echo.requests == [])
    }
  }

  @Test("an answer that is not taken")
  func slowReader() throws {
    try withServer(limits: Self.hasty()) { server, _ in
      let client = try RawClient(port: server.boundPort)
      try client.send(String(repeating: "GET /large HTTP/1.1\r\nHost: a\r\n\r\n", count: 20))
      eventually { server.requestsInFlight == 1 }
      eventually { server.openConnections == 0 }
      #expect(server.requestsInFlight == 0)
    }
  }

  @Test("answers that are not taken do not pile up in the kernel")
  func unsentBytes() throws {
    try withServer(limits: Self.hasty()) { server, _ in
      let client = try RawClient(port: server.boundPort)
      try client.send(String(repeating: "GET /large HTTP/1.1\r\nHost: a\r\n\r\n", count: 20))
      eventually { server.openConnections == 1 }
      eventually { server.openConnections == 0 }
      // What the two kernels had taken of 20 megabytes: the client's window, and a little more.
      #expect(try client.receiveAll().utf8.count < megabyte / 2)
    }
  }

  @Test("an idle connection is closed, but not before its time")
  func idle() throws {
    try withServer(limits: Self.hasty()) { server, _ in
      let client = try RawClient(port: server.boundPort)
      try client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.answer().status == 200)
      #expect(!client.isClosed(within: 1500))
      #expect(client.isClosed())
    }
  }

  @Test("quick clients are not cut, however long they stay")
  func quick() throws {
    try withServer(limits: Self.hasty()) { server, _ in
      let client = try RawClient(port: server.boundPort)
      for _ in 0..<40 {
        try client.send("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
        #expect(try client.answer().status == 200)
        usleep(100_000)
      }
    }
  }
}
