internal import SpanGeometry

/// A view with its dimensions, drawn to scale in an area of a sheet.
struct Drawing {
  let view: View
  let scale: DrawingScale
  private(set) var marks: [Mark] = []
  /// Dimensions that found no room.
  private(set) var omitted = 0
  private var placement: Placement
  private let middle: Point2

  /// More would be a grey sheet, and take long to place.
  static let mostDimensions = 200
  /// For dimension lines around what is drawn, millimetres.
  private static let rim = 22.0

  init?(_ view: View, in area: Box) {
    guard let extent = view.extent else { return nil }
    self.view = view
    scale = DrawingScale(fitting: extent, into: area.inset(Self.rim))
    placement = Placement(within: area)
    middle = scale.onSheet(extent.center)
    drawLines()
    let dots = view.anchors.map { scale.onSheet($0.at) }
    for dot in dots {
      marks.append(.dot(dot, radius: 0.6, Pen(.anchors)))
      if let patch = Placement.Patch(around: dot, 0.9) { placement.take(line: patch) }
    }
    let dimensions = view.dimensions.filter(\.isLength) + view.dimensions.filter { !$0.isLength }
    for dimension in dimensions.prefix(Self.mostDimensions) where !draw(dimension) { omitted += 1 }
    omitted += max(0, dimensions.count - Self.mostDimensions)
    for (anchor, dot) in zip(view.anchors, dots).prefix(Self.mostDimensions) { name(anchor.id, at: dot) }
  }

  private mutating func drawLines() {
    for (points, isClosed) in view.lines {
      let line = points.map(scale.onSheet)
      marks.append(.line(line, isClosed: isClosed, Pen(view.layer, width: 0.4)))
      let ends = zip(line, line.dropFirst() + (isClosed ? line.prefix(1) : []))
      for (a, b) in ends { if let patch = Placement.Patch([a, b]) { placement.take(line: patch) } }
    }
  }

  private mutating func draw(_ dimension: Dimension) -> Bool {
    switch dimension.form {
    case .length(let a, let b, let along):
      drawLength(dimension.text, scale.onSheet(a), scale.onSheet(b), along: along.map { Point2($0.x, -$0.y) })
    case .angle(let a, let vertex, let b):
      drawAngle(dimension.text, scale.onSheet(a), scale.onSheet(vertex), scale.onSheet(b))
    case .label(let place): drawLabel(dimension.text, about: scale.onSheet(place))
    }
  }

  /// Puts a text if there is room for it, with the lines that belong to it: each clear of texts, and of this one.
  private mutating func put(_ text: Text, with lines: [[Point2]] = [], _ more: [Mark] = []) -> Bool {
    guard let patch = Placement.Patch(text), placement.isFree(patch) else { return false }
    let patches = lines.flatMap { zip($0, $0.dropFirst()).compactMap { Placement.Patch([$0, $1]) } }
    guard patches.allSatisfy({ placement.isClear($0) && !$0.overlaps(patch) }) else { return false }
    placement.take(text: patch)
    for patch in patches { placement.take(line: patch) }
    marks += lines.map { .line($0, Pen(.dimensions, width: 0.13)) } + more + [.text(text)]
    return true
  }
}

extension Dimension {
  fileprivate var isLength: Bool { if case .length = form { true } else { false } }
}

// MARK: - Lengths

extension Drawing {
  /// How far dimension lines may be from what they measure, millimetres; the near ones first.
  private static let offsets = [8.0, 13, 18]
  /// Shorter ones have no room for ticks.
  private static let shortest = 1.5
  /// Of the type, millimetres; the small one where the other finds no room.
  private static let sizes = [2.5, 2]

  private mutating func drawLength(_ text: String, _ a: Point2, _ b: Point2, along: Point2?) -> Bool {
    guard let direction = along ?? (b - a).unit, abs((b - a).dot(direction)) > Self.shortest else {
      return drawLabel(text, about: Point2.middle(a, b))
    }
    // Away from the middle of the drawing first.
    let normal = direction.perpendicular
    let outward = (Point2.middle(a, b) - middle).dot(normal) >= 0 ? normal : -1 * normal
    for size in Self.sizes {
      for offset in Self.offsets {
        for side in [outward, -1 * outward] where drawLength(text, size, a, b, direction, side, offset) { return true }
      }
    }
    guard along == nil else { return false }
    for size in Self.sizes where writeLength(text, size, a, b) { return true }
    return false
  }

  /// - Parameter side: to which the dimension line is moved; a unit vector across the direction.
  private mutating func drawLength(
    _ text: String, _ size: Double, _ a: Point2, _ b: Point2, _ direction: Point2, _ side: Point2, _ offset: Double
  ) -> Bool {
    // Both ends come onto one line, beyond the outer of the two.
    let base = max(a.dot(side), b.dot(side)) + offset
    let (start, end) = (a + (base - a.dot(side)) * side, b + (base - b.dot(side)) * side)
    guard let line = Placement.Patch([start, end]), placement.isFree(line) else { return false }
    let tick = 0.9 * (direction + direction.perpendicular)
    let ticks = [start, end].map { foot -> Mark in
      .line([foot - tick, foot + tick], Pen(.dimensions, width: 0.35))
    }
    let extensions = [(a, start), (b, end)].map { point, foot in [point + 1.2 * side, foot + 1.2 * side] }
    return put(Text.along(start, end, 0.5, text, size), with: [[start, end]] + extensions, ticks)
  }

  /// Without a dimension line, on the measured line itself: in its middle, or to one side of it.
  private mutating func writeLength(_ text: String, _ size: Double, _ a: Point2, _ b: Point2) -> Bool {
    for part in [0.5, 0.3, 0.7] {
      let above = Text.along(a, b, part, text, size)
      var below = above
      below.at = below.at - 3.4 * below.directions.up
      if put(above) || put(below) { return true }
    }
    return false
  }
}

extension Text {
  /// Above a line, so far along it, to be read from below or from the right.
  fileprivate static func along(_ a: Point2, _ b: Point2, _ part: Double, _ string: String, _ size: Double) -> Text {
    var degrees = arcTangent(a.y - b.y, b.x - a.x).degrees
    if degrees > 90.001 { degrees -= 180 }
    if degrees <= -89.999 { degrees += 180 }
    var text = Text(string, at: a + part * (b - a), size: size, .middle, degrees: degrees, layer: .dimensions)
    text.at = text.at + 0.9 * text.directions.up
    return text
  }
}

extension Point2 {
  /// nil: without length.
  fileprivate var unit: Point2? {
    let length = length
    return length > 0 && length.isFinite ? (1 / length) * self : nil
  }
}

// MARK: - Angles, labels and names

extension Drawing {
  private mutating func drawAngle(_ text: String, _ a: Point2, _ vertex: Point2, _ b: Point2) -> Bool {
    guard let u = (a - vertex).unit, let v = (b - vertex).unit, let bisector = (u + v).unit ?? u.perpendicular.unit
    else { return drawLabel(text, about: vertex) }
    let radius = min(10, 0.6 * min((a - vertex).length, (b - vertex).length))
    let (from, to) = (arcTangent(u.y, u.x), arcTangent(v.y, v.x))
    var sweep = to - from
    if sweep > .pi { sweep -= 2 * .pi }
    if sweep < -.pi { sweep += 2 * .pi }
    let arc = (0...24).map { step in
      let angle = from + sweep * Double(step) / 24
      return vertex + radius * Point2(cosine(angle), sine(angle))
    }
    for distance in [radius + 4, radius + 8, radius + 12, -6, -11, radius + 18] {
      let place = vertex + distance * bisector + Point2(0, 0.8)
      let label = Text(text, at: place, .middle, layer: .dimensions)
      if put(label, with: [[vertex, a], [vertex, b], arc]) { return true }
    }
    return false
  }

  /// Near a place, where there is room.
  private mutating func drawLabel(_ text: String, about place: Point2) -> Bool {
    for distance in stride(from: 0.0, through: 24, by: 4) {
      for side in [-1.0, 1] {
        let at = place + Point2(0, 0.8 + side * distance)
        if put(Text(text, at: at, .middle, layer: .dimensions)) { return true }
      }
    }
    return false
  }

  /// The id of an anchor beside its dot; left out where there is no room.
  private mutating func name(_ id: String, at dot: Point2) {
    let label = id.plain.fitted(32, size: 2)
    let places: [(Double, Double, Text.Anchor)] = [
      (1.4, -1.2, .start), (-1.4, -1.2, .end), (1.4, 2.6, .start), (-1.4, 2.6, .end), (0, -2.4, .middle),
      (0, 4, .middle),
    ]
    for (x, y, anchor) in places {
      if put(Text(label, at: dot + Point2(x, y), size: 2, anchor, layer: .anchors, grey: 0.3)) { return }
    }
  }
}

extension Placement.Patch {
  /// A square about a point.
  init?(around point: Point2, _ radius: Double) {
    self.init([
      point + Point2(-radius, -radius), point + Point2(radius, -radius), point + Point2(radius, radius),
      point + Point2(-radius, radius),
    ])
  }
}
