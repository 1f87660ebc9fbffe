internal import SpanGeometry
internal import SpanUncertainty

/// The table of everything that was measured, on as many pages as it takes.
struct TablePages {
  private(set) var pages: [Page] = []
  /// The next baseline.
  private var y = 0.0

  private static let bottom = Page.height - Page.margin - 2
  private static let size = 2.5
  private static let detailSize = 2.2
  private static let lineHeight = 3.3
  /// From the left margin: number, what, between, value ±, range, standard, k.
  private static let columns = [0.0, 9, 79, 127, 183, 236, 262]
  private static let titles = ["No.", "What", "Points", "Value ±", "Range", "Standard", "k"]

  init(_ report: Report, notes: [String]) {
    guard !report.rows.isEmpty || !notes.isEmpty else { return }
    begin(report)
    for note in notes { add(note: note) }
    for (place, row) in report.rows.enumerated() { add(row, place + 1, report) }
  }

  private mutating func begin(_ report: Report) {
    var page = Page()
    y = Page.margin + 5
    page.marks.append(
      .text(Text("Measurements", at: Point2(Page.margin, y), size: 4.5, isBold: true)))
    let title = report.title.plain.fitted(120, size: Self.size)
    page.marks.append(
      .text(Text(title, at: Point2(Page.width - Page.margin, y), size: Self.size, .end, grey: 0.35)))
    y += 5
    for line in report.statement.plain.lines(Page.width - 2 * Page.margin, size: Self.detailSize) {
      page.marks.append(.text(Text(line, at: Point2(Page.margin, y), size: Self.detailSize, grey: 0.35)))
      y += Self.lineHeight
    }
    y += 2
    for (column, title) in zip(Self.columns, Self.titles) {
      page.marks.append(.text(Text(title, at: Point2(Page.margin + column, y), size: Self.size, isBold: true)))
    }
    y += 1.5
    page.marks.append(Self.rule(y, width: 0.3))
    y += 4
    pages.append(page)
  }

  private static func rule(_ y: Double, width: Double, grey: Double = 0) -> Mark {
    .line(
      [Point2(Page.margin, y), Point2(Page.width - Page.margin, y)], Pen(.text, width: width, grey: grey))
  }

  private mutating func add(note: String) {
    pages[pages.count - 1].marks.append(
      .text(Text(note, at: Point2(Page.margin, y), size: Self.size, isBold: true)))
    y += Self.lineHeight + 1
  }

  private mutating func add(_ row: Row, _ number: Int, _ report: Report) {
    let width = Page.width - 2 * Page.margin - Self.columns[1]
    let details = row.details.flatMap { $0.plain.lines(width, size: Self.detailSize) }
    if y + Double(details.count) * Self.lineHeight > Self.bottom { begin(report) }
    var marks: [Mark] = []
    let cells = ["\(number)"] + row.cells
    for (place, cell) in cells.enumerated() {
      let end = place + 1 < Self.columns.count ? Self.columns[place + 1] : Page.width - 2 * Page.margin
      let text = cell.plain.fitted(end - Self.columns[place] - 1.5, size: Self.size)
      marks.append(.text(Text(text, at: Point2(Page.margin + Self.columns[place], y), size: Self.size)))
    }
    for line in details {
      y += Self.lineHeight
      let at = Point2(Page.margin + Self.columns[1], y)
      marks.append(.text(Text(line, at: at, size: Self.detailSize, grey: 0.35)))
    }
    y += 1.6
    marks.append(Self.rule(y, width: 0.1, grey: 0.7))
    y += 3.6
    pages[pages.count - 1].marks += marks
  }
}

extension Row {
  /// What, between, value ±, range, standard, k.
  fileprivate var cells: [String] {
    let between =
      points.count > 3
      ? "\(points[0]) … \(points[points.count - 1]) (\(points.count))" : points.joined(separator: " – ")
    guard let reading else { return [heading, between, "no value"] }
    let uncertainty = reading.measured.uncertainty
    return [
      heading, between, reading.texts.display, reading.texts.range, reading.texts.standard,
      uncertainty.coverageFactor.fixed(2, isTrimmed: false),
    ]
  }

  /// Drift and flags, then the budget.
  fileprivate var details: [String] {
    guard let reading else { return [] }
    var drift = "Now \(reading.texts.now)"
    if let placed = reading.texts.placed, let change = reading.texts.change {
      drift = "As placed \(placed), now \(reading.texts.now), changed by \(change)"
    }
    let flags = reading.measured.uncertainty.flags.map { "\($0.name)" }
    if !flags.isEmpty { drift += ". Flags: " + flags.joined(separator: ", ") }
    let budget = zip(reading.measured.uncertainty.budget, reading.texts.budget).map { line, standard in
      "\(line.source.name) \(standard) (\(line.share.roundedPercent) %)"
    }
    return [drift + "."] + (budget.isEmpty ? [] : ["Budget: " + budget.joined(separator: ", ") + "."])
  }
}

extension Double {
  /// Whole percent.
  fileprivate var roundedPercent: String { self < 0.005 ? "< 1" : (self * 100).fixed(0) }
}
