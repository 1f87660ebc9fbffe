import Glibc
import SpanHTTP
import SpanMessage
import Testing

@Suite("Many streams", .serialized)
struct StreamCrowdTests {
  @Test("a thousand silent streams cost no processor time")
  func silent() throws {
    try withStreaming { server, streaming in
      let clients = try (0..<1000).map { _ in try watcher(server) }
      streaming.push("one")
      for client in clients { #expect(try client.chunk() == "one") }
      let other = try RawClient(port: server.boundPort)
      func threadTime() throws -> Duration {
        try other.send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try other.answer().body == "now")
        return streaming.threadTime
      }
      let before = try threadTime()
      usleep(1_000_000)
      #expect(try threadTime() - before < .milliseconds(300))
      #expect(server.openStreams == 1000 && streaming.streams.allSatisfy { $0.pending == 0 })
    }
  }

  @Test("two thousand watchers get all events in their order")
  func order() throws {
    try withStreaming(threads: 2) { server, streaming in
      let clients = try (0..<2000).map { _ in try watcher(server) }
      let pusher = Background {
        for index in 0..<10 { streaming.push("event \(index)\n") }
        for stream in streaming.streams { stream.finish() }
      }
      let expected = (0..<10).map { "event \($0)\n" }.joined()
      for client in clients { #expect(try client.chunks() == expected) }
      pusher.join()
      eventually { streaming.ends == 2000 && server.openStreams == 0 }
    }
  }

  @Test("short streams, pushed to by others while they begin, sleep, end and break", arguments: [1, 2])
  func short(threads: Int) throws {
    try withStreaming(threads: threads) { server, streaming in
      let isDone = Locked(false)
      let pusher = Background {
        var next = 0
        while !isDone.withLock({ $0 }) || next < streaming.streams.count {
          for stream in streaming.streams[next...] {
            for text in ["a", "b", "c"] { stream.push(ByteBuffer(text)) }
            stream.finish()
            next += 1
          }
        }
      }
      let clients = (0..<4).map { seed in
        Background {
          for round in 0..<250 {
            guard let client = try? RawClient(port: server.boundPort) else { continue }
            for turn in 0..<4 {
              try? client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
              if (round + turn + seed) % 5 == 0 { break }
              let status = try? client.head().status
              let text = try? client.chunks()
              #expect(status == 200 && text == "abc")
            }
            if round % 2 == 0 { client.breakOff() }
          }
        }
      }
      for client in clients { client.join() }
      isDone.withLock { $0 = true }
      pusher.join()
      eventually { streaming.ends == streaming.streams.count && server.openStreams + server.requestsInFlight == 0 }
    }
  }
}
