internal import SpanMessage

extension Endpoint {
  static func measure(_ settings: Service.Settings) -> Endpoint {
    Endpoint("POST", body: .json) { request throws(Problem) -> Answer in
      let request = try decoded(request) { document throws(RequestFaults) in
        try MeasureRequest.decode(document, limits: settings.limits, profiles: settings.profiles)
      }
      guard request.isLong(settings.limits) else { return .done(request.run().response) }
      return .long { request.run().response }
    }
  }

  static func raycast(_ settings: Service.Settings) -> Endpoint {
    Endpoint("POST", body: .json) { request throws(Problem) -> Answer in
      let cast = try decoded(request) { document throws(RequestFaults) in
        try RaycastRequest.decode(document, limits: settings.limits)
      }
      guard settings.limits.isLong(encounters: cast.encounters) else {
        return .done(try cast.response(limits: settings.limits))
      }
      return .long(request) { () throws(Problem) in try cast.response(limits: settings.limits) }
    }
  }

  static func snap(_ settings: Service.Settings) -> Endpoint {
    Endpoint("POST", body: .json) { request throws(Problem) -> Answer in
      let snap = try decoded(request) { document throws(RequestFaults) in
        try SnapRequest.decode(document, limits: settings.limits)
      }
      guard settings.limits.isLong(encounters: snap.encounters) else { return .done(snap.response) }
      return .long { snap.response }
    }
  }

  static func triangulate(_ settings: Service.Settings) -> Endpoint {
    Endpoint("POST", body: .json) { request throws(Problem) in
      try decoded(request) { document throws(RequestFaults) in
        try TriangulateRequest.decode(document, limits: settings.limits, profiles: settings.profiles)
      }.response
    }
  }

  static func combine(_ settings: Service.Settings) -> Endpoint {
    Endpoint("POST", body: .json) { request throws(Problem) in
      try decoded(request) { document throws(RequestFaults) in
        try CombineRequest.decode(document, limits: settings.limits)
      }.response
    }
  }

  /// Parses the body and decodes it; both kinds of faults become problems here.
  static func decoded<Value>(
    _ request: Request, _ decode: (borrowing JSONDocument) throws(RequestFaults) -> Value
  ) throws(Problem) -> Value {
    let document = try parsed(request)
    do throws(RequestFaults) {
      return try decode(document)
    } catch {
      throw Problem(error)
    }
  }

  static func parsed(_ request: Request) throws(Problem) -> JSONDocument {
    do throws(JSONSyntaxFault) {
      return try JSONDocument(parsing: request.body)
    } catch {
      throw Problem(error)
    }
  }
}
