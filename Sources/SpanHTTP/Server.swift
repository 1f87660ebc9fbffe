import Glibc
public import SpanMessage

/// An HTTP/1.1 server: reads requests off its sockets and hands them to a responder, on the thread that read them;
/// an answer that takes long may come later from another thread (``Reply/later(_:)``).
///
/// `start()` once; then `beginDrain()` says that the end is near, and `finish(deadline:)` brings it about.
///
/// What the server finds wrong below the routes is answered through the responder. A few faults are answered by
/// libmicrohttpd itself, with a page of HTML and without `X-Request-Id`, before the server sees the request: no
/// version in the request line or one that is not 1.x (400, 505), a field without a colon (400), a malformed or huge
/// `Content-Length` or chunk size (400, 413), and a head beyond ``Limits/headBytes`` (431, 414 for its target alone).
/// They end the connection and are observed as ``Observation/answeredByLibrary(status:)``.
public final class Server: Sendable {
  private let configuration: Configuration
  private let site: Site
  private let workers = Locked<[Worker]>([])
  private let lifecycle = Locked(Lifecycle())

  /// - Parameter observer: told of everything worth counting; nothing is measured if there is none.
  public init(_ configuration: Configuration, responder: any Responder, observer: Observer? = nil) {
    self.configuration = configuration
    site = Site(limits: configuration.limits, responder: responder, observer: observer)
  }

  deinit { finish(deadline: .zero) }

  /// Opens the sockets and starts the threads; returns once connections are taken.
  public func start() throws(StartupError) {
    guard lifecycle.withLock({ $0 == .idle }) else { throw .alreadyStarted }
    try ListeningSocket.probe(configuration.address)
    try site.janitor.start()
    var started: [Worker] = []
    do throws(StartupError) {
      var address = configuration.address
      let count = min(max(1, configuration.threads), 1024)
      let connections = DescriptorLimit.allowing(site.limits.connections)
      for _ in 0..<count {
        let socket = try ListeningSocket(address)
        address.port = socket.port
        let worker = Worker(site: site)
        try worker.start(on: socket, connectionLimit: max(1, connections / count))
        started.append(worker)
      }
      workers.withLock { $0 = started }
      guard lifecycle.withLock({ $0.start(port: address.port) }) else { throw .alreadyStarted }
    } catch {
      site.parking.close()
      site.streams.close()
      for worker in started { worker.stop() }
      site.janitor.stop()
      throw error
    }
  }

  /// The port it listens on, also where the configuration asked for 0; 0 before the start and after the end.
  public var boundPort: UInt16 { lifecycle.withLock { $0.port } ?? 0 }

  /// Requests whose head has come and whose answer is not out. One that is answered by a stream counts until that starts:
  /// nobody waits for its end.
  public var requestsInFlight: Int { load.requests }

  /// Answers that are being streamed.
  package var openStreams: Int { site.streams.count }

  public var openConnections: Int { load.connections }

  /// It was told to stop: not ready for new clients.
  public var isDraining: Bool { lifecycle.withLock { $0.isDraining } }

  /// Says so to whoever asks ``isDraining``; answers as before until ``finish(deadline:)``.
  public func beginDrain() { lifecycle.withLock { $0.beginDrain() } }

  /// Takes no more connections, ends each with its next answer, and returns when all is answered or the time is up;
  /// then answers that were to come later become 503, and whatever is left is cut. Returns how many requests ended so.
  ///
  /// Streams are ended at once, and properly, so that their clients come back elsewhere; they do not hold up the end.
  /// ``beginDrain()`` leaves them alone: until the drain has got around, those who come back would come back here.
  @discardableResult
  public func finish(deadline: Duration) -> Int {
    let start = Clock.milliseconds()
    guard lifecycle.withLock({ $0.beginFinish(now: start, within: deadline.milliseconds) }) else { return 0 }
    site.close()
    site.streams.close()
    let all = workers.withLock { $0 }
    for worker in all { worker.quiesce() }
    while !lifecycle.withLock({ $0.isDone(load, now: Clock.milliseconds()) }) { pause() }

    let cut = load.requests
    wakeParked()
    for worker in all { worker.stop() }
    // Those that were just closed get a moment to read their answer.
    let end = min(start + deadline.milliseconds, Clock.milliseconds() + Lifecycle.quietPeriod)
    while site.janitor.lingering > 0, Clock.milliseconds() < end { pause() }
    site.janitor.stop()
    lifecycle.withLock { $0.stop(cut: cut) }
    return cut
  }

  /// Answers for those who did not, and gives the answers, and the ends of streams, a moment to go out.
  private func wakeParked() {
    site.parking.close()
    let end = Clock.milliseconds() + Lifecycle.quietPeriod
    while site.parking.count + site.streams.count > 0, Clock.milliseconds() < end { pause() }
  }

  private var load: Load { workers.withLock { $0.reduce(Load()) { $0 + $1.load } } }

  private func pause() { usleep(5_000) }
}
