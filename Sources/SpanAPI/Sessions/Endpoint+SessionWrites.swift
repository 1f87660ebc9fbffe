internal import SpanMessage
internal import SpanSession

// Changes of sessions: decoded here, decided and answered by the session's cell.

extension Endpoint {
  /// - Parameter command: makes the change of the decoded body; nil after noting a fault.
  private static func write(
    _ method: String, _ sessions: Sessions, body: Body = .json,
    _ command:
      @escaping @Sendable (JSONValue, Request, inout RequestDecoder) -> (any SessionCommand)?
  ) -> Endpoint {
    Endpoint(method, body: body) { request throws(Problem) -> Answer in
      let command = try decoded(request, sessions, command)
      return change(sessions, .command(command), request)
    }
  }

  private static func write<Command: SessionCommand>(
    _ method: String, _ sessions: Sessions, body: Body = .json, _ type: Command.Type
  ) -> Endpoint {
    write(method, sessions, body: body) { value, _, decoder in type.decode(value, &decoder, isStored: false) }
  }

  private static func change(
    _ sessions: Sessions, _ work: SessionCell.Ticket.Work, _ request: Request
  ) -> Answer {
    .later { tell in
      sessions.reading(request, tell) { () throws(Problem) in try sessions.change(work, request, tell) }
    }
  }

  private static func decoded<Value>(
    _ request: Request, _ sessions: Sessions, _ decode: (JSONValue, Request, inout RequestDecoder) -> Value?
  ) throws(Problem) -> Value {
    try decoded(request.withObject) { document throws(RequestFaults) in
      try RequestDecoder.decode(document, limits: sessions.limits, profiles: sessions.profiles) {
        decode($1, request, &$0)
      }
    }
  }

  static func createSession(_ sessions: Sessions) -> Endpoint {
    Endpoint("POST", body: .optionalJSON) { request throws(Problem) -> Answer in
      let input = try decoded(request, sessions) { value, _, decoder in
        var base = SettingsInput()
        base.settings.profile = decoder.profile(nil)
        return decoder.settings(value, onto: base)
      }
      return .later { tell in
        sessions.reading(request, tell) { () throws(Problem) in try sessions.create(input, request, tell) }
      }
    }
  }

  static func patchSession(_ sessions: Sessions) -> Endpoint { write("PATCH", sessions, ChangeSettings.self) }

  static func deleteSession(_ sessions: Sessions) -> Endpoint {
    Endpoint("DELETE", produces: []) { request throws(Problem) -> Answer in change(sessions, .erase, request) }
  }

  static func patchPlanes(_ sessions: Sessions) -> Endpoint { write("PATCH", sessions, ChangePlanes.self) }

  static func putPlane(_ sessions: Sessions) -> Endpoint {
    write("PUT", sessions) { value, request, decoder in
      guard decoder.checkID(request.itemID, at: value) else { return nil }
      return ChangePlanes.put(value, id: request.itemID, &decoder)
    }
  }

  static func deletePlane(_ sessions: Sessions) -> Endpoint {
    Endpoint("DELETE", produces: []) { request throws(Problem) -> Answer in
      change(sessions, .command(ChangePlanes.delete(request.itemID)), request)
    }
  }

  static func tap(_ sessions: Sessions) -> Endpoint {
    Endpoint("POST", body: .json) { request throws(Problem) -> Answer in
      let tap = try decoded(request, sessions) { value, _, decoder in
        TapSession.decode(value, &decoder, isStored: false)
      }
      guard tap.isPreview else { return change(sessions, .command(tap), request) }
      // Nothing is kept that could be done twice, but what is no key is a mistake all the same.
      _ = try Idempotency(request)
      return try sessions.answer(request) { () throws(Problem) in
        tap.preview(on: try sessions.read(request))
      }
    }
  }

  static func addAnchor(_ sessions: Sessions) -> Endpoint { write("POST", sessions, AddAnchor.self) }

  static func updateAnchors(_ sessions: Sessions) -> Endpoint { write("PATCH", sessions, UpdateAnchors.self) }

  static func deleteAnchor(_ sessions: Sessions) -> Endpoint {
    Endpoint("DELETE", produces: []) { request throws(Problem) -> Answer in
      change(sessions, .command(RemoveAnchor(id: request.itemID)), request)
    }
  }

  static func addMeasurement(_ sessions: Sessions) -> Endpoint { write("POST", sessions, AddMeasurement.self) }

  static func deleteMeasurement(_ sessions: Sessions) -> Endpoint {
    Endpoint("DELETE", produces: []) { request throws(Problem) -> Answer in
      change(sessions, .command(RemoveMeasurement(id: request.itemID)), request)
    }
  }

  static func undo(_ sessions: Sessions) -> Endpoint { write("POST", sessions, body: .optionalJSON, Undo.self) }
  static func redo(_ sessions: Sessions) -> Endpoint { write("POST", sessions, body: .optionalJSON, Redo.self) }
  static func reset(_ sessions: Sessions) -> Endpoint { write("POST", sessions, body: .optionalJSON, Reset.self) }
}

extension Request {
  /// With an empty object for an empty body.
  fileprivate var withObject: Request {
    body.count == 0 ? Request(head: head, body: ByteBuffer("{}"), caller: caller) : self
  }
}
