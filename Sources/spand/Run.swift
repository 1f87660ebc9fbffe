import Glibc
import SpanAPI
import SpanHTTP
import SpanStore
import SpanUncertainty
import SpanWeb

/// The life of the service, from the first socket to the last answer.
enum Run {
  /// - Returns: the exit code.
  static func serve(_ configuration: Configuration) -> CInt {
    let door: Door
    do throws(Door.Fault) {
      door = try Door(configuration)
    } catch {
      Terminal.error("spand: " + error.lines.joined(separator: "\n       "))
      return ExitCode.configuration
    }
    if configuration.store == nil {
      Terminal.error("spand: without HOME sessions are kept in memory and gone with the process: name a --store")
    }
    door.signals.block()
    // A log that nobody reads any more is no reason to end.
    _ = signal(SIGPIPE, SIG_IGN)
    // Nor is a file that may not grow: the write fails, and that is told.
    _ = signal(SIGXFSZ, SIG_IGN)
    let background = BackgroundThreads(
      threads: configuration.threads, queueLength: configuration.threads * simulationsPerThread)
    let sessionThreads = BackgroundThreads(threads: configuration.threads, queueLength: sessionQueueLength)
    let start = Double(Timestamp.now) / 1000
    let log = Log(configuration.logLevel)
    let logging = Heartbeat(every: .milliseconds(100)) { log.flush() }
    defer {
      logging.stop()
      log.flush()
    }
    let metrics = Metrics()
    let store: any EventStore
    // Milliseconds.
    let lifetime = configuration.sessionLifetime > .zero ? Int64(configuration.sessionLifetime / .milliseconds(1)) : nil
    do throws(StoreFailure) {
      store = try (configuration.store ?? .memory).open(
        timeToLive: lifetime, quota: configuration.tenantQuota, threads: sessionThreads
      ) { observation in
        metrics.record(observation)
        switch observation {
        case .failed(let reason): log.write(.storeFailed(reason: reason))
        case .recovered: log.write(.storeRecovered)
        case .appended, .read, .committing: break
        }
      }
    } catch {
      Terminal.error("spand: \(error.message)")
      return ExitCode.unavailable
    }
    defer {
      sessionThreads.stop()
      store.close()
    }
    var settings: Service.Settings
    do throws(ProfilesFile.Fault) {
      settings = try self.settings(configuration, background)
    } catch {
      Terminal.error("spand: \(error.message)")
      return ExitCode.configuration
    }
    settings.store = store
    settings.sessionLifetime = lifetime
    settings.sessionWork = { sessionThreads.run($0) }
    settings.gate = door.gate
    let service = Service(settings)
    let heartbeat = Heartbeat(every: .seconds(15)) { service.sessions?.beat() }
    // What other replicas have written; they may tell, or may not. And who watches a session that is erased after its
    // time learns it only so.
    let pause: Duration? = store.isShared ? .milliseconds(250) : lifetime.map { _ in .seconds(2) }
    let poll = pause.map { pause in Heartbeat(every: pause) { service.sessions?.poll() } }
    defer {
      poll?.stop()
      heartbeat.stop()
    }
    let main = Server(
      Server.Configuration(
        address: configuration.listen, threads: configuration.threads, limits: configuration.limits),
      responder: configuration.servesPages ? Website(before: service) : service,
      observer: { observation in
        metrics.record(observation)
        if let event = LogEvent(observation) { log.write(event) }
      })
    // The admin listener comes up last and goes down last, so that probes see both ends of the life.
    let admin = configuration.adminListen.map { address in
      Server(
        Server.Configuration(address: address),
        responder: AdminService(
          notReadyBecause: {
            if main.isDraining { return "The service is stopping." }
            return store.isReachable ? nil : "The store cannot be written to."
          },
          metrics: {
            var gauges = Gauges()
            gauges.requests = main.requestsInFlight
            gauges.connections = main.openConnections
            gauges.streams = main.openStreams
            gauges.cache = service.sessions?.cacheFigures
            gauges.process = .now(startedAt: start)
            gauges.droppedLines = log.droppedLines
            return metrics.exposition(gauges)
          }),
        observer: { observation in
          if let event = LogEvent(observation, isAdmin: true) { log.write(event) }
        })
    }
    let servers = [main] + (admin.map { [$0] } ?? [])
    for server in servers {
      do {
        try server.start()
      } catch {
        Terminal.error("spand: \(error)")
        return ExitCode.unavailable
      }
    }
    Terminal.output(greeting(configuration, main, admin))
    door.waitForTermination(log)
    log.write(.stopping)
    defer { background.stop() }
    return drain(servers, configuration)
  }

  /// How many may wait for each thread that simulates: one takes up to a second, and its client has a deadline.
  private static let simulationsPerThread = 16
  /// Requests that wait for a shared store, beyond which others are refused; and what goes on in sessions after their
  /// store has answered, which is then done where the answer came.
  private static let sessionQueueLength = 4096

  private static func settings(
    _ configuration: Configuration, _ background: BackgroundThreads
  ) throws(ProfilesFile.Fault) -> Service.Settings {
    var settings = Service.Settings()
    settings.corsOrigins = configuration.corsOrigins
    settings.limits.sessionCache = configuration.sessionCache
    settings.limits.snapshotInterval = configuration.snapshotInterval
    settings.limits.compacts = configuration.compactsSessions
    settings.background = { background.run($0) }
    if let path = configuration.profiles {
      settings.profiles = settings.profiles.replaced(by: try ProfilesFile.read(path))
    }
    return settings
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
