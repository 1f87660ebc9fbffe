import SpanDrawing
import SpanGeometry
import SpanUncertainty
import Testing

@testable import SpanReport

@Suite("Formats of a report")
struct WriterTests {
  private static let hostile = "<script>&\"' \u{0}\n=cmd()|'/C calc'!A0 %%u ^J \\U+0041 {\\fArial;x} שלום 😀"

  private static func report(_ name: String) -> Report {
    let ends = [Vector3.zero, Vector3(2, 0, 0)]
    let row = Sample.row(.distance, ends, title: name)
    return Sample.report(
      [row], name: name, anchors: [Report.Place(id: name, position: ends[0]), Report.Place(id: "b", position: ends[1])])
  }

  @Test("SVG has no markup but its own")
  func svg() {
    let svg = SVGWriter.text(of: Self.report(Self.hostile))
    #expect(!svg.contains("<script>"))
    #expect(svg.contains("&lt;script&gt;&amp;&quot;' "))
    #expect(!svg.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    // Every angle bracket begins or ends an element of these.
    let elements = Set(svg.split(separator: "<").dropFirst().map { $0.prefix { $0.isLetter || "/?".contains($0) } })
    #expect(
      elements.isSubset(of: [
        "?xml", "svg", "/svg", "title", "/title", "desc", "/desc", "g", "/g", "rect", "polygon", "polyline", "circle",
        "text", "/text",
      ]), "\(elements)")
  }

  @Test(
    "CSV has no formulas and splits nowhere else",
    arguments: [
      ("=cmd()", "'=cmd()"), ("+1", "'+1"), ("-1+2", "'-1+2"), ("@x", "'@x"), ("\t=1", "' =1"), ("\r=1", "' =1"),
      ("  =1", "'  =1"), ("＝1", "'＝1"), ("1=1", "1=1"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""),
      ("a\"\u{301},b", "\"a\"\"\u{301},b\""), ("=\"x\"", "\"'=\"\"x\"\"\""), ("a\r\nb", "a  b"), ("Hall", "Hall"),
    ])
  func csv(name: String, cell: String) {
    let lines = CSVWriter.text(of: Self.report(name)).split(separator: "\r\n")
    #expect(lines.count == 2)
    #expect(lines[1].hasPrefix("1,0199a0c2-7d4e-7c1a-9f3b-2f6d8e5a4b17,\(cell),arkit,2026-03-01T12:30:00.250Z,"))
    let rest = ",distance,p0 p1,m,1,0.01,0.005,0.99,,0.95,2,,0.1,unbounded drift,1,0,"
    #expect(lines[1].contains(",measurement,m,\(cell)\(rest)"))
  }

  @Test(
    "DXF has no codes but its own",
    arguments: [
      ("±", "\\U+00B1"), ("%%u", "\\U+FF05\\U+FF05u"), ("100 %", "100 %"), ("\\P", "\\U+FF3CP"), ("^J", "\\U+FF3EJ"),
      ("{x}", "\\U+FF5Bx\\U+FF5D"), ("😀", "\\U+D83D\\U+DE00"), ("a b", "a b"),
    ])
  func dxfText(text: String, expected: String) { #expect(text.dxf == expected) }

  @Test("DXF is pairs of codes and values in ASCII, and no handle is given twice")
  func dxf() {
    let dxf = DXFWriter.text(of: Self.report(Self.hostile))
    #expect(dxf.utf8.allSatisfy { $0 == 0x0A || 0x20..<0x7F ~= $0 })
    let lines = dxf.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let pairs = stride(from: 0, to: lines.count - 1, by: 2).map { (Int(lines[$0]), String(lines[$0 + 1])) }
    #expect(lines.count.isMultiple(of: 2))
    #expect(pairs.allSatisfy { $0.0 != nil })
    #expect(pairs.last?.1 == "EOF")
    let handles = pairs.filter { $0.0 == 5 }.map(\.1).filter { $0 != "FFFFFFF" }
    #expect(Set(handles).count == handles.count)
    // The anchors are where they are, in metres.
    let points = pairs.indices.filter { pairs[$0].1 == "POINT" }.map { start in
      pairs[start...].prefix(8).filter { $0.0 == 10 || $0.0 == 20 }.map(\.1)
    }
    #expect(points == [["0", "0"], ["2", "0"]])
  }

  @Test("DXF shifts the elevation clear of the plan, and not in height")
  func elevation() throws {
    let ends = [Vector3(0, 1, 0), Vector3(0, 3, 0)]
    let row = Sample.row(.height, ends)
    let dxf = DXFWriter.text(of: Sample.report([row], anchors: Sample.places(ends)))
    let lines = dxf.split(separator: "\n")
    let heights = lines.indices.filter { lines[$0] == "POINT" }.compactMap { start -> Double? in
      let y = lines[start...].firstIndex(of: "20")
      return y.flatMap { Double(lines[$0 + 1]) }
    }
    #expect(heights == [0, 0, 1, 3])
    #expect(dxf.contains("m to the right of its place."))
  }

  @Test("PDF is whole, takes any name, and is the same each time")
  func pdf() throws {
    let report = Self.report(Self.hostile)
    let bytes = try PDFWriter.bytes(of: report, creator: "Span")
    #expect(bytes.starts(with: Array("%PDF-1.".utf8)))
    #expect(String(decoding: bytes.suffix(8), as: UTF8.self).contains("%%EOF"))
    #expect(try PDFWriter.bytes(of: report, creator: "Span") == bytes)
    #expect(try PDFWriter.bytes(of: Sample.report([]), creator: "") != bytes)
  }

  @Test("PDFs are drawn at the same time")
  func parallel() async throws {
    let report = Self.report("Hall")
    let expected = try PDFWriter.bytes(of: report, creator: "Span")
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<16 {
        group.addTask { (try? PDFWriter.bytes(of: report, creator: "Span")) == expected }
      }
      for await isSame in group { #expect(isSame) }
    }
  }
}
