import Glibc
import SpanHTTP
import SpanMessage
import Testing

@Suite("Stopping", .serialized)
struct DrainTests {
  @Test("64 keep-alive clients at full speed lose no request that was accepted")
  func fullSpeed() throws {
    let responder = Echo()
    let server = Server(
      .init(address: SocketAddress(host: "127.0.0.1", port: 0), threads: 2), responder: responder)
    try server.start()
    let port = server.boundPort
    let crowd = Crowd(clients: 64, port: port)
    eventually { responder.requests.count > 640 }
    server.beginDrain()
    #expect(server.isDraining)
    let start = ContinuousClock.now
    let cut = server.finish(deadline: .seconds(60))
    #expect(ContinuousClock.now - start < .seconds(30))
    #expect(cut == 0)
    let result = crowd.wait()
    #expect(result.lost == 0)
    #expect(result.answered == responder.requests.count)
    #expect(result.answered > 64)
    #expect(throws: (any Error).self) { try RawClient(port: port) }
  }

  @Test("before the end is near, answers keep their connections; then each ends with the next answer")
  func closing() throws {
    try withServer { server, _ in
      let client = try RawClient(port: server.boundPort)
      let request = "GET /x HTTP/1.1\r\nHost: a\r\n\r\n"
      try client.send(request)
      #expect(try client.answer()["Connection"] == nil)
      server.beginDrain()
      try client.send(request)
      #expect(try client.answer()["Connection"] == nil)
      // One that is on its way holds up the end.
      let holding = try RawClient(port: server.boundPort)
      try holding.send("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n")
      eventually { server.requestsInFlight == 1 }
      let finisher = Background { server.finish(deadline: .seconds(60)) }
      var connection: String?
      for _ in 0..<2_000 where connection == nil {
        usleep(1_000)
        try client.send(request)
        connection = try client.answer()["Connection"]
      }
      #expect(connection?.lowercased() == "close")
      #expect(client.isClosed())
      try holding.send("a")
      #expect(try holding.answer().status == 200)
      finisher.join()
    }
  }

  @Test("a request that was on its way when the drain began is answered")
  func halfSent() throws {
    try withServer { server, _ in
      let client = try RawClient(port: server.boundPort)
      try client.send("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nabc")
      eventually { server.requestsInFlight == 1 }
      let finisher = Background { server.finish(deadline: .seconds(60)) }
      usleep(600_000)
      try client.send("def")
      #expect(try client.answer().body == "POST [\"x\"] abcdef")
      finisher.join()
    }
  }

  @Test("at the deadline a request that hangs is cut, and counted")
  func deadline() throws {
    let responder = Echo()
    let server = Server(.init(address: SocketAddress(host: "127.0.0.1", port: 0)), responder: responder)
    try server.start()
    let client = try RawClient(port: server.boundPort)
    try client.send("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nabc")
    eventually { server.requestsInFlight == 1 }
    let start = ContinuousClock.now
    #expect(server.finish(deadline: .milliseconds(300)) == 1)
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(client.isClosed())
  }

  @Test("idle connections do not hold up the end")
  func idle() throws {
    try withServer { server, _ in
      let clients = try (0..<100).map { _ in try RawClient(port: server.boundPort) }
      eventually { server.openConnections == 100 }
      let start = ContinuousClock.now
      server.finish(deadline: .seconds(60))
      #expect(ContinuousClock.now - start < .seconds(30))
      for client in clients { #expect(client.isClosed()) }
    }
  }

  @Test("a connection that the kernel had accepted, but no thread yet, is served")
  func backlog() throws {
    let server = Server(.init(address: SocketAddress(host: "127.0.0.1", port: 0)), responder: Slow())
    try server.start()
    let first = try RawClient(port: server.boundPort)
    try first.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
    eventually { server.requestsInFlight == 1 }
    let waiting = try (0..<5).map { _ in try RawClient(port: server.boundPort) }
    for client in waiting { try client.send("GET /b HTTP/1.1\r\nHost: a\r\n\r\n") }
    #expect(server.finish(deadline: .seconds(60)) == 0)
    for client in [first] + waiting {
      let answer = try client.answer()
      #expect(answer.status == 204)
      #expect(answer["Connection"]?.lowercased() == "close")
    }
  }

  @Test("what was sent right before the end is answered, whichever thread takes the connection")
  func sentBefore() throws {
    for _ in 0..<20 {
      let server = Server(.init(address: SocketAddress(host: "127.0.0.1", port: 0)), responder: Echo())
      try server.start()
      let client = try RawClient(port: server.boundPort)
      try client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(server.finish(deadline: .seconds(60)) == 0)
      #expect(try client.answer().status == 200)
    }
  }

  @Test("finishing twice, or a server that never started, is harmless")
  func twice() throws {
    try withServer { server, _ in
      server.finish(deadline: .zero)
      #expect(server.finish(deadline: .seconds(5)) == 0)
      #expect(server.boundPort == 0)
    }
    let never = Server(.init(address: SocketAddress(host: "127.0.0.1", port: 0)), responder: Echo())
    #expect(never.finish(deadline: .seconds(5)) == 0)
  }
}

/// Takes its time, on the thread that should be accepting connections.
private struct Slow: Responder {
  func refusal(of head: RequestHead) -> Response? { nil }
  func respond(to request: Request) -> Response {
    usleep(200_000)
    return Response(status: 204)
  }
  func answer(
    toFault status: Int, code: String, detail: String, headers: HeaderFields, requestID: String
  ) -> Response {
    Response(status: status)
  }
}

@Suite("Signals are waited for")
struct SignalTests {
  @Test("one that is pending is returned, none is waited for in vain")
  func pending() {
    let signals = Signals([SIGUSR2])
    signals.block()
    #expect(signals.wait(for: .milliseconds(20)) == nil)
    pthread_kill(pthread_self(), SIGUSR2)
    #expect(signals.wait(for: .seconds(5)) == SIGUSR2)
    pthread_kill(pthread_self(), SIGUSR2)
    #expect(signals.wait() == SIGUSR2)
  }
}

/// A thread of its own for something that blocks.
final class Background: @unchecked Sendable {
  private let body: @Sendable () -> Void
  private var id = pthread_t()

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
    unsafe pthread_create(
      &id, nil,
      { context in
        if let context = unsafe context {
          unsafe Unmanaged<Background>.fromOpaque(context).takeRetainedValue().body()
        }
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
  }

  func join() { pthread_join(id, nil) }
}

/// Clients that ask on keep-alive connections without a pause, until each one's connection is ended for it.
private final class Crowd: Sendable {
  struct Result {
    var answered = 0
    /// Requests that were sent on an open connection, without having been told that it ends, and got no answer.
    var lost = 0
  }

  private let result = Locked(Result())
  private let threads: Locked<[Background]>

  init(clients: Int, port: UInt16) {
    threads = Locked([])
    for _ in 0..<clients {
      let thread = Background { [self] in run(port) }
      threads.withLock { $0.append(thread) }
    }
  }

  func wait() -> Result {
    let all = threads.withLock { threads in
      defer { threads = [] }  // they hold on to this
      return threads
    }
    for thread in all { thread.join() }
    return result.withLock { $0 }
  }

  private func run(_ port: UInt16) {
    guard let client = try? RawClient(port: port) else { return }
    while true {
      do {
        try client.send("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
        let answer = try client.answer()
        result.withLock { $0.answered += 1 }
        if answer["Connection"]?.lowercased() == "close" { return }
      } catch {
        result.withLock { $0.lost += 1 }
        return
      }
    }
  }
}
