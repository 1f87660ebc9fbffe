import SpanGeometry

/// A ray among the planes that a session keeps: what it takes to look at all of them, and at those that a hierarchy
/// names.
enum Resident {
  /// Prints for each number of planes that number, and the ns of the one and of the other.
  static func run(_ counts: ArraySlice<String>) {
    for word in counts {
      guard let count = Int(word), count > 0 else { leave(usage) }
      let planes = (0..<count).map(plane)
      let walk = Raycast(planes: planes)
      let tree = Raycast(planes: planes, hierarchy: PlaneHierarchy(planes))
      guard walk.firstHit(ray)?.surface == tree.firstHit(ray)?.surface else { leave("they hit different planes") }
      let figures = Stopwatch.nanoseconds([{ consume(walk.firstHit(ray)) }, { consume(tree.firstHit(ray)) }])
      print(count, figures[0], figures[1])
    }
  }

  /// Onto the floors of the first place.
  private static let ray = Ray(origin: Vector3(0, 1.5, 0), unitDirection: Vector3(0.36, -0.48, -0.8))

  /// As in `bodies.py`: ten floors above each other, in places beside and behind each other.
  private static func plane(_ index: Int) -> Plane {
    let (place, floor) = index.quotientAndRemainder(dividingBy: 10)
    let position = Vector3(
      0.1 * Double(floor) + 6 * Double(place % 32), 0.08 * Double(floor) - 0.4, -1.2 - 6 * Double(place / 32))
    return Plane(pose: Pose(rotation: .identity, position: position), extent: .outline(outline))
  }

  private static let outline = Kernel.outline(8)
}
