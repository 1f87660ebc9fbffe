internal import SpanGeometry

/// Finds room on a sheet: what was put there once keeps others away.
struct Placement {
  private let limits: Box
  private var texts: [Patch] = []
  private var lines: [Patch] = []

  init(within limits: Box) { self.limits = limits }

  /// A convex polygon, or a line.
  struct Patch {
    let corners: [Point2]
    fileprivate let box: Box

    init?(_ corners: [Point2]) {
      guard let box = Box(around: corners) else { return nil }
      self.corners = corners
      self.box = box
    }
  }

  mutating func take(text patch: Patch) { texts.append(patch) }
  mutating func take(line patch: Patch) { lines.append(patch) }

  /// Is it on the sheet, and clear of everything?
  func isFree(_ patch: Patch) -> Bool { isClear(patch) && !lines.contains { $0.overlaps(patch) } }

  /// Is it on the sheet, and clear of texts?
  func isClear(_ patch: Patch) -> Bool {
    patch.corners.allSatisfy(limits.contains) && !texts.contains { $0.overlaps(patch) }
  }
}

extension Placement.Patch {
  /// About the anchor of a text, with a little air.
  init?(_ text: Text) {
    let width = text.string.width(size: text.size, isBold: text.isBold)
    let start =
      switch text.anchor {
      case .start: 0.0
      case .middle: -width / 2
      case .end: -width
      }
    let (along, up) = text.directions
    // Letters reach from a quarter of their size below the baseline to nine tenths above it.
    let (bottom, top) = (text.at + -0.25 * text.size * up, text.at + 0.9 * text.size * up)
    self.init([
      bottom + start * along, bottom + (start + width) * along, top + (start + width) * along, top + start * along,
    ])
  }

  /// Convex shapes are apart when a line along one of their sides parts them (separating axes).
  func overlaps(_ other: Self) -> Bool {
    box.meets(other.box) && !isParted(from: other) && !other.isParted(from: self)
  }

  private func isParted(from other: Self) -> Bool {
    for (place, corner) in corners.enumerated() {
      let side = corners[place + 1 < corners.count ? place + 1 : 0] - corner
      // Of a line both its normal and its direction may part.
      for axis in corners.count == 2 ? [side, side.perpendicular] : [side.perpendicular] {
        let (a, b) = (range(along: axis), other.range(along: axis))
        if a.upperBound <= b.lowerBound || b.upperBound <= a.lowerBound { return true }
      }
    }
    return false
  }

  private func range(along axis: Point2) -> ClosedRange<Double> {
    var (low, high) = (Double.infinity, -Double.infinity)
    for corner in corners {
      let place = axis.dot(corner)
      (low, high) = (min(low, place), max(high, place))
    }
    return low...max(low, high)
  }
}

extension Text {
  /// Unit vectors on the sheet.
  var directions: (along: Point2, up: Point2) {
    let (c, s) = (cosine(degrees.radians), sine(degrees.radians))
    return (Point2(c, -s), Point2(-s, -c))
  }
}
