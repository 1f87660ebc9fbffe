package import SpanMessage

/// Finds who answers a request, and answers itself when nobody does.
package struct Router: Sendable {
  package let routes: [Route]
  /// Every method that some route answers, for `OPTIONS *`.
  private let allow: String
  /// nil: everybody may everything.
  private let gate: Gate?

  package init(_ routes: [Route], gate: Gate? = nil) {
    self.routes = routes
    self.gate = gate
    let methods = Set(routes.flatMap { $0.endpoints.map(\.method) })
    allow = Route.allow(methods.sorted())
  }

  /// The route of a target; nil when there is none.
  package func route(for target: RequestTarget) -> Route? {
    target.isAsterisk ? nil : routes.first { $0.matches(target.segments) }
  }

  /// What can be refused from the head alone (401, 403, 404, 405, 406, 415, 429), and `OPTIONS`.
  package func refusal(of head: RequestHead) -> Response? {
    if head.method == "OPTIONS", head.target.isAsterisk { return Self.options(allow: allow) }
    guard let route = route(for: head.target) else {
      return Self.notFound(head).response(requestID: head.id)
    }
    if head.method == "OPTIONS" { return Self.options(allow: route.allow, route.template) }
    guard let endpoint = route.endpoint(for: head.method) else {
      let problem = Problem(
        status: 405, detail: "\(route.template) answers \(route.allow), not \(Excerpt.quoted(head.method)).",
        headers: ["Allow": route.allow])
      return finished(problem.response(requestID: head.id), route, nil)
    }
    do throws(Gate.Refusal) {
      let visitor = try admit(head, to: route)
      if let visitor { try gate?.spend(visitor) }
      return endpoint.refusal(of: head).map { finished($0.response(requestID: head.id), route, visitor) }
    } catch {
      return finished(error.problem.response(requestID: head.id), route, error.visitor)
    }
  }

  /// nil: it needs no key.
  private func admit(_ head: RequestHead, to route: Route) throws(Gate.Refusal) -> Gate.Visitor? {
    guard let gate, let scope = route.scope else { return nil }
    return try gate.admit(head, to: scope)
  }

  /// Says which route a response comes from, whom it is for, and what is left to them.
  private func finished(_ response: consuming Response, _ route: Route, _ visitor: Gate.Visitor?) -> Response {
    response.route = route.template
    if let visitor {
      response.caller = visitor.caller
      gate?.describe(&response, to: visitor)
    }
    return response
  }

  /// - Precondition: ``refusal(of:)`` let the head through.
  func answer(to request: Request) -> Endpoint.Answer {
    guard let route = route(for: request.head.target), let endpoint = route.endpoint(for: request.head.method) else {
      return .done(Self.notFound(request.head).response(requestID: request.head.id))
    }
    do throws(Gate.Refusal) {
      guard let gate, let visitor = try admit(request.head, to: route) else {
        return answer(to: request, endpoint) { finished($0, route, nil) }
      }
      let slot = try gate.enter(visitor)
      var request = request
      request.caller = visitor.caller
      return answer(to: request, endpoint) { response in
        // A stream is being answered until it ends; whoever has any other answer may ask again at once.
        if let stream = response.stream { stream.whenEnded { slot.leave() } } else { slot.leave() }
        return finished(response, route, visitor)
      }
    } catch {
      return .done(finished(error.problem.response(requestID: request.head.id), route, error.visitor))
    }
  }

  private func answer(
    to request: Request, _ endpoint: Endpoint, _ finish: @escaping @Sendable (consuming Response) -> Response
  ) -> Endpoint.Answer {
    do throws(Problem) {
      return try endpoint.answer(request).finished(finish)
    } catch {
      return .done(finish(error.response(requestID: request.head.id)))
    }
  }

  /// The same, worked out here however long it takes.
  package func respond(to request: Request) -> Response {
    switch answer(to: request) {
    case .done(let response): return response
    case .long(let work): return work()
    case .later(let start):
      let promise = Promise<Response>()
      start { promise.fulfil($0) }
      return promise.wait()
    }
  }

  private static func options(allow: String, _ template: String? = nil) -> Response {
    Response(status: 204, headers: ["Allow": allow], route: template)
  }

  private static func notFound(_ head: RequestHead) -> Problem {
    Problem(
      status: 404,
      detail: "There is nothing at \(Excerpt.quoted(head.target.rawPath)); /openapi.yaml lists every address.")
  }
}

extension Endpoint {
  fileprivate func refusal(of head: RequestHead) -> Problem? {
    let types = head.headers.values(of: "Content-Type")
    if body == .json || (body == .optionalJSON && !types.isEmpty) {
      // Of several types none is sure.
      guard !types.isEmpty, types.allSatisfy(MediaType.json.isNamed(by:)) else {
        let other = types.first { !MediaType.json.isNamed(by: $0) }
        let got = other.map { "was sent as \(Excerpt.quoted($0))" } ?? "came without a Content-Type"
        return Problem(
          status: 415, detail: "The body \(got); send it with the header Content-Type: application/json.",
          headers: ["Accept": MediaType.json.name])
      }
    }
    let accept = head.headers.values(of: "Accept")
    if !produces.isEmpty, !produces.contains(where: { $0.isAccepted(by: accept) }) {
      let names = produces.map(\.name).joined(separator: " or ")
      return Problem(status: 406, detail: "The answer is \(names), which the Accept header does not take.")
    }
    return nil
  }
}

extension Endpoint.Answer {
  fileprivate consuming func finished(_ finish: @escaping @Sendable (consuming Response) -> Response) -> Self {
    switch consume self {
    case .done(let response): .done(finish(response))
    case .long(let work): .long { finish(work()) }
    case .later(let start): .later { tell in start { tell(finish($0)) } }
    }
  }
}
