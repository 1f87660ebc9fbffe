import SpanAPI
import SpanHTTP
import SpanMessage
import SpanTestSupport
import Testing

@Suite("What operators see")
struct AdminTests {
  private static func both(notReadyBecause reason: String? = nil, _ metrics: Metrics = Metrics()) -> [Client] {
    let service = AdminService(
      notReadyBecause: { reason }, metrics: { metrics.exposition(inFlight: 2, connections: 3) })
    return [Client(service), Client(service, serverLimits: Server.Limits())]
  }

  @Test("alive, ready, and counts", arguments: both())
  func routes(client: Client) throws {
    #expect(try client.get("/healthz").body == "{\"status\":\"ok\"}")
    #expect(try client.get("/readyz").body == "{\"status\":\"ready\"}")
    #expect(try client.get("/readyz").status == 200)
    let metrics = try client.get("/metrics")
    #expect(metrics.status == 200)
    #expect(metrics["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
    #expect(try client.send("HEAD", "/metrics").body.isEmpty)
    #expect(try client.send("OPTIONS", "/metrics")["Allow"] == "GET, HEAD, OPTIONS")
    #expect(try client.send("OPTIONS", "*")["Allow"] == "GET, HEAD, OPTIONS")
    try client.send("POST", "/readyz").expectProblem(405)
  }

  @Test("not ready, and why", arguments: both(notReadyBecause: "The service is stopping."))
  func notReady(client: Client) throws {
    let answer = try client.get("/readyz")
    try answer.expectProblem(503)
    #expect(answer["Retry-After"] == "1")
    #expect(try answer.json.string("/detail") == "The service is stopping.")
    #expect(try answer.json.string("/code") == "notReady")
    #expect(try client.get("/healthz").status == 200)
  }

  @Test("nothing of it is at the main listener, and nothing of that is here")
  func apart() throws {
    for client in Client.both {
      try client.get("/readyz").expectProblem(404)
      try client.get("/metrics").expectProblem(404)
    }
    for client in Self.both() {
      for path in ["/version", "/openapi.yaml", "/v1/measure", "/v1/snap"] { try client.get(path).expectProblem(404) }
    }
  }

  @Test("scrapers are understood", arguments: both())
  func accept(client: Client) throws {
    let prometheus = """
      application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,\
      application/openmetrics-text;version=0.0.1;q=0.5,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,\
      text/plain;version=0.0.4;q=0.3,*/*;q=0.2
      """
    #expect(try client.get("/metrics", [("Accept", prometheus)]).status == 200)
    try client.get("/metrics", [("Accept", "application/openmetrics-text")]).expectProblem(406)
  }
}

@Suite("The counts for Prometheus")
struct MetricsTests {
  private let metrics = Metrics()

  private func page() throws -> Exposition {
    try Exposition(metrics.exposition(inFlight: 2, connections: 3).text)
  }

  @Test("a fresh page is whole and says which Span this is")
  func fresh() throws {
    let page = try page()
    #expect(page.value("span_build_info", ["version": Version.number]) == 1)
    #expect(page.value("http_server_active_requests") == 2)
    #expect(page.value("http_server_open_connections") == 3)
  }

  @Test("requests are counted by route, method and status, their durations in buckets")
  func requests() throws {
    for seconds in [40e-6, 50e-6, 60e-6, 0.3, 7] {
      metrics.finished(route: "/v1/measure", method: "POST", status: 200, seconds: seconds)
    }
    metrics.finished(route: "/v1/measure", method: "POST", status: 422, seconds: 1e-4)
    let name = "http_server_request_duration_seconds"
    let labels = ["http_route": "/v1/measure", "http_request_method": "POST", "http_response_status_code": "200"]
    func bucket(_ bound: String) throws -> Double? {
      try page().value(name + "_bucket", labels.merging(["le": bound]) { $1 })
    }
    #expect(try bucket("5e-05") == 2)
    #expect(try bucket("0.0001") == 3)
    #expect(try bucket("0.25") == 3)
    #expect(try bucket("1.0") == 4)
    #expect(try bucket("+Inf") == 5)
    #expect(try page().value(name + "_count", labels) == 5)
    let sum = try #require(try page().value(name + "_sum", labels))
    #expect(abs(sum - 7.30015) < 1e-9)
    try page().expectHistogram(name)
  }

  @Test("faults below the routes, pages of the library and slow clients are counted")
  func others() throws {
    metrics.refused(code: "header.host")
    metrics.refused(code: "header.host")
    metrics.answeredByLibrary(status: 431)
    metrics.cut(phase: "head")
    let page = try page()
    #expect(page.value("span_refused_requests_total", ["code": "header.host"]) == 2)
    #expect(page.value("span_library_answers_total", ["status": "431"]) == 1)
    #expect(page.value("span_cut_connections_total", ["phase": "head"]) == 1)
  }

  @Test("the number of series does not depend on what clients send")
  func cardinality() throws {
    let service = Service()
    func count(_ method: String, _ path: String, id: String) throws {
      let head = RequestHead(method: method, target: try RequestTarget(path), id: id)
      let response = service.refusal(of: head) ?? service.respond(to: Request(head: head, body: ByteBuffer("{")))
      metrics.finished(route: response.route, method: method, status: response.status, seconds: 1e-4)
    }
    func ask(_ round: Int) throws {
      for method in ["GET", "BREW\(round)", "Method\"\\\(round)", "options"] {
        for path in ["/v1/\(round)", "/\(round)?x=\(round)", "/v1/measure", "/healthz"] {
          try count(method, path, id: "request-\(round)")
        }
      }
    }
    try ask(0)
    let before = try page().samples.count
    for round in 1..<100 { try ask(round) }
    let after = try page()
    #expect(after.samples.count == before)
    let routes = Set(after.samples.compactMap { $0.labels["http_route"] })
    #expect(routes == ["/v1/measure", "/healthz", "none"])
    #expect(Set(after.samples.compactMap { $0.labels["http_request_method"] }) == ["GET", "_OTHER"])
  }
}
