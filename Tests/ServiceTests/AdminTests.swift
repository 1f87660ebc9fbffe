import SpanAPI
import SpanHTTP
import SpanMessage
import SpanTestSupport
import Testing

@Suite("What operators see")
struct AdminTests {
  private static func both(notReadyBecause reason: String? = nil, _ metrics: Metrics = Metrics()) -> [Client] {
    let service = AdminService(notReadyBecause: { reason }, metrics: { metrics.exposition(Gauges()) })
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

  private func page(_ gauges: Gauges = Gauges()) throws -> Exposition {
    try Exposition(metrics.exposition(gauges).text)
  }

  @Test("a fresh page is whole and says which Span this is")
  func fresh() throws {
    var gauges = Gauges()
    (gauges.requests, gauges.connections, gauges.streams, gauges.droppedLines) = (2, 3, 4, 5)
    let page = try page(gauges)
    #expect(page.value("span_build_info", ["version": Version.number]) == 1)
    #expect(page.value("http_server_active_requests") == 2)
    #expect(page.value("http_server_open_connections") == 3)
    #expect(page.value("http_server_open_streams") == 4)
    #expect(page.value("span_log_lines_dropped_total") == 5)
    #expect(page.value("process_open_fds") == nil && page.value("span_session_cache_bytes") == nil)
  }

  @Test("what was asked for at the moment is shown, of the cache and of the process")
  func gauges() throws {
    var gauges = Gauges()
    gauges.cache = CacheFigures(sessions: 6, bytes: 7, hits: 8, misses: 9)
    var process = Gauges.Process()
    (process.seconds, process.residentBytes, process.descriptors, process.start) = (1.5, 2, 3, 4)
    gauges.process = process
    let page = try page(gauges)
    for (name, value) in [
      ("span_session_cache_sessions", 6), ("span_session_cache_bytes", 7), ("span_session_cache_hits_total", 8),
      ("span_session_cache_misses_total", 9), ("process_cpu_seconds_total", 1.5),
      ("process_resident_memory_bytes", 2), ("process_open_fds", 3), ("process_start_time_seconds", 4),
    ] { #expect(page.value(name) == value, "\(name)") }
  }

  @Test("a stream is counted when it ends, and lasts in no histogram")
  func streams() throws {
    let route = "/v1/sessions/{sid}/events"
    metrics.finished(Metrics.Request(route: route, method: "GET", status: 200, seconds: 3600, isStream: true))
    let page = try page()
    let labels = ["http_route": route, "http_request_method": "GET", "http_response_status_code": "200"]
    #expect(page.value("http_server_finished_streams_total", labels) == 1)
    #expect(page.value("http_server_request_duration_seconds_count", labels) == nil)
  }

  @Test("who may not is counted by the code of the problem, who asks wrongly is not")
  func refusals() throws {
    for (status, code) in [(401, "key.missing"), (401, "key.missing"), (403, "scope.missing"), (400, "query.invalid")] {
      metrics.finished(Metrics.Request(route: "/v1/sessions", method: "GET", status: status, seconds: 0, code: code))
    }
    let page = try page()
    #expect(page.value("span_refused_requests_total", ["code": "key.missing"]) == 2)
    #expect(page.value("span_refused_requests_total", ["code": "scope.missing"]) == 1)
    #expect(page.value("span_refused_requests_total", ["code": "query.invalid"]) == nil)
  }

  @Test("misses and warnings of drift are counted as the answers that tell of them, and nothing else is")
  func marks() throws {
    let marks = ["hit.none", "drift.warning", "hit.none", "tracking.unavailable", "whatever"]
    metrics.finished(Metrics.Request(route: "/v1/measure", method: "POST", status: 200, seconds: 0, marks: marks))
    let page = try page()
    #expect(page.value("span_missed_taps_total", ["code": "hit.none"]) == 2)
    #expect(page.value("span_missed_taps_total", ["code": "tracking.unavailable"]) == 1)
    #expect(page.value("span_missed_taps_total", ["code": "whatever"]) == nil)
    #expect(page.value("span_drift_warnings_total") == 1)
  }

  @Test("the store is counted: how long, how many at once, how often it failed")
  func store() throws {
    for seconds in [1e-5, 0.2, 0.2] { metrics.appended(seconds: seconds) }
    metrics.read(seconds: 1e-4)
    for count in [1, 3, 2001] { metrics.committing(appends: count) }
    metrics.storeFailed()
    let page = try page()
    #expect(page.value("span_store_append_duration_seconds_count") == 3)
    #expect(page.value("span_store_append_duration_seconds_bucket", ["le": "0.1"]) == 1)
    #expect(page.value("span_store_read_duration_seconds_bucket", ["le": "0.0001"]) == 1)
    #expect(page.value("span_store_commit_appends_bucket", ["le": "1.0"]) == 1)
    #expect(page.value("span_store_commit_appends_bucket", ["le": "5.0"]) == 2)
    #expect(page.value("span_store_commit_appends_bucket", ["le": "2000.0"]) == 2)
    #expect(page.value("span_store_commit_appends_sum") == 2005)
    #expect(page.value("span_store_failures_total") == 1)
    for name in ["span_store_append_duration_seconds", "span_store_read_duration_seconds", "span_store_commit_appends"]
    {
      page.expectHistogram(name)
    }
  }

  @Test("requests are counted by route, method and status, their durations in buckets")
  func requests() throws {
    for seconds in [40e-6, 50e-6, 60e-6, 0.3, 7] {
      metrics.finished(Metrics.Request(route: "/v1/measure", method: "POST", status: 200, seconds: seconds))
    }
    metrics.finished(Metrics.Request(route: "/v1/measure", method: "POST", status: 422, seconds: 1e-4))
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
      metrics.finished(
        Metrics.Request(
          route: response.route, method: method, status: response.status, seconds: 1e-4, code: response.code,
          marks: response.marks))
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
