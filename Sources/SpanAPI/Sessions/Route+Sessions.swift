internal import SpanMessage

extension Route {
  /// Every address below `/v1/sessions`.
  static func all(of sessions: Sessions) -> [Route] {
    let session = "/v1/sessions/{sid}"
    return [
      Route("/v1/sessions", [.createSession(sessions), .listSessions(sessions)]),
      Route(session, [.getSession(sessions), .patchSession(sessions), .deleteSession(sessions)]),
      Route(session + "/planes", [.listPlanes(sessions), .patchPlanes(sessions)]),
      Route(
        session + "/planes/{pid}", [.getPlane(sessions), .putPlane(sessions), .deletePlane(sessions)]),
      Route(session + "/taps", [.tap(sessions)]),
      Route(
        session + "/anchors", [.listAnchors(sessions), .addAnchor(sessions), .updateAnchors(sessions)]),
      Route(session + "/anchors/{aid}", [.getAnchor(sessions), .deleteAnchor(sessions)]),
      Route(session + "/drift", [.getDrift(sessions)]),
      Route(session + "/path", [.getPath(sessions)]),
      Route(session + "/measurements", [.listMeasurements(sessions), .addMeasurement(sessions)]),
      Route(
        session + "/measurements/{mid}", [.getMeasurement(sessions), .deleteMeasurement(sessions)]),
      Route(session + "/undo", [.undo(sessions)]),
      Route(session + "/redo", [.redo(sessions)]),
      Route(session + "/reset", [.reset(sessions)]),
      Route(session + "/events", [.listEvents(sessions)]),
    ]
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
