internal import SpanGeometry
internal import SpanUncertainty

/// What is drawn of a session from one side: metres, x to the right, y up.
struct View {
  let layer: Layer
  let title: String
  /// In words, how the view lies in the world.
  let frame: String
  /// Names of the directions to the right and up.
  let axes: (right: String, up: String)
  /// World, unit vectors.
  let right: Vector3
  let up: Vector3
  private(set) var lines: [(points: [Point2], isClosed: Bool)] = []
  private(set) var anchors: [(id: String, at: Point2)] = []
  private(set) var dimensions: [Dimension] = []

  func project(_ p: Vector3) -> Point2 { Point2(right.dot(p), up.dot(p)) }

  /// All that is drawn.
  var extent: Box? { Box(around: anchors.map(\.at) + lines.flatMap(\.points)) }

  private init(
    _ layer: Layer, _ title: String, frame: String, axes: (String, String), right: Vector3, up: Vector3, _ rows: [Row],
    _ anchors: [Report.Place]
  ) {
    self.layer = layer
    self.title = title
    self.frame = frame
    self.axes = axes
    self.right = right
    self.up = up
    self.anchors = anchors.map { ($0.id, project($0.position)) }
    for row in rows { add(row) }
  }

  /// The plan, if there is anything to see, and an elevation of what stands upright.
  static func all(of report: Report) -> [View] {
    let (upright, flat) = (report.rows.filter(\.isUpright), report.rows.filter { !$0.isUpright })
    let views = [plan(of: flat, report.anchors), elevation(of: upright, report.anchors)]
    return views.compactMap { $0 }
  }

  private static func plan(of rows: [Row], _ anchors: [Report.Place]) -> View? {
    guard !anchors.isEmpty else { return nil }
    return View(
      .plan, "Plan", frame: "Seen from above, along gravity: right is the world's +X, up on the sheet is its −Z.",
      axes: ("+X", "−Z"), right: .unitX, up: -.unitZ, rows, anchors)
  }

  private static func elevation(of rows: [Row], _ anchors: [Report.Place]) -> View? {
    guard !rows.isEmpty else { return nil }
    let ids = Set(rows.flatMap(\.points))
    let right = mainDirection(rows.flatMap { $0.positions + ($0.foot.map { [$0] } ?? []) })
    let bearing = arcTangent(right.z, right.x).degrees
    return View(
      .elevation, "Elevation",
      frame: "Seen from the side: up is the world's +Y, right is \(bearing.fixed(1))° from its +X towards its +Z.",
      axes: ("\(bearing.fixed(1))°", "+Y"), right: right, up: .unitY, rows, anchors.filter { ids.contains($0.id) })
  }

  /// The horizontal direction that points spread along most, with +X to the right; +X where they do not spread.
  private static func mainDirection(_ points: [Vector3]) -> Vector3 {
    guard let first = points.first else { return .unitX }
    let relative = points.map { $0 - first }
    let mean = Shapes.mean(relative)
    var (xx, xz, zz) = (0.0, 0.0, 0.0)
    for point in relative {
      let p = point - mean
      (xx, xz, zz) = (xx + p.x * p.x, xz + p.x * p.z, zz + p.z * p.z)
    }
    // Of the larger eigenvalue of the 2 × 2 covariance.
    let larger = (xx + zz) / 2 + ((xx - zz) * (xx - zz) / 4 + xz * xz).squareRoot()
    let direction = xx >= zz ? Vector3(larger - zz, 0, xz) : Vector3(xz, 0, larger - xx)
    guard larger > 1e-12, let unit = direction.normalized else { return .unitX }
    return unit.x < -1e-9 || (abs(unit.x) <= 1e-9 && unit.z < 0) ? -unit : unit
  }
}

/// A figure with what it measures in a view.
struct Dimension {
  let text: String
  let form: Form

  enum Form {
    /// - Parameter along: the direction that is measured; nil: from point to point.
    case length(Point2, Point2, along: Point2?)
    case angle(Point2, vertex: Point2, Point2)
    /// Of the whole figure about this place.
    case label(Point2)
  }
}

extension View {
  private mutating func add(_ row: Row) {
    let points = row.positions.map(project)
    var form: Dimension.Form?
    switch row.kind {
    case .distance, .pointToPlane, .height:
      let ends = row.foot.map { points + [project($0)] } ?? points
      guard ends.count == 2 else { return }
      let isHeight = row.kind == .height
      if !isHeight { lines.append((ends, false)) }
      form = .length(ends[0], ends[1], along: isHeight ? Point2(0, 1) : nil)
    case .angle:
      guard points.count == 3 else { return }
      form = .angle(points[0], vertex: points[1], points[2])
    case .polyline, .perimeter, .area, .volume:
      let isRing = row.kind != .polyline
      // The path is drawn by its segments.
      if row.origin != .path { lines.append((row.kind == .volume ? Array(points.dropLast()) : points, isRing)) }
      form = Point2.mean(points).map(Dimension.Form.label)
    }
    guard let form, let text = row.reading?.texts.display else { return }
    dimensions.append(Dimension(text: row.kind.isNamed ? "\(row.kind.rawValue) \(text)" : text, form: form))
  }
}

extension Measurand {
  /// The drawing alone does not tell what the figure is of.
  fileprivate var isNamed: Bool {
    switch self {
    case .distance, .height, .pointToPlane, .angle: false
    case .polyline, .perimeter, .area, .volume: true
    }
  }
}

extension Row {
  /// Belongs into the elevation: heights; lines that rise more than they run; rings and angles on a surface that is
  /// steeper than 45°.
  var isUpright: Bool {
    switch kind {
    case .height: return true
    case .distance, .pointToPlane: return Self.rises(foot.map { positions + [$0] } ?? positions)
    case .polyline: return Self.rises(positions)
    case .perimeter, .area: return Self.isSteep(positions)
    case .volume: return Self.isSteep(Array(positions.dropLast()))
    case .angle: return Self.isSteep(positions)
    }
  }

  private static func rises(_ points: [Vector3]) -> Bool {
    var (rise, run) = (0.0, 0.0)
    for (a, b) in zip(points, points.dropFirst()) {
      rise += abs(b.y - a.y)
      run += Vector3(b.x - a.x, 0, b.z - a.z).length
    }
    return rise > run
  }

  private static func isSteep(_ ring: [Vector3]) -> Bool {
    let normal = Shapes.vectorArea(ring)
    let level = Vector3(normal.x, 0, normal.z).length
    // A ring without area is but a line.
    guard normal.length > 1e-12 else { return rises(ring) }
    return level > abs(normal.y)
  }
}
