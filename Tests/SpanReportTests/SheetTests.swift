import SpanGeometry
import SpanUncertainty
import Testing

@testable import SpanReport

@Suite("Sheets of a report")
struct SheetTests {
  @Test("an empty session has one with its name and what the figures mean")
  func empty() {
    var report = Sample.report([])
    report.notes = ["Nothing has been measured."]
    let pages = report.pages
    #expect(pages.count == 2)
    let texts = pages.map { Sample.texts($0).map(\.string) }
    #expect(texts[0].contains("Hall"))
    #expect(texts[0].joined(separator: " ").contains("The true value lies within the stated range in 95 of 100 cases"))
    #expect(texts[1].contains("Nothing has been measured."))
    #expect(texts[0].contains("Sheet 1 of 2"))
  }

  @Test("a long table goes on, every row stands in it once, and nothing below the margin")
  func table() {
    let rows = (0..<1000).map { number in
      Sample.row(.distance, [.zero, Vector3(1, 0, 0)], title: "Row \(number)", display: "\(number) m ± 1 m")
    }
    let pages = Sample.report(rows).pages.dropFirst()
    #expect(pages.count > 30)
    let texts = pages.flatMap(Sample.texts)
    for number in 0..<1000 {
      #expect(texts.count { $0.string == "\(number) m ± 1 m" } == 1)
      #expect(texts.count { $0.string == "Row \(number), distance" } == 1)
    }
    for text in texts where text.string.hasPrefix("Budget") || text.string.contains("±") {
      #expect(text.at.y <= Page.height - Page.margin)
    }
    #expect(texts.contains { $0.string == "Budget: tap 0.0050 m (100 %)." })
    #expect(texts.contains { $0.string.hasSuffix("Flags: unbounded, drift.") })
    #expect(texts.contains { $0.string == "2.00" })
  }

  @Test("nothing runs over the edge, however long the names are")
  func names() {
    let long = String(repeating: "Wide name ", count: 25)
    let row = Sample.row(.distance, [.zero, Vector3(1, 0, 0)], title: long, display: long)
    let report = Sample.report([row], name: long, anchors: [Report.Place(id: long, position: .zero)])
    for text in report.pages.flatMap(Sample.texts) where text.anchor == .start && text.degrees == 0 {
      #expect(text.at.x + text.string.width(size: text.size, isBold: text.isBold) <= Page.width - 5, "\(text.string)")
    }
  }
}
