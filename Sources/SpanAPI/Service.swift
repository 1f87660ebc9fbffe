package import SpanMessage
package import SpanUncertainty

/// The measuring service as seen from the main listener: requests in, responses out, no sockets.
package struct Service: Responder {
  package let router: Router
  /// nil: pages of other origins may not call.
  private let crossOrigin: CrossOrigin?

  package init(_ settings: Settings = Settings()) {
    router = Router(Self.routes(settings))
    crossOrigin = CrossOrigin(origins: settings.corsOrigins)
  }

  /// What an operator may set.
  package struct Settings: Sendable {
    package var limits = Limits()
    /// Origins whose pages may call; `*` for all. Empty: no CORS fields at all.
    package var corsOrigins: [String] = []
    /// That requests may name; the first `generic` one is the default.
    package var profiles = NoiseProfile.all
    package init() {}
  }

  private static func routes(_ settings: Settings) -> [Route] {
    [
      Route("/v1/measure", [.measure(settings)]),
      Route("/v1/raycast", [.raycast(settings)]),
      Route("/v1/snap", [.snap(settings)]),
      Route("/v1/triangulate", [.triangulate(settings)]),
      Route("/v1/combine", [.combine(settings)]),
      Route("/v1/profiles", [.profiles(settings)]),
      Route("/healthz", [.health]),
      Route("/version", [.version]),
      Route("/openapi.yaml", [.specification]),
    ]
  }

  package func refusal(of head: RequestHead) -> Response? {
    router.refusal(of: head).map { finished($0, head) }
  }

  package func respond(to request: Request) -> Response {
    finished(router.respond(to: request), request.head)
  }

  /// The address may not even have been readable, so this is answered as everything below `/v1` is.
  package func answer(toFault status: Int, code: String, detail: String, requestID: String) -> Response {
    var response = Problem(status: status, detail: detail, code: FaultCode(stringLiteral: code))
      .response(requestID: requestID)
    response.headers.append("Cache-Control", Self.cacheControl)
    return response
  }

  /// Measurements are of the moment: no cache may keep them, no proxy may touch them.
  private static let cacheControl = "no-store, no-transform"

  private func finished(_ response: Response, _ head: RequestHead) -> Response {
    var response = response
    if head.target.segments.first == "v1" { response.headers.append("Cache-Control", Self.cacheControl) }
    crossOrigin?.describe(&response, to: head)
    return response
  }
}
