internal import SpanGeometry

/// How a view lies on the sheet: 1 : denominator, about its middle.
struct DrawingScale: Sendable {
  let denominator: Double
  /// Of the view, metres.
  let center: Point2
  /// Where that is on the sheet, millimetres.
  let middle: Point2

  /// The largest scale of 1, 2, 2.5 or 5 times a power of ten at which everything fits; nothing is drawn larger than it is.
  init(fitting extent: Box, into area: Box) {
    center = extent.center
    middle = area.center
    var denominator = 1.0
    for factor in Self.steps {
      denominator = factor
      let millimetres = 1000 / factor
      if extent.width * millimetres <= area.width, extent.height * millimetres <= area.height { break }
    }
    self.denominator = denominator
  }

  /// Up to 1 : 5 · 10⁹, for positions a million metres from the origin on either side.
  private static let steps = (0...9).flatMap { exponent in
    let power = (0..<exponent).reduce(1.0) { power, _ in power * 10 }
    return [power, 2 * power] + (exponent > 0 ? [2.5 * power] : []) + [5 * power]
  }

  /// From the view, metres with y up, to the sheet, millimetres with y down.
  func onSheet(_ p: Point2) -> Point2 {
    let millimetres = 1000 / denominator
    return Point2(middle.x + (p.x - center.x) * millimetres, middle.y - (p.y - center.y) * millimetres)
  }

  /// The way back.
  func inView(_ p: Point2) -> Point2 {
    let metres = denominator / 1000
    return Point2(center.x + (p.x - middle.x) * metres, center.y - (p.y - middle.y) * metres)
  }
}
