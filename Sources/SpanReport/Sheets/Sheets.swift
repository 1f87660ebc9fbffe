internal import SpanGeometry

extension Report {
  /// The pages of the report: its views, then the table.
  package var pages: [Page] {
    let frame = Page.frame
    let drawings = View.all(of: self).compactMap { Drawing($0, in: frame.view) }
    var pages = drawings.map { page($0, frame) }
    let omitted = drawings.reduce(0) { $0 + $1.omitted }
    let table = TablePages(self, notes: notes + Self.note(omitted: omitted))
    if pages.isEmpty { pages.append(emptyPage(frame)) }
    pages += table.pages
    for place in pages.indices { pages[place].number(place + 1, of: pages.count, id) }
    return pages
  }

  private static func note(omitted: Int) -> [String] {
    let dimensions = omitted == 1 ? "1 dimension" : "\(omitted) dimensions"
    return omitted == 0 ? [] : ["\(dimensions) found no room in the drawing; the table has all figures."]
  }

  private func page(_ drawing: Drawing, _ frame: Page.Frame) -> Page {
    var page = Page(marks: drawing.marks)
    page.heading(drawing.view.title, drawing.view.frame, in: frame.heading)
    page.titleBlock(self, in: frame.title)
    page.axes(drawing.view.axes, in: frame.title)
    page.scale(drawing.scale, unit, in: frame.title)
    return page
  }

  private func emptyPage(_ frame: Page.Frame) -> Page {
    var page = Page()
    page.heading("Plan", "There is nothing to draw: the session has no anchors.", in: frame.heading)
    page.titleBlock(self, in: frame.title)
    return page
  }
}

extension Page {
  /// Where things stand on a page with a drawing.
  struct Frame {
    let heading: Box
    let view: Box
    let title: Box
  }

  static let frame: Frame = {
    let (headingHeight, titleHeight) = (13.0, 34.0)
    let inner = width - 2 * margin
    let (top, bottom) = (margin + headingHeight, height - margin - titleHeight)
    return Frame(
      heading: Box(x: margin, y: margin, width: inner, height: headingHeight),
      view: Box(x: margin, y: top, width: inner, height: bottom - top),
      title: Box(x: margin, y: bottom, width: inner, height: titleHeight))
  }()

  fileprivate mutating func heading(_ title: String, _ words: String, in area: Box) {
    marks.append(.text(Text(title, at: area.low + Point2(4, 7), size: 5, isBold: true)))
    marks.append(.text(Text(words, at: area.low + Point2(4, 11.5), size: 2.5, grey: 0.35)))
  }

  /// An arrow up and one to the right, named.
  fileprivate mutating func axes(_ names: (right: String, up: String), in area: Box) {
    let origin = Point2(area.high.x - 17, area.low.y + 15)
    let pen = Pen(.text, width: 0.25)
    for (direction, across) in [(Point2(0, -1), Point2(1, 0)), (Point2(1, 0), Point2(0, 1))] {
      let tip = origin + 9 * direction
      marks.append(.line([origin, tip - 2 * direction], pen))
      marks.append(.area([tip, tip - 2.4 * direction + 0.8 * across, tip - 2.4 * direction - 0.8 * across], pen))
    }
    marks.append(.text(Text(names.up, at: origin + Point2(-1.5, -7), .end, isBold: true)))
    marks.append(.text(Text(names.right, at: origin + Point2(5, 4.2), .middle, isBold: true)))
  }

  /// At the foot of the page, below its frame.
  fileprivate mutating func number(_ number: Int, of count: Int, _ id: String) {
    let place = Point2(Page.width - Page.margin, Page.height - Page.margin + 4.5)
    marks.append(.text(Text("Sheet \(number) of \(count)", at: place, size: 2.2, .end, grey: 0.35)))
    marks.append(
      .text(Text("Span · session \(id)", at: Point2(Page.margin, place.y), size: 2.2, grey: 0.35)))
  }
}
