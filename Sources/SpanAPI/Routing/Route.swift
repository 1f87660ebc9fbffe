package import SpanMessage

/// One address of the service and what it answers there.
///
/// A class, as its endpoints are: all threads look at them for every request, and count one reference then, not several.
package final class Route: Sendable {
  /// As in `openapi.yaml`: `/v1/sessions/{sid}`.
  package let template: String
  /// By method, in the order `Allow` names them.
  package let endpoints: [Endpoint]
  /// What a key must have, where keys are asked for; nil: no key is needed.
  let scope: Scope?
  let segments: [Segment]

  enum Segment: Equatable, Sendable {
    case literal(String)
    case parameter(String)
  }

  package init(_ template: String, scope: Scope? = nil, _ endpoints: [Endpoint]) {
    self.template = template
    self.scope = scope
    self.endpoints = endpoints
    segments = template.split(separator: "/").map {
      $0.hasPrefix("{") && $0.hasSuffix("}") ? .parameter(String($0.dropFirst().dropLast())) : .literal(String($0))
    }
  }

  /// The methods answered here, with those that come by themselves.
  var allow: String { Self.allow(endpoints.map(\.method)) }

  static func allow(_ methods: [String]) -> String {
    var methods = methods
    if methods.contains("GET") { methods.append("HEAD") }
    methods.append("OPTIONS")
    return methods.joined(separator: ", ")
  }

  func endpoint(for method: String) -> Endpoint? {
    let method = method == "HEAD" ? "GET" : method
    return endpoints.first { $0.method == method }
  }

  func matches(_ path: [String]) -> Bool {
    path.count == segments.count
      && zip(segments, path).allSatisfy { segment, text in
        if case .literal(let literal) = segment { literal == text } else { !text.isEmpty }
      }
  }
}

/// What answers one method of a route.
package final class Endpoint: Sendable {
  package let method: String
  /// The media types of the answer, for `Accept`; the first is the usual one. None: the good answer
  /// takes any `Accept`, as one without a body does.
  package let produces: [MediaType]
  package let body: Body
  let answer: @Sendable (Request) throws(Problem) -> Answer

  /// What comes of a request that has nothing wrong in it.
  package enum Answer: Sendable {
    case done(Response)
    /// Takes long: not for a thread that others wait for.
    case long(@Sendable () -> Response)
    /// Comes later: what is called with whom to tell.
    case later(@Sendable (@escaping @Sendable (Response) -> Void) -> Void)

    /// Long work that may come to nothing.
    static func long(
      _ request: Request, _ work: @escaping @Sendable () throws(Problem) -> Response
    ) -> Answer {
      .long {
        do throws(Problem) {
          return try work()
        } catch {
          return error.response(requestID: request.head.id)
        }
      }
    }
  }

  /// What a request brings.
  package enum Body: Sendable {
    case none
    case json
    /// JSON, or nothing, which stands for an empty object.
    case optionalJSON
  }

  package convenience init(
    _ method: String, produces: MediaType = .json, body: Body = .none,
    respond: @escaping @Sendable (Request) throws(Problem) -> Response
  ) {
    self.init(
      method, produces: [produces], body: body,
      answer: { request throws(Problem) in
        .done(try respond(request))
      })
  }

  package init(
    _ method: String, produces: [MediaType] = [.json], body: Body = .none,
    answer: @escaping @Sendable (Request) throws(Problem) -> Answer
  ) {
    self.method = method
    self.produces = produces
    self.body = body
    self.answer = answer
  }
}
