internal import SpanGeometry
internal import SpanMessage
internal import SpanUncertainty

extension SnapRequest {
  /// Pulls every position onto the nearest point or edge and writes where it ended.
  var response: Response {
    // Here every point is given by its position.
    let candidates = points.compactMap { point -> Vector3? in
      if case .given(let given) = point.origin { given.position } else { nil }
    }
    let pointHierarchy = PointHierarchy.worthwhile(for: candidates, searches: positions.count)
    let hierarchy = PlaneHierarchy.worthwhile(for: planes.planes, rays: positions.count)
    let pointIDs = points.map(\.id)
    return .json(capacity: min(256 + 256 * positions.count, 1 << 20)) { json in
      json.beginObject()
      json.name("positions")
      json.beginArray()
      for input in positions {
        let snapped = snap.snap(
          input.position, points: candidates, pointHierarchy: pointHierarchy, planes: planes.planes,
          hierarchy: hierarchy)
        json.beginObject()
        json.member("id", input.id)
        json.member("position", snapped?.position ?? input.position)
        json.name("snap")
        if let snapped { json.snap(snapped, planeIDs: planes.ids, pointID: { pointIDs[$0] }) } else { json.null() }
        json.endObject()
      }
      json.endArray()
      json.member("warnings", planes.warnings)
      json.endObject()
    }
  }
}
