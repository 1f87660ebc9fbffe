internal import SpanMessage
internal import SpanSession
internal import SpanStore

// Reading of sessions: all is answered from the state in memory but lists of sessions and events.

extension Endpoint {
  private static func read(
    _ sessions: Sessions, _ respond: @escaping @Sendable (LiveSession, Request) throws(Problem) -> Response
  ) -> Endpoint {
    Endpoint("GET") { request throws(Problem) -> Answer in
      try sessions.answer(request) { () throws(Problem) in
        try tagged(sessions.read(request), request, respond)
      }
    }
  }

  /// As ``read(_:_:)``, for answers that look at all of a session.
  private static func readAll(
    _ sessions: Sessions, _ respond: @escaping @Sendable (LiveSession, Request) throws(Problem) -> Response
  ) -> Endpoint {
    let read = read(sessions, respond)
    return Endpoint("GET") { request throws(Problem) -> Answer in
      // Who has to look into the store does so in the background anyway.
      guard !sessions.store.isShared else { return try read.answer(request) }
      let durable = try sessions.read(request)
      guard durable.isLarge(sessions.limits) else { return .done(try tagged(durable, request, respond)) }
      return .long(request) { () throws(Problem) in try tagged(durable, request, respond) }
    }
  }

  private static func tagged(
    _ durable: DurableSession, _ request: Request,
    _ respond: (LiveSession, Request) throws(Problem) -> Response
  ) throws(Problem) -> Response {
    try respond(durable.session, request).tagged(durable.session)
  }

  static func getSession(_ sessions: Sessions) -> Endpoint {
    read(sessions) { session, _ throws(Problem) in .json(capacity: 1024) { $0.session(session) } }
  }

  static func listPlanes(_ sessions: Sessions) -> Endpoint {
    read(sessions) { session, _ throws(Problem) in
      .json(capacity: 4096) { json in
        json.items { json in for plane in session.state.planes.records { json.raw(plane.source) } }
      }
    }
  }

  static func getPlane(_ sessions: Sessions) -> Endpoint {
    read(sessions) { session, request throws(Problem) in
      guard let plane = session.state.planes[request.itemID] else { throw .unknown("plane", request.itemID) }
      return .json(capacity: 1024) { $0.raw(plane.source) }
    }
  }

  static func listAnchors(_ sessions: Sessions) -> Endpoint {
    readAll(sessions) { session, _ throws(Problem) in
      .json(capacity: 4096) { json in
        json.items { json in for anchor in session.state.anchors { json.anchor(anchor, in: session) } }
      }
    }
  }

  static func getAnchor(_ sessions: Sessions) -> Endpoint {
    read(sessions) { session, request throws(Problem) in
      guard let anchor = session.state.anchor(request.itemID) else { throw .unknown("anchor", request.itemID) }
      return .json(capacity: 1024) { $0.anchor(anchor, in: session) }
    }
  }

  static func getDrift(_ sessions: Sessions) -> Endpoint {
    readAll(sessions) { session, _ throws(Problem) in
      .json(capacity: 4096) { $0.drift(session.state.drift(), in: session) }
    }
  }

  static func getPath(_ sessions: Sessions) -> Endpoint {
    readAll(sessions) { session, _ throws(Problem) in
      .json(capacity: 4096) { $0.path(session.state.path(), in: session.unit) }
    }
  }

  static func listMeasurements(_ sessions: Sessions) -> Endpoint {
    readAll(sessions) { session, _ throws(Problem) in
      .json(capacity: 4096) { json in
        json.items { json in
          for measurement in session.state.measurements { json.measurement(measurement, in: session) }
        }
      }
    }
  }

  static func getMeasurement(_ sessions: Sessions) -> Endpoint {
    read(sessions) { session, request throws(Problem) in
      guard let measurement = session.state.measurement(request.itemID) else {
        throw .unknown("measurement", request.itemID)
      }
      return .json(capacity: 4096) { $0.measurement(measurement, in: session) }
    }
  }

  static func listSessions(_ sessions: Sessions) -> Endpoint {
    Endpoint("GET") { request throws(Problem) -> Answer in
      let query = try Query(request, ["limit", "cursor"])
      let limit = try query.limit(default: 50, most: 200)
      let cursor = try query.cursor
      return try sessions.answer(request) { () throws(Problem) in
        try page(of: sessions, request.caller, before: cursor, limit: limit)
      }
    }
  }

  private static func page(
    of sessions: Sessions, _ caller: Caller, before cursor: String?, limit: Int
  ) throws(Problem) -> Response {
    let heads = try sessions.look { store throws(StoreFault) in
      // One more tells whether there is a next page.
      try store.sessions(of: caller.tenant, before: cursor, limit: limit + 1)
    }
    return .json(capacity: 1024 * heads.count + 64) { json in
      json.items(next: heads.count > limit ? Cursor.text(heads[limit - 1].id) : nil) { json in
        for head in heads.prefix(limit) { json.raw(head.summary) }
      }
    }
  }
}

extension JSONWriter {
  /// A list as every list is answered.
  /// - Parameter next: nil: this is the last page.
  mutating func items(next: String? = nil, _ body: (inout JSONWriter) -> Void) {
    beginObject()
    name("items")
    beginArray()
    body(&self)
    endArray()
    if let next { member("nextCursor", next) } else { memberNull("nextCursor") }
    endObject()
  }
}
