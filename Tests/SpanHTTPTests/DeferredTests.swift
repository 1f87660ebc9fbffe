import Glibc
import SpanHTTP
import SpanMessage
import Testing

@Suite("Answers that come later", .serialized)
struct DeferredTests {
  private static func post(_ path: String, _ body: String = "abc") -> String {
    "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  private static func isAnsweringOthers(_ server: Server) throws -> Bool {
    try answer(to: "GET /now HTTP/1.1\r\nHost: a\r\n\r\n", port: server.boundPort).body == "now"
  }

  @Test("the thread that read the request answers others meanwhile")
  func others() throws {
    try withParked { server, parked in
      let patient = try RawClient(port: server.boundPort)
      try patient.send(Self.post("/a"))
      eventually { parked.count == 1 }
      for _ in 0..<20 {
        #expect(try Self.isAnsweringOthers(server))
      }
      eventually { server.requestsInFlight == 1 }
      parked.completeAll()
      let answer = try patient.answer()
      #expect(answer.status == 200 && answer.body == "later /a abc")
      #expect(answer["X-Request-Id"] != nil && answer["Connection"] == nil)
      eventually { server.requestsInFlight == 0 }
    }
  }

  @Test("an answer that is ready at once is sent at once")
  func ready() throws {
    try withParked { server, _ in
      let answer = try SpanHTTPTests.answer(to: Self.post("/ready"), port: server.boundPort)
      #expect(answer.body == "later /ready abc")
    }
  }

  @Test("the first answer counts, and nobody minds a second one")
  func twice() throws {
    try withParked { server, parked in
      let client = try RawClient(port: server.boundPort)
      try client.send(Self.post("/a"))
      eventually { parked.count == 1 }
      let deferred = try #require(parked.takeAll().first).deferred
      #expect(!deferred.isSettled)
      deferred.complete(with: Response(status: 201))
      deferred.complete(with: Response(status: 202))
      #expect(deferred.isSettled)
      #expect(try client.answer().status == 201)
      deferred.complete(with: Response(status: 203))
      try client.send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.answer().body == "now")
    }
  }

  @Test("an answer that nobody will give any more is a 500")
  func dropped() throws {
    try withParked { server, parked in
      let client = try RawClient(port: server.boundPort)
      try client.send(Self.post("/a"))
      eventually { parked.count == 1 }
      _ = parked.takeAll()
      let answer = try client.answer()
      #expect(answer.status == 500 && answer.body == "server.failed")
      try client.send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.answer().body == "now")
    }
  }

  @Test("an answer that takes too long is a 503 that says when to come back")
  func overdue() throws {
    var limits = Server.Limits()
    limits.deferredDeadline = .milliseconds(200)
    try withParked(limits: limits) { server, parked in
      let client = try RawClient(port: server.boundPort)
      let start = ContinuousClock.now
      try client.send(Self.post("/a"))
      let answer = try client.answer()
      #expect(answer.status == 503 && answer.body == "server.overdue" && answer["Retry-After"] != nil)
      #expect((Duration.milliseconds(190)...(.seconds(20))).contains(ContinuousClock.now - start))
      let late = parked.takeAll()
      #expect(late.allSatisfy { $0.deferred.isSettled })
      for (_, deferred) in late { deferred.complete(with: Response(status: 200)) }
      try client.send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.answer().body == "now")
      #expect(parked.faults == ["server.overdue"])
    }
  }

  @Test("pipelined requests are answered in their order, those behind a sleeper after it")
  func pipelined() throws {
    try withParked { server, parked in
      let client = try RawClient(port: server.boundPort)
      let now = "GET /now HTTP/1.1\r\nHost: a\r\n\r\n"
      try client.send(Self.post("/a", "first") + now + Self.post("/b", "second") + Self.post("/ready") + now)
      eventually { parked.count == 1 }
      parked.completeAll()
      #expect(try client.answer().body == "later /a first")
      #expect(try client.answer().body == "now")
      eventually { parked.count == 1 }
      usleep(50_000)
      #expect(!client.hasMore && !client.isClosed(within: 0))
      parked.completeAll()
      #expect(try client.answer().body == "later /b second")
      #expect(try client.answer().body == "later /ready abc")
      #expect(try client.answer().body == "now")
    }
  }

  @Test("what a client sends on while it waits is kept")
  func sentOn() throws {
    try withParked { server, parked in
      let client = try RawClient(port: server.boundPort)
      try client.send(Self.post("/a"))
      eventually { parked.count == 1 }
      try client.send("GET /now HTTP/1.1\r\nHo")
      usleep(50_000)
      parked.completeAll()
      #expect(try client.answer().body == "later /a abc")
      try client.send("st: a\r\n\r\n")
      #expect(try client.answer().body == "now")
    }
  }

  @Test("HEAD gets the length and no body; chunked bodies and GET wait as well")
  func methods() throws {
    try withParked { server, parked in
      let client = try RawClient(port: server.boundPort)
      try client.send("HEAD /a HTTP/1.1\r\nHost: a\r\n\r\n")
      eventually { parked.count == 1 }
      parked.completeAll()
      let head = try client.answer(toHead: true)
      #expect(head.status == 200 && head["Content-Length"] == "9")
      try client.send("GET /b HTTP/1.1\r\nHost: a\r\n\r\n")
      eventually { parked.count == 1 }
      parked.completeAll()
      #expect(try client.answer().body == "later /b ")
      try client.send("POST /c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n")
      eventually { parked.count == 1 }
      parked.completeAll()
      #expect(try client.answer().body == "later /c abc")
      try client.send("GET /d HTTP/1.0\r\n\r\n")
      eventually { parked.count == 1 }
      parked.completeAll()
      #expect(try client.answer().body == "later /d ")
      #expect(client.isClosed())
    }
  }

  @Test("a client that only finished sending is answered, also after a while")
  func halfClosed() throws {
    try withParked { server, parked in
      let client = try RawClient(port: server.boundPort)
      try client.send(Self.post("/a"))
      client.finishSending()
      eventually { parked.count == 1 }
      usleep(1_300_000)  // the server looks after half-closed connections once a second
      parked.completeAll()
      #expect(try client.answer().body == "later /a abc")
      #expect(client.isClosed())
    }
  }

  @Test("a client that goes away while it waits leaves nothing behind")
  func gone() throws {
    let incomplete = Locked(0)
    try withParked(observer: { observation in
      if case .finished(let request) = observation, !request.isComplete { incomplete.withLock { $0 += 1 } }
    }) { server, parked in
      let clients = try (0..<10).map { _ in try RawClient(port: server.boundPort) }
      for client in clients { try client.send(Self.post("/a")) }
      eventually { parked.count == 10 }
      // A farewell looks like the end of sending, and the kernel takes the answer; a reset is no way to take it.
      for (index, client) in clients.enumerated() {
        if index.isMultiple(of: 2) { client.breakOff() } else { client.shut() }
      }
      usleep(100_000)
      parked.completeAll()
      eventually { server.openConnections == 0 && server.requestsInFlight == 0 }
      #expect(incomplete.withLock { $0 } >= 5)
      #expect(try Self.isAnsweringOthers(server))
    }
  }

  @Test("200 at once, completed from eight threads, each with its own answer, over and over")
  func many() throws {
    try withParked(threads: 2) { server, parked in
      let clients = try (0..<200).map { _ in try RawClient(port: server.boundPort) }
      for round in 0..<5 {
        for (index, client) in clients.enumerated() { try client.send(Self.post("/\(index)", "round \(round)")) }
        eventually { parked.count == 200 }
        #expect(server.requestsInFlight == 200)
        let all = Locked(parked.takeAll())
        let threads = (0..<8).map { _ in
          Background {
            while let (request, deferred) = all.withLock({ $0.popLast() }) {
              deferred.complete(with: Parked.answer(to: request))
            }
          }
        }
        for thread in threads { thread.join() }
        for (index, client) in clients.enumerated() {
          #expect(try client.answer().body == "later /\(index) round \(round)")
        }
      }
      eventually { server.requestsInFlight == 0 }
    }
  }

  @Test("completed while the connection is only about to sleep, from another thread")
  func race() throws {
    try withParked { server, parked in
      let isDone = Locked(false)
      let completer = Background {
        while !isDone.withLock({ $0 }) { parked.completeAll() }
      }
      let client = try RawClient(port: server.boundPort)
      for index in 0..<2000 {
        try client.send(Self.post("/\(index)"))
        #expect(try client.answer().body == "later /\(index) abc")
      }
      isDone.withLock { $0 = true }
      completer.join()
    }
  }

  @Test("observed once, with status, route, bytes and the time it waited")
  func observed() throws {
    let finished = Locked<[FinishedRequest]>([])
    try withParked(observer: { observation in
      if case .finished(let request) = observation { finished.withLock { $0.append(request) } }
    }) { server, parked in
      let client = try RawClient(port: server.boundPort)
      try client.send(Self.post("/a"))
      eventually { parked.count == 1 }
      usleep(100_000)
      #expect(finished.withLock { $0.isEmpty })
      parked.completeAll()
      _ = try client.answer()
      eventually { finished.withLock { $0.count } == 1 }
      let request = try #require(finished.withLock { $0.first })
      #expect(request.method == "POST" && request.status == 200 && request.route == "/later" && request.isComplete)
      #expect(request.bytesIn == 3 && request.bytesOut == 12)
      #expect(request.seconds > 0.09 && request.seconds < 60)
    }
  }
}

@Suite("Stopping while answers are still to come", .serialized)
struct DeferredDrainTests {
  private func started(_ parked: Parked, threads: Int = 1) throws -> Server {
    let server = Server(
      .init(address: SocketAddress(host: "127.0.0.1", port: 0), threads: threads), responder: parked)
    try server.start()
    return server
  }

  @Test("the end waits for them, and they end their connections")
  func waits() throws {
    let parked = Parked()
    let server = try started(parked)
    let client = try RawClient(port: server.boundPort)
    try client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
    eventually { parked.count == 1 }
    let cut = Locked(-1)
    let finisher = Background {
      let count = server.finish(deadline: .seconds(60))
      cut.withLock { $0 = count }
    }
    usleep(500_000)
    #expect(cut.withLock { $0 } == -1)
    parked.completeAll()
    let answer = try client.answer()
    #expect(answer.body == "later /a " && answer["Connection"]?.lowercased() == "close")
    finisher.join()
    #expect(cut.withLock { $0 } == 0)
  }

  @Test("at the deadline all are told so, counted, and the work that goes on finds nobody")
  func deadline() throws {
    let parked = Parked()
    let server = try started(parked, threads: 2)
    let clients = try (0..<50).map { _ in try RawClient(port: server.boundPort) }
    for client in clients { try client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n") }
    eventually { parked.count == 50 }
    let start = ContinuousClock.now
    #expect(server.finish(deadline: .milliseconds(400)) == 50)
    #expect(ContinuousClock.now - start < .seconds(20))
    for client in clients {
      let answer = try client.answer()
      #expect(answer.status == 503 && answer.body == "server.stopping" && answer["Retry-After"] != nil)
      #expect(client.isClosed())
    }
    parked.completeAll()
  }

  @Test("work may finish at the very moment the server stops")
  func race() throws {
    for _ in 0..<20 {
      let parked = Parked()
      let server = try started(parked)
      let clients = try (0..<20).map { _ in try RawClient(port: server.boundPort) }
      for client in clients { try client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n") }
      eventually { parked.count == 20 }
      let completer = Background { parked.completeAll() }
      server.finish(deadline: .zero)
      completer.join()
      for client in clients {
        guard let answer = try? client.answer() else { continue }  // cut
        #expect(answer.status == 200 || answer.status == 503)
      }
    }
  }

  @Test("requests that come after that are refused instead of parked")
  func after() throws {
    let parked = Parked()
    let server = try started(parked)
    let isDone = Locked(false)
    let crowd = (0..<8).map { _ in
      Background {
        while !isDone.withLock({ $0 }), let client = try? RawClient(port: server.boundPort) {
          while (try? client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")) != nil, (try? client.answer()) != nil {}
        }
      }
    }
    let completer = Background {
      while !isDone.withLock({ $0 }) {
        parked.completeAll()
        usleep(1000)
      }
    }
    usleep(200_000)
    server.finish(deadline: .milliseconds(50))
    isDone.withLock { $0 = true }
    for thread in crowd + [completer] { thread.join() }
    #expect(server.requestsInFlight == 0)
  }
}
