internal import SpanDrawing
internal import SpanMessage

extension Endpoint {
  /// `GET /v1/sessions/{sid}/report.svg` and its siblings.
  static func report(_ sessions: Sessions, as format: ReportFormat) -> Endpoint {
    Endpoint("GET", produces: [format.type]) { request throws(Problem) -> Answer in
      .long(request) { () throws(Problem) in try format.response(sessions.read(request).session) }
    }
  }
}

extension Problem {
  init(_ fault: DrawingFault) {
    let reason =
      switch fault {
      case .noLibrary: "the library libcairo2 is not installed where the service runs."
      case .noFont: "the fonts of fonts-dejavu-core are not installed where the service runs."
      case .failed(let words): "\(words)."
      }
    self.init(
      status: 500, detail: "The PDF cannot be drawn: \(reason) The other formats are not concerned.",
      code: "report.undrawable")
  }
}
