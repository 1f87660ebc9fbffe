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

  /// What can be refused from the head alone (401, 403, 404, 405, 406, 415), and `OPTIONS`.
  func refusal(of head: RequestHead) -> Response? {
    if head.method == "OPTIONS", head.target.isAsterisk { return Self.options(allow: allow) }
    guard let route = route(for: head.target) else {
      return Self.notFound(head).response(requestID: head.id)
    }
    if head.method == "OPTIONS" { return Self.options(allow: route.allow, route.template) }
    guard let endpoint = route.endpoint(for: head.method) else {
      return Problem(
        status: 405, detail: "\(route.template) answers \(route.allow), not \(Excerpt.quoted(head.method)).",
        headers: ["Allow": route.allow]
      ).response(requestID: head.id, route.template)
    }
    do throws(Gate.Refusal) {
      let caller = try admit(head, to: route)
      return endpoint.refusal(of: head)?.response(requestID: head.id, route.template, caller)
    } catch {
      return error.problem.response(requestID: head.id, route.template, error.caller)
    }
  }

  private func admit(_ head: RequestHead, to route: Route) throws(Gate.Refusal) -> Caller {
    guard let gate else { return .anybody }
    return try gate.admit(head, to: route.scope)
  }

  /// - Precondition: ``refusal(of:)`` let the head through.
  func answer(to request: Request) -> Endpoint.Answer {
    guard let route = route(for: request.head.target), let endpoint = route.endpoint(for: request.head.method) else {
      return .done(Self.notFound(request.head).response(requestID: request.head.id))
    }
    var request = request
    do throws(Gate.Refusal) {
      request.caller = try admit(request.head, to: route)
    } catch {
      return .done(error.problem.response(requestID: request.head.id, route.template, error.caller))
    }
    do throws(Problem) {
      return try endpoint.answer(request).named(route.template, request.caller)
    } catch {
      return .done(error.response(requestID: request.head.id, route.template, request.caller))
    }
  }

  /// The same, worked out here however long it takes.
  func respond(to request: Request) -> Response {
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
  /// Says which route it comes from, and whom it is for.
  fileprivate func named(_ template: String, _ caller: Caller) -> Self {
    switch self {
    case .done(let response): .done(response.named(template, caller))
    case .long(let work): .long { work().named(template, caller) }
    case .later(let start): .later { tell in start { tell($0.named(template, caller)) } }
    }
  }
}

extension Response {
  fileprivate func named(_ template: String, _ caller: Caller?) -> Response {
    var response = self
    response.route = template
    response.caller = caller
    return response
  }
}

extension Problem {
  fileprivate func response(requestID: String, _ template: String, _ caller: Caller? = nil) -> Response {
    response(requestID: requestID).named(template, caller)
  }
}
