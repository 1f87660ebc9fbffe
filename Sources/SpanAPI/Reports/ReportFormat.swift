internal import SpanDrawing
internal import SpanMessage
internal import SpanReport

/// How a report is written; the raw value ends its address.
enum ReportFormat: String, CaseIterable, Sendable {
  case svg, pdf, csv, dxf, json

  var type: MediaType {
    switch self {
    case .svg: .svg
    case .pdf: .pdf
    case .csv: .csv
    case .dxf: .dxf
    case .json: .json
    }
  }

  /// With what a reader has to know to read it.
  private var contentType: String {
    switch self {
    case .svg, .pdf, .json: type.name
    case .csv: "\(type.name); charset=utf-8; header=present"
    case .dxf: "\(type.name); charset=us-ascii"
    }
  }

  /// The report on a session as a file, which browsers keep rather than show: it carries what users named.
  func response(_ session: LiveSession) throws(Problem) -> Response {
    let report = Report(session)
    let headers: HeaderFields = [
      "Content-Type": contentType,
      "Content-Disposition": "attachment; filename=\"span-\(session.id.fileName).\(rawValue)\"",
      "X-Content-Type-Options": "nosniff",
    ]
    return Response(status: 200, headers: headers, body: try body(report, session)).tagged(session)
  }

  private func body(_ report: Report, _ session: LiveSession) throws(Problem) -> ByteBuffer {
    switch self {
    case .svg: return ByteBuffer(SVGWriter.text(of: report))
    case .csv: return ByteBuffer(CSVWriter.text(of: report))
    case .dxf: return ByteBuffer(DXFWriter.text(of: report))
    case .json: return .json(report, session)
    case .pdf:
      do throws(DrawingFault) {
        return ByteBuffer(try PDFWriter.bytes(of: report, creator: "Span \(Version.number)"))
      } catch {
        throw Problem(error)
      }
    }
  }
}

extension String {
  /// Without anything that a file name or the header field around it may not hold.
  fileprivate var fileName: String {
    String(utf8.map { byte in byte.isPlainInNames ? Character(Unicode.Scalar(byte)) : "-" })
  }
}

extension UInt8 {
  fileprivate var isPlainInNames: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
