package import SpanMessage

extension Metrics {
  /// The page that Prometheus reads.
  package func exposition(_ gauges: Gauges) -> ByteBuffer {
    let page = Exposition()
    page.family("span_build_info", .gauge, "Always 1; which Span this is.")
    page.sample("span_build_info", [("version", Version.number)], 1)
    read { counts in
      page.requests(counts, gauges)
      page.refusals(counts)
      page.measuring(counts)
      page.store(counts)
    }
    if let cache = gauges.cache { page.cache(cache) }
    page.single(
      "span_log_lines_dropped_total", .counter, "Lines of the log that nobody took.", Double(gauges.droppedLines))
    if let process = gauges.process { page.process(process) }
    return page.buffer
  }
}

extension Exposition {
  fileprivate func requests(_ counts: Metrics.State, _ gauges: Gauges) {
    single(
      "http_server_active_requests", .gauge, "Requests whose answer is not out yet.", Double(gauges.requests))
    single("http_server_open_connections", .gauge, "Open connections.", Double(gauges.connections))
    single("http_server_open_streams", .gauge, "Answers that are being streamed.", Double(gauges.streams))
    let duration = "http_server_request_duration_seconds"
    family(duration, .histogram, "From the end of the head to the end of the answer, streams left out.")
    for (series, durations) in counts.requests.sorted(by: { Metrics.precedes($0.key, $1.key) }) {
      histogram(duration, Metrics.labels(series), durations)
    }
    let streams = "http_server_finished_streams_total"
    family(streams, .counter, "Streams that have ended.")
    for (series, count) in counts.streams.sorted(by: { Metrics.precedes($0.key, $1.key) }) {
      sample(streams, Metrics.labels(series), Double(count))
    }
  }

  fileprivate func refusals(_ counts: Metrics.State) {
    self.counts(
      "span_refused_requests_total",
      "Requests refused below the routes, for want of a key, or beyond a limit, by code.",
      by: "code", counts.refused)
    self.counts(
      "span_library_answers_total", "Error pages that the HTTP library sent by itself.", by: "status",
      Dictionary(uniqueKeysWithValues: counts.library.map { ("\($0.key)", $0.value) }))
    self.counts(
      "span_cut_connections_total", "Connections cut because the client was too slow, by phase.", by: "phase",
      counts.cut)
  }

  fileprivate func measuring(_ counts: Metrics.State) {
    self.counts("span_missed_taps_total", "Taps that met nothing, by the code of the miss.", by: "code", counts.missed)
    single(
      "span_drift_warnings_total", .counter, "Corrections of anchors that ended in a warning of drift.",
      Double(counts.drifted))
  }

  fileprivate func store(_ counts: Metrics.State) {
    family("span_store_append_duration_seconds", .histogram, "From an append to the store to its completion.")
    histogram("span_store_append_duration_seconds", [], counts.appends)
    family("span_store_read_duration_seconds", .histogram, "For one question to the store.")
    histogram("span_store_read_duration_seconds", [], counts.reads)
    family("span_store_commit_appends", .histogram, "Appends in one transaction of the store.")
    histogram("span_store_commit_appends", [], counts.commits)
    single(
      "span_store_failures_total", .counter, "Times that the store stopped taking appends or could not erase.",
      Double(counts.storeFailures))
  }

  fileprivate func cache(_ figures: CacheFigures) {
    single("span_session_cache_sessions", .gauge, "Sessions in memory.", Double(figures.sessions))
    single("span_session_cache_bytes", .gauge, "What they take, about.", Double(figures.bytes))
    single("span_session_cache_hits_total", .counter, "Looks that found a session in memory.", Double(figures.hits))
    single("span_session_cache_misses_total", .counter, "Looks that did not.", Double(figures.misses))
  }

  fileprivate func process(_ process: Gauges.Process) {
    single("process_cpu_seconds_total", .counter, "Processor time, user and system.", process.seconds)
    single("process_resident_memory_bytes", .gauge, "Memory that is resident.", Double(process.residentBytes))
    single("process_open_fds", .gauge, "Open descriptors.", Double(process.descriptors))
    single("process_start_time_seconds", .gauge, "When it started, since 1970.", process.start)
  }
}

extension Metrics {
  fileprivate static func labels(_ series: Series) -> [(String, String)] {
    [
      ("http_route", series.route), ("http_request_method", series.method),
      ("http_response_status_code", "\(series.status)"),
    ]
  }

  fileprivate static func precedes(_ a: Series, _ b: Series) -> Bool {
    (a.route, a.method, a.status) < (b.route, b.method, b.status)
  }
}
