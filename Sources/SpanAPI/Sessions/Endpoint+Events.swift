internal import SpanMessage
internal import SpanStore

extension Endpoint {
  /// `GET /v1/sessions/{sid}/events`: a page of the log, or all of it and what comes, as Server-Sent Events.
  static func listEvents(_ sessions: Sessions) -> Endpoint {
    Endpoint("GET", produces: [.json, .eventStream]) { request throws(Problem) -> Answer in
      let query = try Query(request, ["after", "limit"])
      let after = try query.sequence("after")
      let limit = try query.limit(default: 100, most: 1000)
      let last = try request.lastEventID
      return try sessions.answer(request) { () throws(Problem) in
        let session = try sessions.read(request).session
        return request.wantsStream
          ? stream(of: session, sessions, request, after: last ?? after ?? 0)
          : try page(of: session, sessions, after: after ?? 0, limit: limit)
      }
    }
  }

  private static func stream(
    of session: LiveSession, _ sessions: Sessions, _ request: Request, after: Int
  ) -> Response {
    var response = Response(
      status: 200, headers: ["Content-Type": "text/event-stream; charset=utf-8", "X-Accel-Buffering": "no"])
    guard request.head.method != "HEAD" else { return response }
    let stream = sessions.watchers.watch(session.id, after: after, version: session.version)
    response.stream = stream
    // What happened since the session was read has been told to those who watched then.
    do throws(Problem) {
      sessions.watchers.changed(session.id, version: try sessions.version(of: session.id))
    } catch {
      // It cannot be told now: this client comes back and asks again.
      stream.finish()
    }
    return response
  }

  private static func page(
    of session: LiveSession, _ sessions: Sessions, after: Int, limit: Int
  ) throws(Problem) -> Response {
    let events = try sessions.look { store throws(StoreFault) in
      try store.events(of: session.id, after: after, limit: limit + 1)
    }
    let shown = events.prefix(limit)
    let next = events.isLastPage(of: limit + 1) ? nil : shown.last.map { String($0.sequence) }
    return Response.json(capacity: 4096) { json in
      json.items(next: next) { json in for event in shown { json.event(event) } }
    }.tagged(session)
  }
}

extension Request {
  /// `Accept` names event streams, and likes nothing better.
  fileprivate var wantsStream: Bool {
    let accept = head.headers.values(of: "Accept")
    return accept.contains { $0.utf8.count >= 17 && $0.lowercased().contains(MediaType.eventStream.name) }
      && MediaType.eventStream.isAccepted(by: accept)
  }

  /// Where a watcher that comes back was; nil: it is new.
  fileprivate var lastEventID: Int? {
    get throws(Problem) {
      guard let text = head.headers["Last-Event-ID"], !text.isEmpty else { return nil }
      guard let number = Int(digits: text) else {
        throw Query.fault("Last-Event-ID is the number of an event, not \(Excerpt.quoted(text)).")
      }
      return number
    }
  }
}
