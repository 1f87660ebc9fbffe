// Asked of the few outlines that are hit, and not kept for all the others.

extension Outline {
  /// The support centroid: of the area, or the mean of the vertices if the ring crosses itself.
  public var centroid: Point2 { (crossesItself ? nil : areaCentroid) ?? mean }

  /// The distance of the farthest vertex from a point.
  public func radius(around center: Point2) -> Double {
    vertices.reduce(0) { max($0, Self.squaredDistance($1, center)) }.squareRoot()
  }

  /// nil when the signed areas cancel.
  private var areaCentroid: Point2? {
    // About the first vertex: twice the signed area, the sum of its parts without their signs, and its moments.
    var (twice, absolute, moment) = (0.0, 0.0, Point2(0, 0))
    let first = vertices[0]
    var arm = Point2(0, 0)
    for vertex in vertices {
      let far = Point2(vertex.x - first.x, vertex.y - first.y)
      let cross = arm.x * far.y - arm.y * far.x
      twice += cross
      absolute += abs(cross)
      moment.x += cross * (arm.x + far.x)
      moment.y += cross * (arm.y + far.y)
      arm = far
    }
    guard abs(twice) > 1e-12 * absolute else { return nil }
    return Point2(first.x + moment.x / (3 * twice), first.y + moment.y / (3 * twice))
  }

  private var mean: Point2 {
    let n = Double(vertices.count)
    return Point2(vertices.reduce(0) { $0 + $1.x } / n, vertices.reduce(0) { $0 + $1.y } / n)
  }
}
