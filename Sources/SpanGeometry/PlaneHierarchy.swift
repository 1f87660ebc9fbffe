/// The outlines of many planes in a hierarchy of boxes: a ray, or a position, is held against few of them.
///
/// It only leaves out what is out of the question; among the planes it names one decides as among all.
public struct PlaneHierarchy: Sendable {
  private static let leafSize = 4
  /// With fewer planes a walk over all of them is quicker; with fewer rays, than to build this first.
  private static let fewestPlanes = 384
  private static let fewestRays = 32

  private let hierarchy: BoxHierarchy
  /// In the order of the hierarchy.
  private let facets: [Facet]
  /// Planes that have no outline and can be hit all the same.
  private let unbounded: [Facet]
  /// Of the outlines, one after the other: what is looked at in turn lies side by side.
  private let vertices: [Point2]

  /// - Parameter planes: those without any part in anything are left out.
  public init(_ planes: [Plane]) {
    let places = planes.indices.filter { !planes[$0].isIgnored }
    hierarchy = BoxHierarchy(
      places.compactMap { index in planes[index].outline.map { (index, Box(around: $0, planes[index].pose)) } },
      leafSize: Self.leafSize)
    var vertices: [Point2] = []
    facets = hierarchy.order.map { index in
      let plane = planes[Int(index)]
      let start = vertices.count
      vertices += plane.outline?.vertices ?? []
      return Facet(plane, Int(index), ring: start..<vertices.count)
    }
    unbounded = places.filter { planes[$0].outline == nil }.map { Facet(planes[$0], $0, ring: 0..<0) }
    self.vertices = vertices
  }

  /// nil where a walk over all planes for each ray is quicker.
  public static func worthwhile(for planes: [Plane], rays: Int = .max) -> PlaneHierarchy? {
    planes.count >= fewestPlanes && rays >= fewestRays ? PlaneHierarchy(planes) : nil
  }

  /// Roughly, what it holds in memory, bytes.
  public var footprint: Int {
    hierarchy.footprint + MemoryLayout<Facet>.stride * (facets.count + unbounded.count)
      + MemoryLayout<Point2>.stride * vertices.count
  }
}

/// A plane with the rectangle that its outline fills.
private struct Facet: Sendable {
  let index: Int
  let kind: Plane.Kind
  let alignment: Plane.Alignment
  /// Of its vertices.
  private let ring: Range<Int>
  private let pose: Pose
  private let lower: Point2
  private let upper: Point2

  init(_ plane: Plane, _ index: Int, ring: Range<Int>) {
    self.index = index
    self.ring = ring
    kind = plane.kind
    alignment = plane.effectiveAlignment
    pose = plane.pose
    let slack = Outline.tolerance
    lower = plane.outline.map { Point2($0.lower.x - slack, $0.lower.y - slack) } ?? Point2(-.infinity, -.infinity)
    upper = plane.outline.map { Point2($0.upper.x + slack, $0.upper.y + slack) } ?? Point2(.infinity, .infinity)
  }

  @inline(__always)
  func isWanted(_ kind: Plane.Kind, _ alignment: AlignmentFilter) -> Bool {
    self.kind == kind && (alignment == .any || alignment.accepts(self.alignment))
  }

  @inline(__always)
  func distance(along ray: Ray, within limit: Double) -> Double? {
    Raycast.distance(along: ray, toPlaneThrough: pose.position, normal: pose.rotation.y, within: limit)
  }

  /// In local x, z; nil: outside the rectangle.
  @inline(__always)
  func place(of p: Vector3) -> Point2? {
    let arm = p - pose.position
    let (x, z) = (pose.rotation.x.dot(arm), pose.rotation.z.dot(arm))
    return x >= lower.x && x <= upper.x && z >= lower.y && z <= upper.y ? Point2(x, z) : nil
  }

  @inline(__always)
  func contains(_ p: Point2, vertices: [Point2]) -> Bool {
    Outline.contains(p, ring: vertices.span.extracting(ring))
  }

  @inline(__always)
  func height(of p: Vector3) -> Double { pose.rotation.y.dot(p - pose.position) }
}

extension PlaneHierarchy {
  /// The planes that a ray meets within the rectangles that their outlines fill, the nearer ones sooner.
  /// - Parameters:
  ///   - limit: metres along the ray.
  ///   - meet: a plane by its index, at a distance, and whether that is inside its outline, the rim included; returns
  ///     the limit from then on.
  @inline(__always)
  func search(
    along ray: Ray, for kind: Plane.Kind, _ alignment: AlignmentFilter, within limit: Double,
    meet: (Int, Double, () -> Bool) -> Double
  ) {
    var limit = limit
    for facet in unbounded where facet.isWanted(kind, alignment) {
      guard let distance = facet.distance(along: ray, within: limit) else { continue }
      limit = meet(facet.index, distance) { true }
    }
    let beam = Beam(ray)
    hierarchy.search(within: limit) {
      beam.entry($0)
    } look: { places in
      for place in places where facets[place].isWanted(kind, alignment) {
        guard let distance = facets[place].distance(along: ray, within: limit),
          let p = facets[place].place(of: ray.point(at: distance))
        else { continue }
        limit = meet(facets[place].index, distance) { facets[place].contains(p, vertices: vertices) }
      }
      return limit
    }
  }

  /// The planes whose outlines may be near a position, the nearer ones sooner.
  /// - Parameters:
  ///   - reach: metres.
  ///   - look: at a plane, by its index; returns the reach from then on.
  @inline(__always)
  func search(around position: Vector3, within reach: Double, look: (Int) -> Double) {
    var reach = reach
    hierarchy.search(within: reach * reach) {
      $0.squaredDistance(to: position)
    } look: { places in
      for place in places where abs(facets[place].height(of: position)) <= reach { reach = look(facets[place].index) }
      return reach * reach
    }
  }
}
