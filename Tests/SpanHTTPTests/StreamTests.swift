import Glibc
import SpanHTTP
import SpanMessage
import Testing

@Suite("Streamed answers", .serialized)
struct StreamTests {
  @Test("the head comes before anything was pushed, and each chunk when it is pushed")
  func arrival() throws {
    try withStreaming { server, streaming in
      let client = try RawClient(port: server.boundPort)
      try client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
      let head = try client.head()
      #expect(head.status == 200 && head["Transfer-Encoding"] == "chunked" && head["Content-Length"] == nil)
      #expect(head["Content-Type"] == "text/event-stream" && head["X-Request-Id"] != nil)
      for index in 0..<20 {
        streaming.push("event \(index)\n")
        #expect(try client.chunk() == "event \(index)\n")
      }
      #expect(server.openStreams == 1 && streaming.streams[0].pending == 0)
    }
  }

  @Test("what was pushed before the first read comes first")
  func before() throws {
    try withStreaming(Streaming(first: "a")) { server, streaming in
      let client = try watcher(server)
      for text in ["b", "c", "d"] { streaming.push(text) }
      streaming.streams[0].finish()
      #expect(try client.chunks() == "abcd")
    }
  }

  @Test("the thread that serves a stream answers others meanwhile")
  func others() throws {
    try withStreaming { server, streaming in
      let client = try watcher(server)
      for _ in 0..<20 {
        #expect(try answer(to: "GET /now HTTP/1.1\r\nHost: a\r\n\r\n", port: server.boundPort).body == "now")
      }
      streaming.push("still there")
      #expect(try client.chunk() == "still there")
    }
  }

  @Test("its end is the end of the body, not of the connection, and a request that waited behind it is answered")
  func keepAlive() throws {
    try withStreaming { server, streaming in
      let client = try watcher(server)
      try client.send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n")
      streaming.push("one")
      streaming.streams[0].finish()
      #expect(try client.chunks() == "one")
      #expect(try client.answer().body == "now")
      try client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.head().status == 200)
      streaming.push("two")
      streaming.streams[1].finish()
      #expect(try client.chunks() == "two")
      #expect(streaming.streams.allSatisfy { $0.isOver && !$0.push([1]) })
      eventually { streaming.ends == 2 && server.openStreams == 0 }
    }
  }

  @Test("many threads push to one stream: nothing is lost, and each one's chunks keep their order")
  func threads() throws {
    try withStreaming { server, streaming in
      let client = try watcher(server)
      let stream = streaming.streams[0]
      let pushers = (0..<8).map { thread in
        Background { for index in 0..<500 { stream.push(ByteBuffer("\(thread) \(index)\n")) } }
      }
      var text = ""
      while text.count(where: { $0 == "\n" }) < 4000 { text += try client.chunk() }
      for pusher in pushers { pusher.join() }
      stream.finish()
      #expect(try client.chunks().isEmpty)
      var next = [Int](repeating: 0, count: 8)
      for line in text.split(separator: "\n") {
        let numbers = line.split(separator: " ").compactMap { Int($0) }
        #expect(numbers[1] == next[numbers[0]])
        next[numbers[0]] += 1
      }
      #expect(next.allSatisfy { $0 == 500 })
    }
  }

  @Test("a chunk longer than any buffer arrives whole")
  func long() throws {
    try withStreaming(Streaming(capacity: 4 << 20)) { server, streaming in
      let client = try watcher(server)
      let text = String(repeating: "0123456789abcdef", count: 200_000)
      streaming.push(text)
      streaming.streams[0].finish()
      #expect(try client.chunks() == text)
    }
  }

  @Test("one who produces on demand is asked from the start on, each time the client has taken all")
  func demand() throws {
    let asked = Locked(0)
    let streaming = Streaming { stream in
      let count = asked.withLock { count in
        defer { count += 1 }
        return count
      }
      if count < 5 { stream.push(ByteBuffer("\(count) ")) } else { stream.finish() }
    }
    try withStreaming(streaming) { server, _ in
      let client = try watcher(server)
      #expect(try client.chunks() == "0 1 2 3 4 ")
      #expect(asked.withLock { $0 } == 6)
    }
  }

  @Test("HTTP/1.0 gets the bytes as they are, and the end of the connection for their end")
  func version10() throws {
    let complete = Locked<[Bool]>([])
    try withStreaming(observer: { observation in
      if case .finished(let request) = observation { complete.withLock { $0.append(request.isComplete) } }
    }) { server, streaming in
      let client = try RawClient(port: server.boundPort)
      try client.send("GET /stream HTTP/1.0\r\n\r\n")
      let head = try client.head()
      #expect(head.status == 200 && head["Transfer-Encoding"] == nil && head["Content-Length"] == nil)
      let text = String(repeating: "0123456789abcdef", count: 1000)
      streaming.push("one ")
      #expect(String(decoding: try client.receive(), as: UTF8.self) == "one ")
      streaming.push(text)
      streaming.streams[0].finish()
      #expect(try client.receiveAll() == text)
      eventually { server.openConnections == 0 && complete.withLock { $0 } == [true] }
    }
  }

  @Test("HEAD gets the head, without a length, and never starts the stream", arguments: ["HTTP/1.1", "HTTP/1.0"])
  func headOnly(version: String) throws {
    try withStreaming(Streaming(first: "never sent")) { server, streaming in
      let client = try RawClient(port: server.boundPort)
      try client.send("HEAD /stream \(version)\r\nHost: a\r\n\r\n")
      let head = try client.head()
      #expect(head["Content-Type"] == "text/event-stream" && head["Content-Length"] == nil)
      #expect(try client.receiveAll().isEmpty)
      #expect(streaming.ends == 1 && streaming.streams[0].isOver && server.openStreams == 0)
      eventually { server.requestsInFlight == 0 && server.openConnections == 0 }
    }
  }

  @Test("a status that has no body does not start the stream either")
  func noBody() throws {
    try withStreaming(Streaming(first: "never sent")) { server, streaming in
      let client = try RawClient(port: server.boundPort)
      try client.send("GET /204 HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.head().status == 204)
      #expect(streaming.ends == 1 && server.openStreams == 0)
      try client.send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.answer().body == "now")
    }
  }

  @Test("beyond the limit there is a 503 that says when to come back; who ends makes room")
  func limit() throws {
    var limits = Server.Limits()
    limits.streams = 3
    try withStreaming(limits: limits) { server, streaming in
      let clients = try (0..<3).map { _ in try watcher(server) }
      let late = try RawClient(port: server.boundPort)
      try late.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
      let refused = try late.answer()
      #expect(refused.status == 503 && refused.body == "server.streams" && refused["Retry-After"] != nil)
      #expect(streaming.ends == 1 && streaming.streams[3].isOver && server.openStreams == 3)
      streaming.streams[0].finish()
      #expect(try clients[0].chunks().isEmpty)
      eventually { server.openStreams == 2 }
      try late.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try late.head().status == 200)
    }
  }

  @Test("observed once, at its end, with its bytes and how long it was open")
  func observed() throws {
    let finished = Locked<[FinishedRequest]>([])
    try withStreaming(observer: { observation in
      if case .finished(let request) = observation { finished.withLock { $0.append(request) } }
    }) { server, streaming in
      let client = try watcher(server)
      streaming.push("12345")
      #expect(try client.chunk() == "12345")
      eventually { server.requestsInFlight == 0 }
      usleep(100_000)
      #expect(finished.withLock { $0.isEmpty })
      streaming.push("678")
      streaming.streams[0].finish()
      #expect(try client.chunks() == "678")
      eventually { finished.withLock { $0.count } == 1 }
      let request = try #require(finished.withLock { $0.first })
      #expect(request.status == 200 && request.route == "/stream" && request.isComplete)
      #expect(request.bytesOut == 8 && request.seconds > 0.09)
    }
  }
}
