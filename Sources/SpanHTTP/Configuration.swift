extension Server {
  /// Where a server listens, with how many threads, and what it lets a client use up.
  public struct Configuration: Sendable {
    public var address: SocketAddress
    /// Threads that read sockets and answer; each has its own listening socket on the same port.
    public var threads: Int
    public var limits: Limits

    public init(address: SocketAddress, threads: Int = 1, limits: Limits = Limits()) {
      self.address = address
      self.threads = threads
      self.limits = limits
    }
  }

  /// What one client, and all of them together, may use up.
  public struct Limits: Sendable {
    /// Largest request body, after unpacking; beyond it 413.
    public var bodyBytes = 8 << 20
    /// Request bodies held in memory over all connections; beyond it 503 with `Retry-After`.
    public var bodyBytesInFlight = 256 << 20
    /// What is read and thrown away of a refused body, so that the uploader gets to see the answer.
    public var discardedBytes = 64 << 20
    /// Request line and header fields of one request, with the library's own bookkeeping; beyond it 431.
    public var headBytes = 32 << 10
    /// Longest request target; beyond it 414.
    public var targetBytes = 8 << 10
    /// Open connections, shared out evenly over the threads; more wait in the listening queue.
    public var connections = 16_384
    /// Open streams, each on a connection of its own; beyond it 503 with `Retry-After`. A quarter of the connections is
    /// kept for others.
    public var streams = 10_000
    /// From the first byte of a connection, or of a request on it, to the end of the head.
    public var headDeadline = Duration.seconds(10)
    /// From the end of the head to the end of the body.
    public var bodyDeadline = Duration.seconds(30)
    /// From the answer to its last byte taken by the client; for a stream, from one portion of it to the next.
    public var answerDeadline = Duration.seconds(30)
    /// For an answer that comes later, from another thread; beyond it 503.
    public var deferredDeadline = Duration.seconds(60)
    /// A connection on which nothing moves is closed; longer than the slowest handler.
    public var idleTimeout = Duration.seconds(60)

    public init() {}

    /// Nothing negative, nothing that overflows when one more is added, and a head that can hold a request.
    func clamped() -> Limits {
      let most = 1 << 40
      var limits = self
      limits.bodyBytes = min(max(0, bodyBytes), most)
      limits.bodyBytesInFlight = min(max(0, bodyBytesInFlight), most)
      limits.discardedBytes = min(max(0, discardedBytes), most)
      limits.headBytes = min(max(4 << 10, headBytes), most)
      limits.targetBytes = max(1, targetBytes)
      limits.connections = max(1, connections)
      limits.streams = min(max(0, streams), limits.connections - limits.connections / 4)
      return limits
    }
  }
}
