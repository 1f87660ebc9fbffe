internal import SpanGeometry

extension Page {
  /// Where the columns of the title block begin, from its left.
  private static let factsColumn = 132.0
  private static let scaleColumn = 216.0

  /// A frame around the page; below the drawing, what it is of and what its figures mean.
  mutating func titleBlock(_ report: Report, in box: Box) {
    let pen = Pen(.text, width: 0.5)
    let sheet = Box(
      x: Page.margin, y: Page.margin, width: Page.width - 2 * Page.margin, height: Page.height - 2 * Page.margin)
    marks.append(.line(sheet.corners, isClosed: true, pen))
    marks.append(.line([box.low, Point2(box.high.x, box.low.y)], pen))
    for column in [Self.factsColumn, Self.scaleColumn] {
      let x = box.low.x + column
      marks.append(.line([Point2(x, box.low.y), Point2(x, box.high.y)], Pen(.text, width: 0.25)))
    }
    let width = Self.factsColumn - 8
    var place = box.low + Point2(4, 8)
    let title = report.title.plain.fitted(width / 1.12, size: 5)
    marks.append(.text(Text(title, at: place, size: 5, isBold: true)))
    place.y += 6
    for line in report.statement.plain.lines(width, size: 2.6).prefix(4) {
      marks.append(.text(Text(line, at: place, size: 2.6)))
      place.y += 3.9
    }
    facts(report.facts, at: box.low + Point2(Self.factsColumn + 4, 6))
  }

  private mutating func facts(_ facts: [Report.Fact], at start: Point2) {
    var place = start
    let width = Self.scaleColumn - Self.factsColumn - 26
    for fact in facts {
      marks.append(.text(Text(fact.name, at: place, size: 2.4, grey: 0.35)))
      let value = fact.value.plain.fitted(width, size: 2.4)
      marks.append(.text(Text(value, at: place + Point2(20, 0), size: 2.4)))
      place.y += 3.9
    }
  }

  /// The scale in figures and as a bar.
  mutating func scale(_ scale: DrawingScale, _ unit: Report.Unit, in box: Box) {
    let start = box.low + Point2(Self.scaleColumn + 4, 8)
    let text = "Scale 1 : \(scale.denominator.fixed(0))"
    // Beside it is the frame mark.
    let size = min(4, 36 / text.width(size: 1, isBold: true))
    marks.append(.text(Text(text, at: start, size: size, isBold: true)))
    marks.append(.text(Text("printed on A4", at: start + Point2(0, 4.5), size: 2.4, grey: 0.35)))
    let bar = ScaleBar(scale, unit)
    let base = start + Point2(1, 13)
    let height = 1.4
    let pen = Pen(.text)
    for part in 0..<ScaleBar.parts {
      let x = base.x + Double(part) * bar.part
      let corners = Box(x: x, y: base.y, width: bar.part, height: height).corners
      marks.append(part.isMultiple(of: 2) ? .area(corners, pen) : .line(corners, isClosed: true, pen))
    }
    for end in [0, ScaleBar.parts] {
      let text = (Double(end) * bar.step).fixed(9) + (end == 0 ? "" : " \(unit.symbol)")
      let at = base + Point2(Double(end) * bar.part, height + 3.2)
      marks.append(.text(Text(text, at: at, size: 2.4, .middle)))
    }
  }
}

/// A bar of equal parts of a round length.
struct ScaleBar {
  static let parts = 4
  /// Of a part, in the unit of the report.
  let step: Double
  /// Of a part on the sheet, millimetres.
  let part: Double

  private static let longest = 11.0  // mm, a part

  init(_ scale: DrawingScale, _ unit: Report.Unit) {
    // On the sheet a unit takes so many millimetres.
    let millimetres = unit.metres * 1000 / scale.denominator
    var step = 1.0
    while step * millimetres > Self.longest { step /= 10 }
    while step * millimetres * 10 <= Self.longest { step *= 10 }
    let factor = [5.0, 2, 1].first { $0 * step * millimetres <= Self.longest } ?? 1
    self.step = factor * step
    part = factor * step * millimetres
  }
}

extension Box {
  var corners: [Point2] { [low, Point2(high.x, low.y), high, Point2(low.x, high.y)] }
}
