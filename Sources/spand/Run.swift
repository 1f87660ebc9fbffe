import Glibc
import SpanAPI
import SpanHTTP

/// The life of the service, from the first socket to the last answer.
enum Run {
  /// - Returns: the exit code.
  static func serve(_ configuration: Configuration) -> CInt {
    Signals.termination.block()
    let metrics = Metrics()
    let main = Server(
      Server.Configuration(
        address: configuration.listen, threads: configuration.threads, limits: configuration.limits),
      responder: Service(settings(configuration)), observer: { metrics.record($0) })
    // The admin listener comes up last and goes down last, so that probes see both ends of the life.
    var servers = [main]
    if let address = configuration.adminListen {
      servers.append(
        Server(
          Server.Configuration(address: address),
          responder: AdminService(
            notReadyBecause: { main.isDraining ? "The service is stopping." : nil },
            metrics: { metrics.exposition(inFlight: main.requestsInFlight, connections: main.openConnections) })))
    }
    for server in servers {
      do {
        try server.start()
      } catch {
        Terminal.error("spand: \(error)")
        return ExitCode.unavailable
      }
    }
    Terminal.output("spand \(Version.number) answers on http://\(address(configuration.listen, main.boundPort))")
    _ = Signals.termination.wait()
    return drain(servers, configuration)
  }

  private static func settings(_ configuration: Configuration) -> Service.Settings {
    var settings = Service.Settings()
    settings.corsOrigins = configuration.corsOrigins
    return settings
  }

  private static func address(_ asked: SocketAddress, _ port: UInt16) -> SocketAddress {
    SocketAddress(host: asked.host, port: port)
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
    _ = unsafe pthread_create(&thread, nil, { _ in
      guard let number = Signals.termination.wait() else { return nil }
      _exit(128 + number)
    }, nil)
  }
}
