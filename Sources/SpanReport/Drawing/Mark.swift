package import SpanGeometry

/// Something drawn: millimetres on the sheet, x to the right, y down.
package enum Mark: Sendable {
  /// Through all points.
  case line([Point2], isClosed: Bool = false, Pen)
  /// A filled polygon.
  case area([Point2], Pen)
  /// A filled circle.
  case dot(Point2, radius: Double, Pen)
  case text(Text)
}

/// How a mark looks.
package struct Pen: Sendable {
  package var layer: Layer
  /// Millimetres; not of what is filled.
  package var width: Double
  /// 0 is black, 1 white.
  package var grey: Double

  init(_ layer: Layer, width: Double = 0.18, grey: Double = 0) {
    self.layer = layer
    self.width = width
    self.grey = grey
  }
}

/// What a mark is part of.
package enum Layer: String, CaseIterable, Sendable {
  case plan = "PLAN"
  case elevation = "ELEVATION"
  case anchors = "ANCHORS"
  case dimensions = "DIMENSIONS"
  case text = "TEXT"
}

/// A line of text.
package struct Text: Sendable {
  package let string: String
  /// On the baseline.
  package var at: Point2
  /// Of the type, millimetres.
  package var size: Double
  package var anchor: Anchor
  package var isBold: Bool
  /// Counterclockwise.
  package var degrees: Double
  package var pen: Pen

  package enum Anchor: String, Sendable { case start, middle, end }

  init(
    _ string: String, at: Point2, size: Double = 2.5, _ anchor: Anchor = .start, isBold: Bool = false,
    degrees: Double = 0, layer: Layer = .text, grey: Double = 0
  ) {
    self.string = string.plain
    self.at = at
    self.size = size
    self.anchor = anchor
    self.isBold = isBold
    self.degrees = degrees
    pen = Pen(layer, grey: grey)
  }
}

/// A page of a report.
package struct Page: Sendable {
  package internal(set) var marks: [Mark] = []

  /// A4 on its side, millimetres.
  package static let width = 297.0
  package static let height = 210.0
  static let margin = 10.0
}
