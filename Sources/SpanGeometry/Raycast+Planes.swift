extension Raycast {
  /// The first of the planes that tie for the smallest distance.
  func nearestPlaneHit(_ target: Target, _ ray: Ray) -> Hit? {
    var contest = Contest()
    eachPlane(for: target, along: ray, within: .infinity) { plane, distance, counts in
      if contest.isOpen(to: plane, at: distance), counts() { contest.enter(plane, at: distance) }
      return contest.limit
    }
    guard var winner = contest.winner else { return nil }
    if contest.isTied {
      eachPlane(for: target, along: ray, within: contest.limit) { plane, distance, counts in
        if plane < winner.plane, counts() { winner = (plane, distance) }
        return contest.limit
      }
    }
    return hit(target, winner.plane, ray, at: winner.distance)
  }

  func planeHits(_ target: Target, _ ray: Ray) -> [Hit] {
    var found: [(plane: Int, distance: Double)] = []
    eachPlane(for: target, along: ray, within: .infinity) { plane, distance, counts in
      if counts() { found.append((plane, distance)) }
      return .infinity
    }
    return Self.nearestFirst(found).map { hit(target, $0.plane, ray, at: $0.distance) }
  }

  /// Would the ray hit an outline of an existing plane, of any alignment? Asked of an inverted pose, to name a view
  /// matrix.
  public func meetsExistingOutline(_ ray: Ray) -> Bool {
    var isMet = false
    eachPlane(for: .existingPlaneGeometry, .any, along: ray, within: .infinity) { _, _, counts in
      isMet = isMet || counts()
      return isMet ? 0 : .infinity
    }
    return isMet
  }

  /// Every plane that may be a hit, in no particular order.
  /// - Parameters:
  ///   - alignment: nil: as asked for.
  ///   - limit: metres along the ray.
  ///   - meet: a plane by its index, at a distance, and whether it counts there: outlines bind all targets but one.
  ///     Returns the limit from then on.
  @inline(__always)
  private func eachPlane(
    for target: Target, _ alignment: AlignmentFilter? = nil, along ray: Ray, within limit: Double,
    meet: (Int, Double, () -> Bool) -> Double
  ) {
    let kind: Plane.Kind = target == .estimatedPlane ? .estimated : .existing
    if let hierarchy, target != .existingPlaneInfinite {
      hierarchy.search(along: ray, for: kind, alignment ?? self.alignment, within: limit, meet: meet)
      return
    }
    var limit = limit
    for candidate in kind == .estimated ? estimated : existing where candidate.isAccepted || alignment == .any {
      guard let distance = candidate.distance(along: ray, within: limit) else { continue }
      limit = meet(candidate.index, distance) { counts(candidate.index, for: target, ray, at: distance) }
    }
  }

  private func counts(_ plane: Int, for target: Target, _ ray: Ray, at distance: Double) -> Bool {
    guard target != .existingPlaneInfinite, case .outline(let outline) = planes[plane].extent else { return true }
    return outline.contains(planes[plane].local(ray.point(at: distance)).point)
  }

  private func hit(_ target: Target, _ plane: Int, _ ray: Ray, at distance: Double) -> Hit {
    Hit(
      target: target, surface: .plane(plane), position: ray.point(at: distance), distance: distance,
      normal: planes[plane].normal,
      insideOutline: target != .existingPlaneInfinite || counts(plane, for: .existingPlaneGeometry, ray, at: distance),
      rayDirection: ray.direction)
  }

  /// Stable by distance; within a run of ties the order of the list stays.
  private static func nearestFirst(_ hits: [(plane: Int, distance: Double)]) -> [(plane: Int, distance: Double)] {
    let sorted = hits.sorted { ($0.distance, $0.plane) < ($1.distance, $1.plane) }
    var result: [(plane: Int, distance: Double)] = []
    result.reserveCapacity(sorted.count)
    var start = 0
    while start < sorted.count {
      var end = start + 1
      while end < sorted.count, sorted[end].distance <= sorted[start].distance + tie { end += 1 }
      result += sorted[start..<end].sorted { $0.plane < $1.plane }
      start = end
    }
    return result
  }
}

/// Which of many planes is nearest, while they come in any order.
private struct Contest {
  private(set) var winner: (plane: Int, distance: Double)?
  /// Another one came within the tie: who of those is first in the list is still to be seen.
  private(set) var isTied = false

  /// What lies farther cannot win.
  var limit: Double { winner.map { $0.distance + Raycast.tie } ?? .infinity }

  /// Can a plane change something?
  func isOpen(to plane: Int, at distance: Double) -> Bool {
    guard let winner else { return true }
    return distance < winner.distance || (plane < winner.plane && distance <= winner.distance + Raycast.tie)
  }

  /// - Precondition: the contest is open to it.
  mutating func enter(_ plane: Int, at distance: Double) {
    guard let before = winner else {
      winner = (plane, distance)
      return
    }
    if max(before.distance, distance) <= min(before.distance, distance) + Raycast.tie { isTied = true }
    if distance < before.distance { winner = (plane, distance) }
  }
}
