public import SpanMessage
import Synchronization

/// An HTTP/1.1 server: reads requests off its sockets and hands them to a responder, on the thread that read them.
public final class Server: Sendable {
  private let configuration: Configuration
  private let responder: any Responder
  private let workers = Mutex<[Worker]>([])
  private let draining = Atomic(false)
  private let port = Atomic<UInt16>(0)

  public init(_ configuration: Configuration, responder: any Responder) {
    self.configuration = configuration
    self.responder = responder
  }

  /// The port it listens on, also where the configuration asked for 0; 0 before the start.
  public var boundPort: UInt16 { port.load(ordering: .acquiring) }

  /// Opens the sockets and starts the threads; returns once connections are taken.
  public func start() throws(StartupError) {
    var address = configuration.address
    try ListeningSocket.probe(address)
    let count = max(1, configuration.threads)
    for _ in 0..<count {
      let socket = try ListeningSocket(address)
      address.port = socket.port
      let worker = Worker(limits: configuration.limits, responder: responder)
      try worker.start(on: socket, connectionLimit: (configuration.limits.connections + count - 1) / count)
      workers.withLock { $0.append(worker) }
    }
    port.store(address.port, ordering: .releasing)
  }

  /// The server was told to stop and goes on answering for a while: not ready for new clients.
  public var isDraining: Bool { draining.load(ordering: .relaxed) }

  /// Says so to whoever asks ``isDraining``; nothing else changes yet.
  public func beginDrain() { draining.store(true, ordering: .relaxed) }

  /// Takes no more connections, answers what was accepted, and stops; at the deadline it stops whatever is left.
  public func finish(deadline: Duration) {
    beginDrain()
    let all = workers.withLock { workers in
      defer { workers = [] }
      return workers
    }
    for worker in all { worker.stop() }
  }
}
