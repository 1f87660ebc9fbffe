internal import CCairo
internal import SpanGeometry
package import SpanReport

/// The pages of a report as a PDF, drawn with cairo; the same report gives the same bytes.
package enum PDFWriter {
  package static func bytes(of report: Report, creator: String) throws(DrawingFault) -> [UInt8] {
    let document = try Document(Cairo.shared.get())
    try document.describe(title: report.title.plain, creator: creator, at: report.updatedAt)
    for page in report.pages { document.draw(page) }
    return try document.finish()
  }
}

/// A PDF that is being drawn.
@safe
private final class Document {
  private let cairo: Cairo
  private let sink = Sink()
  private let surface: OpaquePointer?
  private let context: OpaquePointer?

  /// PDF counts in points, 72 to the inch.
  private static let pointsPerMillimetre = 72 / 25.4

  init(_ cairo: Cairo) {
    self.cairo = cairo
    let call = unsafe cairo.call.pointee
    // Cairo never returns nil, but objects that remember what went wrong; that is asked for at the end.
    unsafe surface = call.pdf_surface_create_for_stream(
      collect, Unmanaged.passUnretained(sink).toOpaque(), Page.width * Self.pointsPerMillimetre,
      Page.height * Self.pointsPerMillimetre)
    unsafe context = call.create(surface)
    unsafe call.scale(context, Self.pointsPerMillimetre, Self.pointsPerMillimetre)
  }

  deinit {
    unsafe cairo.call.pointee.destroy(context)
    unsafe cairo.call.pointee.surface_destroy(surface)
  }

  /// - Parameter at: of the last change, RFC 3339; cairo takes whole seconds.
  func describe(title: String, creator: String, at: String) throws(DrawingFault) {
    for (field, text) in [
      (CAIRO_PDF_METADATA_TITLE, title), (CAIRO_PDF_METADATA_CREATOR, creator),
      (CAIRO_PDF_METADATA_CREATE_DATE, at.prefix(19) + "Z"),
    ] { unsafe cairo.call.pointee.pdf_surface_set_metadata(surface, field, text) }
    try check()
  }

  func draw(_ page: Page) {
    for mark in page.marks { draw(mark) }
    unsafe cairo.call.pointee.show_page(context)
  }

  func finish() throws(DrawingFault) -> [UInt8] {
    try check()
    unsafe cairo.call.pointee.surface_finish(surface)
    try check()
    return sink.bytes
  }

  private func check() throws(DrawingFault) {
    for status in unsafe [cairo.call.pointee.status(context), cairo.call.pointee.surface_status(surface)]
    where status != CAIRO_STATUS_SUCCESS { throw .failed(cairo.words(status)) }
  }

  // MARK: Marks

  private func draw(_ mark: Mark) {
    switch mark {
    case .line(let points, let isClosed, let pen):
      trace(points, isClosed: isClosed)
      use(pen)
      unsafe cairo.call.pointee.stroke(context)
    case .area(let points, let pen):
      trace(points, isClosed: true)
      use(pen)
      unsafe cairo.call.pointee.fill(context)
    case .dot(let center, let radius, let pen):
      unsafe cairo.call.pointee.new_path(context)
      unsafe cairo.call.pointee.arc(context, center.x, center.y, radius, 0, 2 * .pi)
      use(pen)
      unsafe cairo.call.pointee.fill(context)
    case .text(let text): draw(text)
    }
  }

  private func trace(_ points: [Point2], isClosed: Bool) {
    unsafe cairo.call.pointee.new_path(context)
    for point in points { unsafe cairo.call.pointee.line_to(context, point.x, point.y) }
    if isClosed { unsafe cairo.call.pointee.close_path(context) }
  }

  private func use(_ pen: Pen) {
    unsafe cairo.call.pointee.set_source_rgb(context, pen.grey, pen.grey, pen.grey)
    unsafe cairo.call.pointee.set_line_width(context, pen.width)
  }

  private func draw(_ text: Text) {
    let call = unsafe cairo.call.pointee
    use(text.pen)
    unsafe call.set_font_face(context, text.isBold ? cairo.bold : cairo.regular)
    unsafe call.set_font_size(context, text.size)
    unsafe call.save(context)
    unsafe call.translate(context, text.at.x, text.at.y)
    unsafe call.rotate(context, -text.degrees * .pi / 180)
    unsafe call.move_to(context, -text.anchor.share * width(text.string), 0)
    unsafe call.show_text(context, text.string)
    unsafe call.restore(context)
  }

  /// In the font of the moment.
  private func width(_ string: String) -> Double {
    var extents = cairo_text_extents_t()
    unsafe cairo.call.pointee.text_extents(context, string, &extents)
    return extents.x_advance
  }
}

extension Text.Anchor {
  /// How much of the text stands before its place.
  fileprivate var share: Double {
    switch self {
    case .start: 0
    case .middle: 0.5
    case .end: 1
    }
  }
}

/// What cairo has written.
private final class Sink {
  var bytes: [UInt8] = []
}

private func collect(
  _ sink: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ count: UInt32
) -> cairo_status_t {
  guard let sink = unsafe sink, let bytes = unsafe bytes else { return CAIRO_STATUS_WRITE_ERROR }
  unsafe Unmanaged<Sink>.fromOpaque(sink).takeUnretainedValue().bytes += UnsafeBufferPointer(
    start: bytes, count: Int(count))
  return CAIRO_STATUS_SUCCESS
}
