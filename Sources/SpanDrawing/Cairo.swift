internal import CCairo

/// Cairo with the fonts of reports: loaded when first asked for, then kept.
@safe
final class Cairo: @unchecked Sendable {
  let call: UnsafePointer<span_cairo>
  let regular: OpaquePointer
  let bold: OpaquePointer

  /// Where Debian's fonts-dejavu-core has them.
  private static let directory = "/usr/share/fonts/truetype/dejavu/"

  /// What can be had on this machine.
  static let shared: Result<Cairo, DrawingFault> = Result { () throws(DrawingFault) in try Cairo() }

  private init() throws(DrawingFault) {
    guard let call = unsafe span_cairo_load() else { throw .noLibrary }
    unsafe self.call = call
    unsafe regular = try Self.font("DejaVuSans.ttf", call)
    unsafe bold = try Self.font("DejaVuSans-Bold.ttf", call)
  }

  private static func font(
    _ file: String, _ call: UnsafePointer<span_cairo>
  ) throws(DrawingFault) -> OpaquePointer {
    guard let face = unsafe span_cairo_font(directory + file),
      unsafe call.pointee.font_face_status(face) == CAIRO_STATUS_SUCCESS
    else { throw .noFont }
    return unsafe face
  }

  func words(_ status: cairo_status_t) -> String {
    unsafe call.pointee.status_to_string(status).map { unsafe String(cString: $0) } ?? "status \(status.rawValue)"
  }
}

/// Why nothing could be drawn.
package enum DrawingFault: Error, Equatable, Sendable {
  /// `libcairo2` is not installed.
  case noLibrary
  /// `fonts-dejavu-core` is not installed.
  case noFont
  /// In cairo's words.
  case failed(String)
}
