internal import SpanGeometry
internal import SpanUncertainty

/// The drawings as a DXF of AutoCAD 2000 (AC1015, ASCII): model space in metres, as the header says.
///
/// The plan lies in its own place: x is the world's x, y its −z. The elevation stands to the right of it, shifted in x
/// alone, so that its y is the height. Below stand the table's figures.
package struct DXFWriter {
  private var text = ""
  private var handle = 0x100
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
  private mutating func vertex(_ code: Int, _ p: Point2, isFlat: Bool = false) {
    pair(code, p.x.fixed(9))
    pair(code + 10, p.y.fixed(9))
    if !isFlat { pair(code + 20, 0) }
  }

  private mutating func pair(_ code: Int, _ value: String) { text += "\(code)\n\(value)\n" }
  private mutating func pair(_ code: Int, _ value: Int) { pair(code, "\(value)") }

  private mutating func section(_ name: String, _ body: (inout DXFWriter) -> Void) {
    pair(0, "SECTION")
    pair(2, name)
    body(&self)
    pair(0, "ENDSEC")
  }
}

// MARK: - What surrounds the entities

extension DXFWriter {
  /// Of what others refer to.
  private enum Handle {
    static let modelSpace = "1F"
    static let paperSpace = "1B"
    static let dictionary = "C"
    static let groups = "D"
    /// Beyond all that are given out; the reader takes its own from here.
    static let seed = "FFFFFFF"
  }

  private mutating func mark(_ fixed: String? = nil, owner: String, code: Int = 5) {
    if fixed == nil { handle += 1 }
    pair(code, fixed ?? String(handle, radix: 16, uppercase: true))
    pair(330, owner)
  }

  private mutating func writeHeader() {
    section("HEADER") { dxf in
      for (name, code, value) in [
        ("$ACADVER", 1, "AC1015"), ("$DWGCODEPAGE", 3, "ANSI_1252"), ("$HANDSEED", 5, Handle.seed),
        // Metres, and line types and hatches of metric drawings.
        ("$INSUNITS", 70, "6"), ("$MEASUREMENT", 70, "1"), ("$LUNITS", 70, "2"),
      ] {
        dxf.pair(9, name)
        dxf.pair(code, value)
      }
    }
    section("CLASSES") { _ in }
  }

  private mutating func writeTables() {
    section("TABLES") { dxf in
      dxf.table("VPORT", "8", ["*Active"]) { dxf, name in
        dxf.record("VPORT", "AcDbViewportTableRecord", name, owner: "8")
        for (code, value) in [
          (10, 0), (20, 0), (11, 1), (21, 1), (12, 0), (22, 0), (13, 0), (23, 0), (14, 1), (24, 1), (15, 1), (25, 1),
          (16, 0), (26, 0), (36, 1), (17, 0), (27, 0), (37, 0), (40, 10), (41, 1), (42, 50), (43, 0), (44, 0),
          (50, 0), (51, 0), (71, 0), (72, 100), (73, 1), (74, 3), (75, 0), (76, 0), (77, 0), (78, 0),
        ] { dxf.pair(code, value) }
      }
      dxf.table("LTYPE", "5", ["ByBlock", "ByLayer", "Continuous"]) { dxf, name in
        dxf.record("LTYPE", "AcDbLinetypeTableRecord", name, owner: "5")
        dxf.pair(3, "")
        for (code, value) in [(72, 65), (73, 0), (40, 0)] { dxf.pair(code, value) }
      }
      dxf.table("LAYER", "2", ["0"] + Layer.allCases.map(\.rawValue)) { dxf, name in
        dxf.record("LAYER", "AcDbLayerTableRecord", name, owner: "2")
        dxf.pair(62, Layer(rawValue: name)?.color ?? 7)
        dxf.pair(6, "Continuous")
      }
      dxf.table("STYLE", "3", ["Standard"]) { dxf, name in
        dxf.record("STYLE", "AcDbTextStyleTableRecord", name, owner: "3")
        for (code, value) in [(40, 0), (41, 1), (50, 0), (71, 0), (42, 1)] { dxf.pair(code, value) }
        dxf.pair(3, "txt")
        dxf.pair(4, "")
      }
      dxf.table("VIEW", "6", []) { _, _ in }
      dxf.table("UCS", "7", []) { _, _ in }
      dxf.table("APPID", "9", ["ACAD"]) { dxf, name in
        dxf.record("APPID", "AcDbRegAppTableRecord", name, owner: "9")
      }
      dxf.table("DIMSTYLE", "A", ["Standard"], subclass: "AcDbDimStyleTable") { dxf, name in
        dxf.record("DIMSTYLE", "AcDbDimStyleTableRecord", name, owner: "A", code: 105)
      }
      dxf.table("BLOCK_RECORD", "1", ["*Model_Space", "*Paper_Space"]) { dxf, name in
        let handle = name == "*Model_Space" ? Handle.modelSpace : Handle.paperSpace
        dxf.record("BLOCK_RECORD", "AcDbBlockTableRecord", name, owner: "1", handle: handle)
      }
    }
  }

  private mutating func table(
    _ name: String, _ handle: String, _ records: [String], subclass: String? = nil,
    _ body: (inout DXFWriter, String) -> Void
  ) {
    pair(0, "TABLE")
    pair(2, name)
    mark(handle, owner: "0")
    pair(100, "AcDbSymbolTable")
    pair(70, records.count)
    if let subclass { pair(100, subclass) }
    for record in records { body(&self, record) }
    pair(0, "ENDTAB")
  }

  private mutating func record(
    _ type: String, _ subclass: String, _ name: String, owner: String, code: Int = 5, handle: String? = nil
  ) {
    pair(0, type)
    mark(handle, owner: owner, code: code)
    pair(100, "AcDbSymbolTableRecord")
    pair(100, subclass)
    pair(2, name)
    // Block records have no flags.
    if type != "BLOCK_RECORD" { pair(70, 0) }
  }

  private mutating func writeBlocks() {
    section("BLOCKS") { dxf in
      for (name, owner) in [("*Model_Space", Handle.modelSpace), ("*Paper_Space", Handle.paperSpace)] {
        dxf.pair(0, "BLOCK")
        dxf.mark(owner: owner)
        dxf.pair(100, "AcDbEntity")
        dxf.pair(8, "0")
        dxf.pair(100, "AcDbBlockBegin")
        dxf.pair(2, name)
        dxf.pair(70, 0)
        dxf.vertex(10, Point2(0, 0))
        dxf.pair(3, name)
        dxf.pair(1, "")
        dxf.pair(0, "ENDBLK")
        dxf.mark(owner: owner)
        dxf.pair(100, "AcDbEntity")
        dxf.pair(8, "0")
        dxf.pair(100, "AcDbBlockEnd")
      }
    }
  }

  private mutating func writeObjects() {
    section("OBJECTS") { dxf in
      for (handle, owner) in [(Handle.dictionary, "0"), (Handle.groups, Handle.dictionary)] {
        dxf.pair(0, "DICTIONARY")
        dxf.mark(handle, owner: owner)
        dxf.pair(100, "AcDbDictionary")
        dxf.pair(281, 1)
        if handle == Handle.dictionary {
          dxf.pair(3, "ACAD_GROUP")
          dxf.pair(350, Handle.groups)
        }
      }
    }
  }
}

extension Layer {
  /// By the AutoCAD colour index.
  fileprivate var color: Int {
    switch self {
    case .plan, .elevation: 7
    case .anchors: 1
    case .dimensions: 5
    case .text: 8
    }
  }
}

extension String {
  /// As the value of a text: in ASCII, others by their UTF-16 units (`\U+00B1`). What readers take for the beginning of a
  /// code (`\`, `^`, `{`, `}`, and `%` beside another) is written with its full-width twin.
  var dxf: String {
    var text = ""
    let scalars = Array(unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      let isDoubled =
        scalar == "%" && (scalars[max(0, place - 1)..<place] + scalars[(place + 1)...].prefix(1)).contains("%")
      if isDoubled || ["\\", "^", "{", "}"].contains(scalar) {
        text += Self.escape(UInt16(scalar.value) + Self.fullWidth)
      } else if scalar.isASCII {
        text.unicodeScalars.append(scalar)
      } else {
        for unit in String(scalar).utf16 { text += Self.escape(unit) }
      }
    }
    return text
  }

  /// From a printable ASCII character to its full-width twin (U+FF01 to U+FF5E).
  private static let fullWidth: UInt16 = 0xFEE0

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16, uppercase: true)
    return "\\U+" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }
}
