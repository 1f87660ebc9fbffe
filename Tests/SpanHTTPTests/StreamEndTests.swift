import Glibc
import SpanHTTP
import SpanMessage
import Testing

@Suite("Streams that end before they are finished", .serialized)
struct StreamEndTests {
  private static let kilobyte = String(repeating: "x", count: 1024)

  @Test("a client that takes nothing is dropped when too much waits for it, and the others go on")
  func slow() throws {
    try withStreaming(Streaming(capacity: 64 << 10)) { server, streaming in
      let slow = try watcher(server)
      let quick = try watcher(server)
      var taken = 0
      for round in 1...16384 {
        streaming.push(Self.kilobyte)
        while taken < round << 10 { taken += try quick.chunk().utf8.count }
        if streaming.streams[0].isOver { break }
      }
      #expect(streaming.streams[0].isOver && streaming.streams[0].pending == 0)
      #expect(!streaming.streams[1].isOver)
      eventually { streaming.ends == 1 && server.openStreams == 1 && server.openConnections == 1 }
      #expect(throws: (any Error).self) { try slow.chunks() }
      streaming.push("more")
      #expect(try quick.chunk() == "more")
    }
  }

  @Test("a client that takes nothing for longer than it may is cut, one that has nothing to take is not")
  func stalled() throws {
    var limits = Server.Limits()
    limits.answerDeadline = .milliseconds(300)
    limits.idleTimeout = .seconds(1)
    let slow = Locked(0)
    try withStreaming(
      Streaming(capacity: 64 << 20), limits: limits,
      observer: { if case .cut(.answer) = $0 { slow.withLock { $0 += 1 } } }
    ) { server, streaming in
      let stalled = try watcher(server)
      let silent = try watcher(server)
      streaming.streams[0].push(ByteBuffer(String(repeating: Self.kilobyte, count: 16 << 10)))
      eventually { streaming.ends == 1 }
      #expect(streaming.streams[0].isOver && slow.withLock { $0 } == 1)
      #expect(throws: (any Error).self) { try stalled.chunks() }
      usleep(1_500_000)
      #expect(!streaming.streams[1].isOver && slow.withLock { $0 } == 1)
      streaming.streams[1].push(ByteBuffer("after a long silence"))
      #expect(try silent.chunk() == "after a long silence")
    }
  }

  @Test("a client that went away is noticed after the next push, once", arguments: [true, false])
  func gone(isReset: Bool) throws {
    let finished = Locked<[FinishedRequest]>([])
    try withStreaming(observer: { observation in
      if case .finished(let request) = observation { finished.withLock { $0.append(request) } }
    }) { server, streaming in
      let client = try watcher(server)
      let other = try watcher(server)
      if isReset { client.breakOff() } else { client.shut() }
      streaming.push("anyone there?")
      eventually { streaming.ends == 1 }
      #expect(streaming.streams[0].isOver && !streaming.streams[0].push([1]))
      #expect(try other.chunk() == "anyone there?")
      eventually { server.openConnections == 1 && server.openStreams == 1 && server.requestsInFlight == 0 }
      streaming.streams[0].finish()
      usleep(50_000)
      #expect(streaming.ends == 1)
      #expect(finished.withLock { $0.map(\.isComplete) } == [false])
    }
  }

  @Test("more in one chunk than may wait ends the stream without an end of the body")
  func tooLarge() throws {
    try withStreaming(Streaming(capacity: 10)) { server, streaming in
      let client = try watcher(server)
      #expect(streaming.streams[0].push(ByteBuffer("0123456789")))
      #expect(try client.chunk() == "0123456789")
      #expect(!streaming.streams[0].push(ByteBuffer("0123456789a")))
      #expect(throws: (any Error).self) { try client.chunk() }
      eventually { streaming.ends == 1 && server.openConnections == 0 }
    }
  }

  @Test("a stream belongs to one answer: a second one is told of a failure, the first goes on")
  func shared() throws {
    let stream = ByteStream()
    try withParked { server, parked in
      let clients = try (0..<2).map { _ in try RawClient(port: server.boundPort) }
      for (index, client) in clients.enumerated() {
        try client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
        eventually { parked.count == index + 1 }
      }
      for (_, deferred) in parked.takeAll() { deferred.complete(with: Response(status: 200, stream: stream)) }
      let answers = try clients.map { try $0.head().status }
      #expect(answers.sorted() == [200, 500])
      stream.push(ByteBuffer("one"))
      #expect(try clients[answers[0] == 200 ? 0 : 1].chunk() == "one")
    }
  }

  @Test("a stream whose answer comes too late is let go of")
  func late() throws {
    var limits = Server.Limits()
    limits.deferredDeadline = .milliseconds(100)
    let ends = Locked(0)
    let stream = ByteStream()
    stream.whenEnded { ends.withLock { $0 += 1 } }
    try withParked(limits: limits) { server, parked in
      let refused = try answer(to: "GET /a HTTP/1.1\r\nHost: a\r\n\r\n", port: server.boundPort)
      #expect(refused.status == 503)
      for (_, deferred) in parked.takeAll() { deferred.complete(with: Response(status: 200, stream: stream)) }
      #expect(stream.isOver && ends.withLock { $0 } == 1)
    }
  }
}

@Suite("Stopping while streams are open", .serialized)
struct StreamDrainTests {
  private func started(_ streaming: Streaming, threads: Int = 2) throws -> Server {
    let server = Server(
      .init(address: SocketAddress(host: "127.0.0.1", port: 0), threads: threads), responder: streaming)
    try server.start()
    return server
  }

  @Test("all end at once and properly; nobody waits for them or counts them")
  func drain() throws {
    let streaming = Streaming()
    let server = try started(streaming)
    let clients = try (0..<200).map { _ in try watcher(server) }
    #expect(server.openStreams == 200)
    eventually { server.requestsInFlight == 0 }
    server.beginDrain()
    streaming.push("last")
    #expect(streaming.streams.allSatisfy { !$0.isOver })
    let start = ContinuousClock.now
    #expect(server.finish(deadline: .seconds(60)) == 0)
    #expect(ContinuousClock.now - start < .seconds(30))
    for client in clients {
      #expect(try client.chunks() == "last")
      #expect(client.isClosed())
    }
    #expect(streaming.ends == 200 && server.openStreams == 0)
    streaming.push("too late")
  }

  @Test("a client that takes nothing does not hold up the end")
  func stalled() throws {
    let streaming = Streaming(capacity: 64 << 20)
    let server = try started(streaming)
    let client = try watcher(server)
    streaming.push(String(repeating: "x", count: 16 << 20))
    let start = ContinuousClock.now
    #expect(server.finish(deadline: .seconds(60)) == 0)
    #expect(ContinuousClock.now - start < .seconds(30))
    #expect(streaming.ends == 1)
    #expect(throws: (any Error).self) { try client.chunks() }
  }

  @Test("a stream that is asked for after that is refused")
  func after() throws {
    let streaming = Streaming()
    let server = try started(streaming, threads: 1)
    let client = try watcher(server)
    let finisher = Background { server.finish(deadline: .seconds(5)) }
    #expect(try client.chunks().isEmpty)
    try client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
    let refused = try client.answer()
    #expect(refused.status == 503 && refused.body == "server.stopping" && refused["Connection"] == "close")
    finisher.join()
    #expect(streaming.ends == 2)
  }

  @Test("chunks may be pushed at the very moment the server stops")
  func race() throws {
    for _ in 0..<20 {
      let streaming = Streaming()
      let server = try started(streaming)
      let clients = try (0..<20).map { _ in try watcher(server) }
      let pushers = (0..<2).map { _ in
        Background { while !streaming.streams.allSatisfy(\.isOver) { streaming.push("x") } }
      }
      server.finish(deadline: .zero)
      for pusher in pushers { pusher.join() }
      #expect(streaming.ends == 20)
      withExtendedLifetime(clients) {}
    }
  }
}
