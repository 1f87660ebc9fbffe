import CMicroHTTPD
import SpanMessage

/// Puts a response on its way: the body's memory is handed to the library and let go of once it was sent.
///
/// `Content-Length`, `Transfer-Encoding` and `Date` are the library's to write; a field that cannot stand in a header
/// (a control character in it) is left out.
func queue(_ response: Response, id: String, closing: Bool, on connection: OpaquePointer) -> MHD_Result {
  guard let answer = unsafe libraryResponse(response.body, status: response.status) else { return .NO }
  defer { unsafe MHD_destroy_response(answer) }
  for field in response.headers.fields {
    _ = unsafe MHD_add_response_header(answer, field.name, field.value)
  }
  _ = unsafe MHD_add_response_header(answer, "X-Request-Id", id)
  if closing { _ = unsafe MHD_add_response_header(answer, "Connection", "close") }
  return unsafe MHD_queue_response(connection, UInt32(clamping: response.status), answer)
}

private func libraryResponse(_ body: ByteBuffer?, status: Int) -> OpaquePointer? {
  guard let body, body.count > 0, status != 204, status != 304 else {
    return unsafe MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
  }
  let owned = unsafe Unmanaged.passRetained(body)
  let answer = unsafe MHD_create_response_from_buffer_with_free_callback_cls(
    body.count, body.base, releaseBody, owned.toOpaque())
  if unsafe answer == nil { unsafe owned.release() }
  return unsafe answer
}

private func releaseBody(_ owned: UnsafeMutableRawPointer?) {
  guard let owned = unsafe owned else { return }
  unsafe Unmanaged<ByteBuffer>.fromOpaque(owned).release()
}
