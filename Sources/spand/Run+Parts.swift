import SpanAPI
import SpanHTTP
import SpanStore
import SpanUncertainty
import SpanWeb

// What a service is put together from.

extension Run {
  /// The threads beside those that read sockets.
  struct Crew {
    /// For what takes long.
    let background: BackgroundThreads
    /// For what the store holds up.
    let sessions: BackgroundThreads

    /// How many may wait for each thread that simulates: one takes up to a second, and its client has a deadline.
    private static let simulationsPerThread = 16
    /// Requests that wait for a shared store, beyond which others are refused; and what goes on in sessions after their
    /// store has answered, which is then done where the answer came.
    private static let sessionQueueLength = 4096

    init(_ configuration: Configuration) {
      let threads = configuration.threads
      background = BackgroundThreads(threads: threads, queueLength: threads * Self.simulationsPerThread)
      sessions = BackgroundThreads(threads: threads, queueLength: Self.sessionQueueLength)
    }
  }

  /// Who sees what happens, and tells of it in the log and the metrics.
  struct Witness {
    let log: Log
    let metrics = Metrics()
    /// Seconds since 1970.
    let start = Double(Timestamp.now) / 1000

    func saw(_ observation: StoreObservation) {
      metrics.record(observation)
      switch observation {
      case .failed(let reason): log.write(.storeFailed(reason: reason))
      case .recovered: log.write(.storeRecovered)
      case .appended, .read, .committing: break
      }
    }

    func saw(_ observation: Observation) {
      metrics.record(observation)
      if let event = LogEvent(observation) { log.write(event) }
    }
  }

  static func door(_ configuration: Configuration) throws(Failure) -> Door {
    do throws(Door.Fault) {
      return try Door(configuration)
    } catch {
      throw Failure(message: error.lines.joined(separator: "\n       "), code: ExitCode.configuration)
    }
  }

  static func store(
    _ configuration: Configuration, _ crew: Crew, _ witness: Witness
  ) throws(Failure) -> any EventStore {
    do throws(StoreFailure) {
      return try (configuration.store ?? .memory).open(
        timeToLive: configuration.timeToLive, quota: configuration.tenantQuota, threads: crew.sessions
      ) { witness.saw($0) }
    } catch {
      throw Failure(message: error.message, code: ExitCode.unavailable)
    }
  }

  static func settings(
    _ configuration: Configuration, _ crew: Crew, _ store: any EventStore, _ door: Door
  ) throws(Failure) -> Service.Settings {
    var settings = Service.Settings()
    settings.corsOrigins = configuration.corsOrigins
    settings.limits.sessionCache = configuration.sessionCache
    settings.limits.snapshotInterval = configuration.snapshotInterval
    settings.limits.compacts = configuration.compactsSessions
    settings.background = { crew.background.run($0) }
    settings.sessionWork = { crew.sessions.run($0) }
    settings.store = store
    settings.sessionLifetime = configuration.timeToLive
    settings.gate = door.gate
    guard let path = configuration.profiles else { return settings }
    do throws(ProfilesFile.Fault) {
      settings.profiles = settings.profiles.replaced(by: try ProfilesFile.read(path))
    } catch {
      throw Failure(message: error.message, code: ExitCode.configuration)
    }
    return settings
  }

  static func heartbeats(
    of service: Service, on store: any EventStore, _ configuration: Configuration
  ) -> [Heartbeat] {
    let beat = Heartbeat(every: .seconds(15)) { service.sessions?.beat() }
    // What other replicas have written; they may tell, or may not. And who watches a session that is erased after its
    // time learns it only so.
    let pause: Duration? = store.isShared ? .milliseconds(250) : configuration.timeToLive.map { _ in .seconds(2) }
    guard let pause else { return [beat] }
    return [beat, Heartbeat(every: pause) { service.sessions?.poll() }]
  }

  static func mainServer(_ configuration: Configuration, _ service: Service, _ witness: Witness) -> Server {
    Server(
      Server.Configuration(
        address: configuration.listen, threads: configuration.threads, limits: configuration.limits),
      responder: configuration.servesPages ? Website(before: service) : service, observer: { witness.saw($0) })
  }

  /// nil: nobody wants one.
  static func adminServer(
    _ configuration: Configuration, _ main: Server, _ service: Service, _ store: any EventStore, _ witness: Witness
  ) -> Server? {
    configuration.adminListen.map { address in
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
            gauges.process = .now(startedAt: witness.start)
            gauges.droppedLines = witness.log.droppedLines
            return witness.metrics.exposition(gauges)
          }),
        observer: { observation in
          if let event = LogEvent(observation, isAdmin: true) { witness.log.write(event) }
        })
    }
  }
}

extension Configuration {
  /// ``sessionLifetime`` in milliseconds; nil: for ever.
  fileprivate var timeToLive: Int64? { sessionLifetime > .zero ? Int64(sessionLifetime / .milliseconds(1)) : nil }
}
