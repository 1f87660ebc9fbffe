internal import SpanGeometry

/// The pages one below the other as one picture (SVG 1.1), whose texts are texts: to be searched, copied and read aloud.
package enum SVGWriter {
  private static let gap = 6.0

  package static func text(of report: Report) -> String {
    let pages = report.pages
    let height = Double(pages.count) * (Page.height + gap) - gap
    let (width, tall) = (Page.width.fixed(3), height.fixed(3))
    var svg = """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)mm" height="\(tall)mm" viewBox="0 0 \(width) \(tall)" \
      font-family="'DejaVu Sans', Verdana, sans-serif">
      <title>\(report.title.plain.xml)</title>
      <desc>\(report.statement.plain.xml)</desc>

      """
    for (place, page) in pages.enumerated() {
      svg += "<g transform=\"translate(0 \((Double(place) * (Page.height + gap)).fixed(3)))\">\n"
      svg += "<rect width=\"\(width)\" height=\"\(Page.height.fixed(3))\" fill=\"#fff\"/>\n"
      for mark in page.marks { write(mark, onto: &svg) }
      svg += "</g>\n"
    }
    return svg + "</svg>\n"
  }

  private static func write(_ mark: Mark, onto svg: inout String) {
    switch mark {
    case .line(let points, let isClosed, let pen):
      svg += "<\(isClosed ? "polygon" : "polyline") points=\"\(list(points))\" fill=\"none\" stroke=\"\(color(pen))\""
      svg += " stroke-width=\"\(pen.width.fixed(3))\"/>\n"
    case .area(let points, let pen): svg += "<polygon points=\"\(list(points))\" fill=\"\(color(pen))\"/>\n"
    case .dot(let center, let radius, let pen):
      svg += "<circle cx=\"\(center.x.fixed(3))\" cy=\"\(center.y.fixed(3))\" r=\"\(radius.fixed(3))\""
      svg += " fill=\"\(color(pen))\"/>\n"
    case .text(let text): write(text, onto: &svg)
    }
  }

  private static func write(_ text: Text, onto svg: inout String) {
    let (x, y) = (text.at.x.fixed(3), text.at.y.fixed(3))
    svg += "<text x=\"\(x)\" y=\"\(y)\" font-size=\"\(text.size.fixed(3))\""
    if text.anchor != .start { svg += " text-anchor=\"\(text.anchor.rawValue)\"" }
    if text.isBold { svg += " font-weight=\"bold\"" }
    if text.degrees != 0 { svg += " transform=\"rotate(\((-text.degrees).fixed(3)) \(x) \(y))\"" }
    if text.pen.grey > 0 { svg += " fill=\"\(color(text.pen))\"" }
    svg += ">\(text.string.xml)</text>\n"
  }

  private static func list(_ points: [Point2]) -> String {
    points.map { "\($0.x.fixed(3)),\($0.y.fixed(3))" }.joined(separator: " ")
  }

  private static func color(_ pen: Pen) -> String {
    let level = Int((max(0, min(1, pen.grey)) * 255).rounded())
    return "rgb(\(level),\(level),\(level))"
  }
}

extension String {
  /// As content of an element, or of an attribute in double quotes.
  fileprivate var xml: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
