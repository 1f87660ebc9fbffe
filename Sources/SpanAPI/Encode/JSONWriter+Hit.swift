internal import SpanGeometry

extension Target {
  /// The name in requests and answers.
  package var name: StaticString {
    switch self {
    case .existingPlaneGeometry: "existingPlaneGeometry"
    case .existingPlaneInfinite: "existingPlaneInfinite"
    case .estimatedPlane: "estimatedPlane"
    case .featurePoint: "featurePoint"
    case .depth: "depth"
    case .mesh: "mesh"
    }
  }
}

extension JSONWriter {
  mutating func hit(_ hit: Hit, planeIDs: [String]) {
    beginObject()
    member("position", hit.position)
    member("distance", hit.distance)
    member("target", text: hit.target.name)
    if case .plane(let index) = hit.surface { member("planeId", planeIDs[index]) }
    member("normal", hit.normal)
    member("facing", text: hit.facesFront ? "front" : "back")
    member("incidenceDegrees", hit.incidence.degrees)
    member("insideOutline", hit.insideOutline)
    member("pose", hit.pose)
    endObject()
  }

  mutating func snap(_ snap: Snap, planeIDs: [String], pointID: (Int) -> String) {
    beginObject()
    switch snap.feature {
    case .point(let index):
      member("kind", text: "point")
      snapped(snap, label: "Snapped to point")
      member("pointId", pointID(index))
    case .edge(let edge): self.edge(snap, index: edge.index, planeID: planeIDs[edge.plane])
    }
    endObject()
  }

  /// The members of a snap to an edge.
  mutating func edge(_ snap: Snap, index: Int, planeID: String) {
    member("kind", text: "edge")
    snapped(snap, label: "Snapped to edge")
    member("planeId", planeID)
    member("edgeIndex", index)
  }

  private mutating func snapped(_ snap: Snap, label: StaticString) {
    member("position", snap.position)
    member("offset", snap.offset)
    member("label", text: label)
  }
}
