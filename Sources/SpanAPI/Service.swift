package import SpanMessage
package import SpanStore
package import SpanUncertainty

/// The measuring service as seen from the main listener: requests in, responses out, no sockets.
package struct Service: Responder {
  package let router: Router
  package let sessions: Sessions?
  /// nil: pages of other origins may not call.
  private let crossOrigin: CrossOrigin?
  private let background: Settings.Background

  package init(_ settings: Settings = Settings()) {
    sessions = settings.store.map { Sessions(store: $0, settings) }
    router = Router(Self.routes(settings) + (sessions.map(Route.all(of:)) ?? []), gate: settings.gate)
    crossOrigin = CrossOrigin(origins: settings.corsOrigins)
    background = settings.background
  }

  /// What an operator may set.
  package struct Settings: Sendable {
    package var limits = Limits()
    /// Origins whose pages may call; `*` for all. Empty: no CORS fields at all.
    package var corsOrigins: [String] = []
    /// Who is let in; nil: everybody.
    package var gate: Gate?
    /// That requests may name; the first `generic` one is the default.
    package var profiles = NoiseProfile.all
    /// Where work goes that takes long; by default it is done at once.
    package var background: Background = { work in
      work()
      return true
    }
    /// Where sessions are kept; nil: there are none.
    package var store: (any EventStore)?
    /// Milliseconds that the store keeps a session after its last change; nil: for ever.
    package var sessionLifetime: Int64?
    /// Where the work of sessions goes on that was held up by the store; by default it is done at once.
    package var sessionWork: Background = { work in
      work()
      return true
    }
    package init() {}

    /// Does the work soon, on another thread; false when it has no room for it.
    package typealias Background = @Sendable (@escaping @Sendable () -> Void) -> Bool
  }

  private static func routes(_ settings: Settings) -> [Route] {
    [
      Route("/v1/measure", scope: .measure, [.measure(settings)]),
      Route("/v1/raycast", scope: .measure, [.raycast(settings)]),
      Route("/v1/snap", scope: .measure, [.snap(settings)]),
      Route("/v1/triangulate", scope: .measure, [.triangulate(settings)]),
      Route("/v1/combine", scope: .measure, [.combine(settings)]),
      Route("/v1/profiles", scope: .measure, [.profiles(settings)]),
      Route("/healthz", [.health]),
      Route("/version", [.version]),
      Route("/openapi.yaml", [.specification]),
    ]
  }

  package func refusal(of head: RequestHead) -> Response? {
    let refusal = isForeign(head) ? Problem.foreignPage.response(requestID: head.id) : router.refusal(of: head)
    return refusal.map { finished($0, head) }
  }

  /// A page has its visitor's browser send requests wherever it likes; the browser says that it was one of another site
  /// (Fetch Metadata Request Headers, W3C). What only reads is harmless: such a page does not see the answer.
  private func isForeign(_ head: RequestHead) -> Bool {
    guard head.headers["Sec-Fetch-Site"] == "cross-site", !["GET", "HEAD", "OPTIONS"].contains(head.method) else {
      return false
    }
    return crossOrigin?.admits(head.headers["Origin"]) != true
  }

  package func respond(to request: Request) -> Response {
    finished(router.respond(to: request), request.head)
  }

  /// As ``respond(to:)``, but work that takes long goes to the background.
  package func reply(to request: Request) -> Reply {
    switch router.answer(to: request) {
    case .done(let response): .now(finished(response, request.head))
    case .long(let work): later(request.head, work)
    case .later(let start): later(request.head, start)
    }
  }

  private func later(
    _ head: RequestHead, _ start: @Sendable (@escaping @Sendable (Response) -> Void) -> Void
  ) -> Reply {
    let deferred = Deferred()
    start { deferred.complete(with: finished($0, head)) }
    return .later(deferred)
  }

  private func later(_ head: RequestHead, _ work: @escaping @Sendable () -> Response) -> Reply {
    let deferred = Deferred()
    let isTaken = background {
      // While it waited its turn, the client may have been told that it took too long.
      guard !deferred.isSettled else { return }
      deferred.complete(with: finished(work(), head))
    }
    guard isTaken else { return .now(finished(Self.busy(head), head)) }
    return .later(deferred)
  }

  private static func busy(_ head: RequestHead) -> Response {
    Problem.unavailable(
      "Too much long work is waiting (simulations, reports, many taps among many surfaces, measurements of many points);"
        + " try again later, or ask for less at a time.", code: "server.overload"
    ).response(requestID: head.id)
  }

  /// The address may not even have been readable, so this is answered as everything below `/v1` is.
  package func answer(
    toFault status: Int, code: String, detail: String, headers: HeaderFields, requestID: String
  ) -> Response {
    var response = Problem(status: status, detail: detail, code: FaultCode(stringLiteral: code))
      .response(requestID: requestID)
    response.headers.append("Cache-Control", Self.cacheControl)
    crossOrigin?.describe(&response, toRequestWith: headers)
    return response
  }

  /// Measurements are of the moment: no cache may keep them, no proxy may touch them.
  private static let cacheControl = "no-store, no-transform"

  private func finished(_ response: consuming Response, _ head: RequestHead) -> Response {
    if head.target.segments.first == "v1" { response.headers.append("Cache-Control", Self.cacheControl) }
    crossOrigin?.describe(&response, to: head)
    return response
  }
}

extension Problem {
  fileprivate static let foreignPage = Problem(
    status: 403,
    detail: "A page of another site sent this, and its origin is not among those that may call (--cors-origins).",
    code: "origin.notAllowed")
}
