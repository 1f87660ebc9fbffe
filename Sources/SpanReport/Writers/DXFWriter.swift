internal import SpanGeometry
internal import SpanUncertainty

/// The drawings as a DXF of AutoCAD 2000 (AC1015, ASCII): model space in metres, as the header says.
///
/// The plan lies in its own place: x is the world's x, y its −z. The elevation stands to the right of it, shifted in x
/// alone, so that its y is the height. Below stand the table's figures.
package struct DXFWriter {
  private var text = ""
  /// The last that was given out.
  var handle = 0x100
  /// How drawings and texts reach the model.
  private var place = Placing(scale: nil, shift: 0)

  private struct Placing {
    /// nil: there is no drawing, and a millimetre is a millimetre.
    var scale: DrawingScale?
    /// Along x, metres.
    var shift: Double

    func model(_ p: Point2) -> Point2 { (scale?.inView(p) ?? Point2(p.x / 1000, -p.y / 1000)) + Point2(shift, 0) }
    /// Of a length on the sheet.
    func model(_ millimetres: Double) -> Double { millimetres * (scale?.denominator ?? 1) / 1000 }
  }

  package static func text(of report: Report) -> String {
    var writer = DXFWriter()
    writer.writeHeader()
    writer.writeTables()
    writer.writeBlocks()
    writer.section("ENTITIES") { $0.write(report) }
    writer.writeObjects()
    writer.pair(0, "EOF")
    return writer.text
  }

  // MARK: Entities

  private mutating func write(_ report: Report) {
    let area = Page.frame.view
    let drawings = View.all(of: report).compactMap { Drawing($0, in: area) }
    var right = -Double.infinity
    for drawing in drawings {
      place = Placing(scale: drawing.scale, shift: 0)
      let (low, high) = (place.model(area.low).x, place.model(area.high).x)
      if drawing.view.layer == .elevation, low < right { place.shift = (right - low).rounded(.up) }
      right = high
      for mark in drawing.marks { write(mark) }
      heading(drawing.view, Page.frame.heading)
    }
    place = Placing(scale: drawings.first?.scale, shift: 0)
    list(report, below: area)
  }

  private mutating func heading(_ view: View, _ area: Box) {
    let shifted = place.shift == 0 ? "" : " Drawn \(place.shift.fixed(0)) m to the right of its place."
    write(.text(Text(view.title, at: area.low + Point2(4, 7), size: 5)))
    write(.text(Text(view.frame + shifted, at: area.low + Point2(4, 11.5))))
  }

  private mutating func list(_ report: Report, below area: Box) {
    var at = Point2(area.low.x + 4, area.high.y + 8)
    write(.text(Text(report.title, at: at, size: 5)))
    at.y += 5
    let facts = report.facts.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
    let lines = [facts, report.statement] + report.notes
    let rows = report.rows.enumerated().map { place, row in
      "\(place + 1)  \(row.heading): \(row.reading?.texts.display ?? "no value")"
    }
    for line in lines + rows {
      write(.text(Text(line, at: at)))
      at.y += 4
    }
  }

  private mutating func write(_ mark: Mark) {
    switch mark {
    case .line(let points, let isClosed, let pen):
      entity("LWPOLYLINE", "AcDbPolyline", pen.layer)
      pair(90, points.count)
      pair(70, isClosed ? 1 : 0)
      for point in points { vertex(10, place.model(point), isFlat: true) }
    case .area(let corners, let pen):
      // Of a SOLID the last two corners are crossed; a triangle repeats its last.
      guard corners.count >= 3 else { return }
      entity("SOLID", "AcDbTrace", pen.layer)
      for (number, corner) in [0, 1, corners.count - 1, 2].enumerated() {
        vertex(10 + number, place.model(corners[corner]))
      }
    case .dot(let center, let radius, let pen):
      entity("POINT", "AcDbPoint", pen.layer)
      vertex(10, place.model(center))
      entity("CIRCLE", "AcDbCircle", pen.layer)
      vertex(10, place.model(center))
      pair(40, place.model(radius).fixed(9))
    case .text(let text): write(text)
    }
  }

  private mutating func write(_ line: Text) {
    let at = place.model(line.at)
    entity("TEXT", "AcDbText", line.pen.layer)
    vertex(10, at)
    // The height of capitals, seven tenths of the type size.
    pair(40, place.model(0.7 * line.size).fixed(9))
    pair(1, line.string.dxf)
    if line.degrees != 0 { pair(50, line.degrees.fixed(6)) }
    if line.anchor != .start {
      pair(72, line.anchor == .middle ? 1 : 2)
      vertex(11, at)
    }
    pair(100, "AcDbText")
  }

  private mutating func entity(_ type: String, _ subclass: String, _ layer: Layer) {
    pair(0, type)
    mark(owner: Handle.modelSpace)
    pair(100, "AcDbEntity")
    pair(8, layer.rawValue)
    pair(100, subclass)
  }

  // MARK: Pieces

  /// - Parameter code: of x; y and z follow by tens.
  mutating func vertex(_ code: Int, _ p: Point2, isFlat: Bool = false) {
    pair(code, p.x.fixed(9))
    pair(code + 10, p.y.fixed(9))
    if !isFlat { pair(code + 20, 0) }
  }

  mutating func pair(_ code: Int, _ value: String) { text += "\(code)\n\(value)\n" }
  mutating func pair(_ code: Int, _ value: Int) { pair(code, "\(value)") }

  mutating func section(_ name: String, _ body: (inout DXFWriter) -> Void) {
    pair(0, "SECTION")
    pair(2, name)
    body(&self)
    pair(0, "ENDSEC")
  }
}
