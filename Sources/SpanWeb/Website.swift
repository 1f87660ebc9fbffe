package import SpanAPI
package import SpanMessage

/// The pages that people look at, in front of the service that answers everything else.
///
/// They are no part of the API, so they have a router of their own: what `openapi.yaml` describes is the service's.
package struct Website: Responder {
  package let router: Router
  private let service: any Responder

  package init(before service: any Responder) {
    self.service = service
    router = Router(WebFile.all.map { Route($0.address, [$0.endpoint]) })
  }

  package func refusal(of head: RequestHead) -> Response? {
    shows(head) ? router.refusal(of: head) : service.refusal(of: head)
  }

  package func respond(to request: Request) -> Response {
    shows(request.head) ? router.respond(to: request) : service.respond(to: request)
  }

  package func reply(to request: Request) -> Reply {
    shows(request.head) ? .now(router.respond(to: request)) : service.reply(to: request)
  }

  package func answer(
    toFault status: Int, code: String, detail: String, headers: HeaderFields, requestID: String
  ) -> Response {
    service.answer(toFault: status, code: code, detail: detail, headers: headers, requestID: requestID)
  }

  /// Requests that measure are let through at the first look.
  private func shows(_ head: RequestHead) -> Bool {
    head.target.segments.first != "v1" && router.route(for: head.target) != nil
  }
}
