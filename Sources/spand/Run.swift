import Glibc
import SpanAPI
import SpanHTTP
import SpanStore

/// The life of the service, from the first socket to the last answer.
enum Run {
  /// Why the service does not start.
  struct Failure: Error {
    let message: String
    let code: CInt
  }

  /// - Returns: the exit code.
  static func serve(_ configuration: Configuration) -> CInt {
    do throws(Failure) {
      return try live(configuration)
    } catch {
      Terminal.error("spand: \(error.message)")
      return error.code
    }
  }

  /// What is begun here ends in the other order, whatever fails between.
  private static func live(_ configuration: Configuration) throws(Failure) -> CInt {
    let door = try door(configuration)
    if configuration.store == nil {
      Terminal.error("spand: without HOME sessions are kept in memory and gone with the process: name a --store")
    }
    settleSignals(door)
    let crew = Crew(configuration)
    let log = Log(configuration.logLevel)
    let witness = Witness(log: log)
    let logging = Heartbeat(every: .milliseconds(100)) { log.flush() }
    defer {
      logging.stop()
      log.flush()
    }
    let store = try store(configuration, crew, witness)
    defer {
      crew.sessions.stop()
      store.close()
    }
    let service = Service(try settings(configuration, crew, store, door))
    let heartbeats = heartbeats(of: service, on: store, configuration)
    defer { for heartbeat in heartbeats { heartbeat.stop() } }
    let main = mainServer(configuration, service, witness)
    // The admin listener comes up last and goes down last, so that probes see both ends of the life.
    let admin = adminServer(configuration, main, service, store, witness)
    let servers = [main] + (admin.map { [$0] } ?? [])
    try start(servers)
    Terminal.output(greeting(configuration, main, admin))
    door.waitForTermination(log)
    log.write(.stopping)
    defer { crew.background.stop() }
    return drain(servers, configuration)
  }

  private static func settleSignals(_ door: Door) {
    door.signals.block()
    // A log that nobody reads any more is no reason to end.
    _ = signal(SIGPIPE, SIG_IGN)
    // Nor is a file that may not grow: the write fails, and that is told.
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  private static func start(_ servers: [Server]) throws(Failure) {
    for server in servers {
      do {
        try server.start()
      } catch {
        throw Failure(message: "\(error)", code: ExitCode.unavailable)
      }
    }
  }

  /// Names the ports that were bound, also where port 0 was asked for.
  private static func greeting(_ configuration: Configuration, _ main: Server, _ admin: Server?) -> String {
    func url(_ asked: SocketAddress, _ server: Server) -> String {
      "http://\(SocketAddress(host: asked.host, port: server.boundPort))"
    }
    let line = "spand \(Version.number) answers on \(url(configuration.listen, main))"
    guard let admin, let address = configuration.adminListen else { return line }
    return "\(line), admin on \(url(address, admin))"
  }

  /// Not ready, a moment for the load balancer, then no more connections until the last answer is out.
  private static func drain(_ servers: [Server], _ configuration: Configuration) -> CInt {
    for server in servers { server.beginDrain() }
    leaveOnSecondSignal()
    if configuration.drainDelay > .zero {
      usleep(useconds_t(configuration.drainDelay / .microseconds(1)))
    }
    var cut = 0
    for server in servers { cut += server.finish(deadline: configuration.drainTimeout) }
    if cut > 0 { Terminal.error("spand: \(cut) requests were cut after the drain time-out") }
    return 0
  }

  private static func leaveOnSecondSignal() {
    var thread = pthread_t()
    _ = unsafe pthread_create(
      &thread, nil,
      { _ in
        guard let number = Signals.termination.wait() else { return nil }
        _exit(128 + number)
      }, nil)
  }
}
