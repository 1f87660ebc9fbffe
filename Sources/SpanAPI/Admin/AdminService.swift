package import SpanMessage

/// What operators and their probes see, on a listener of its own.
package struct AdminService: Responder {
  private let router: Router

  /// - Parameters:
  ///   - notReadyBecause: nil when new clients are welcome, else why they are not.
  ///   - metrics: the page of counts.
  package init(
    notReadyBecause: @escaping @Sendable () -> String?, metrics: @escaping @Sendable () -> ByteBuffer
  ) {
    let ready = Endpoint("GET") { _ throws(Problem) in
      if let reason = notReadyBecause() {
        throw Problem(status: 503, detail: reason, code: "notReady", headers: ["Retry-After": "1"])
      }
      return .json(capacity: 64) { json in
        json.beginObject()
        json.member("status", text: "ready")
        json.endObject()
      }
    }
    let page = Endpoint("GET", produces: .text) { _ throws(Problem) in
      Response(
        status: 200, headers: ["Content-Type": "text/plain; version=0.0.4; charset=utf-8"], body: metrics())
    }
    router = Router([Route("/healthz", [.health]), Route("/readyz", [ready]), Route("/metrics", [page])])
  }

  package func refusal(of head: RequestHead) -> Response? { router.refusal(of: head) }

  package func respond(to request: Request) -> Response { router.respond(to: request) }

  package func answer(
    toFault status: Int, code: String, detail: String, headers: HeaderFields, requestID: String
  ) -> Response {
    Problem(status: status, detail: detail, code: FaultCode(stringLiteral: code)).response(requestID: requestID)
  }
}
