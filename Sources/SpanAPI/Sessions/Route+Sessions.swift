internal import SpanMessage

extension Route {
  /// Every address below `/v1/sessions`.
  static func all(of sessions: Sessions) -> [Route] {
    let session = "/v1/sessions/{sid}"
    func route(_ template: String, _ endpoints: [Endpoint]) -> Route { Route(template, scope: .sessions, endpoints) }
    return [
      route("/v1/sessions", [.createSession(sessions), .listSessions(sessions)]),
      route(session, [.getSession(sessions), .patchSession(sessions), .deleteSession(sessions)]),
      route(session + "/planes", [.listPlanes(sessions), .patchPlanes(sessions)]),
      route(
        session + "/planes/{pid}", [.getPlane(sessions), .putPlane(sessions), .deletePlane(sessions)]),
      route(session + "/taps", [.tap(sessions)]),
      route(
        session + "/anchors", [.listAnchors(sessions), .addAnchor(sessions), .updateAnchors(sessions)]),
      route(session + "/anchors/{aid}", [.getAnchor(sessions), .deleteAnchor(sessions)]),
      route(session + "/drift", [.getDrift(sessions)]),
      route(session + "/path", [.getPath(sessions)]),
      route(session + "/measurements", [.listMeasurements(sessions), .addMeasurement(sessions)]),
      route(
        session + "/measurements/{mid}", [.getMeasurement(sessions), .deleteMeasurement(sessions)]),
      route(session + "/undo", [.undo(sessions)]),
      route(session + "/redo", [.redo(sessions)]),
      route(session + "/reset", [.reset(sessions)]),
      route(session + "/events", [.listEvents(sessions)]),
    ] + ReportFormat.allCases.map { route(session + "/report.\($0.rawValue)", [.report(sessions, as: $0)]) }
  }
}

extension Request {
  /// The parameter of a template at a place of the path; `/v1/sessions/{sid}/planes/{pid}` has them at 2 and 4.
  private func segment(_ place: Int) -> String {
    place < head.target.segments.count ? head.target.segments[place] : ""
  }

  var sessionID: String { segment(2) }
  /// Of the plane, anchor or measurement.
  var itemID: String { segment(4) }
}
