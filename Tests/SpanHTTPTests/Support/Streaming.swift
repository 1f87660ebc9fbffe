import Glibc
import SpanHTTP
import SpanMessage
import Testing

/// Answers with streams that a test pushes to, but for `/now`, which notes the time of its thread; `/204` has a stream
/// that cannot be sent.
final class Streaming: Responder {
  private struct State {
    var streams: [ByteStream] = []
    var ends = 0
    var faults: [String] = []
    var threadTime = Duration.zero
  }

  private let state = Locked(State())
  private let capacity: Int
  private let first: String?
  private let produce: (@Sendable (ByteStream) -> Void)?

  /// - Parameters:
  ///   - first: what is pushed before the answer is given.
  ///   - produce: called when a stream is drained.
  init(capacity: Int = 256 << 10, first: String? = nil, produce: (@Sendable (ByteStream) -> Void)? = nil) {
    self.capacity = capacity
    self.first = first
    self.produce = produce
  }

  /// In the order the requests came.
  var streams: [ByteStream] { state.withLock { $0.streams } }

  /// How many times a stream said that it had ended.
  var ends: Int { state.withLock { $0.ends } }

  /// Codes of the faults the server asked an answer for.
  var faults: [String] { state.withLock { $0.faults } }

  /// Processor time that the thread that took the last request had used by then.
  var threadTime: Duration { state.withLock { $0.threadTime } }

  /// Pushes one chunk to all.
  func push(_ text: String) {
    let chunk = ByteBuffer(text)
    for stream in streams { stream.push(chunk) }
  }

  func refusal(of head: RequestHead) -> Response? { nil }

  func respond(to request: Request) -> Response {
    guard request.head.target.segments != ["now"] else {
      state.withLock { $0.threadTime = Self.threadTime() }
      return Response(status: 200, body: ByteBuffer("now"))
    }
    let stream = ByteStream(capacity: capacity)
    stream.whenEnded { [state] in state.withLock { $0.ends += 1 } }
    if let produce { stream.whenDrained { produce(stream) } }
    if let first { stream.push(ByteBuffer(first)) }
    state.withLock { $0.streams.append(stream) }
    return Response(
      status: request.head.target.segments == ["204"] ? 204 : 200, headers: ["Content-Type": "text/event-stream"],
      stream: stream, route: "/stream")
  }

  func answer(
    toFault status: Int, code: String, detail: String, headers: HeaderFields, requestID: String
  ) -> Response {
    state.withLock { $0.faults.append(code) }
    return .toFault(status, code, of: headers)
  }

  private static func threadTime() -> Duration {
    // A timespec by another name: the members of that one belong to a module that is not seen from here.
    var time = (seconds: 0, nanoseconds: 0)
    unsafe withUnsafeMutablePointer(to: &time) {
      let time = unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: timespec.self)
      _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, time)
    }
    return .seconds(time.seconds) + .nanoseconds(time.nanoseconds)
  }
}

/// A started server that streams, stopped at the end of the body.
func withStreaming(
  _ responder: Streaming = Streaming(), threads: Int = 1, limits: Server.Limits = .init(), observer: Observer? = nil,
  _ body: (Server, Streaming) throws -> Void
) throws {
  let server = Server(
    .init(address: SocketAddress(host: "127.0.0.1", port: 0), threads: threads, limits: limits), responder: responder,
    observer: observer)
  try server.start()
  defer { server.finish(deadline: .milliseconds(100)) }
  try body(server, responder)
}

/// A client whose stream has begun: its head was read.
func watcher(_ server: Server, _ path: String = "/stream") throws -> RawClient {
  let client = try RawClient(port: server.boundPort)
  try client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
  #expect(try client.head().status == 200)
  return client
}
