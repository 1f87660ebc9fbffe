import CMicroHTTPD
import SpanMessage

/// Puts a response on its way: the body's memory is handed to the library and let go of once it was sent. A stream is
/// read from `outflow`.
///
/// `Content-Length`, `Transfer-Encoding` and `Date` are the library's to write; a field that cannot stand in a header
/// (a control character in it) is left out. A status that is no final one becomes 500.
func queue(
  _ response: Response, _ outflow: Outflow?, id: String, closing: Bool, on connection: OpaquePointer
) -> MHD_Result {
  let status = 200...999 ~= response.status ? response.status : 500
  guard let answer = unsafe libraryResponse(response, outflow) else { return .NO }
  defer { unsafe MHD_destroy_response(answer) }
  for field in response.headers.fields { unsafe add(field.name, field.value, to: answer) }
  unsafe add("X-Request-Id", id, to: answer)
  if closing { unsafe add("Connection", "close", to: answer) }
  return unsafe MHD_queue_response(connection, UInt32(status), answer)
}

private func add(_ name: String, _ value: String, to answer: OpaquePointer) {
  // Passing a String where C wants a pointer would copy it to the heap; this does not.
  unsafe name.withCString { name in
    unsafe value.withCString { value in
      _ = unsafe MHD_add_response_header(answer, name, value)
    }
  }
}

private func libraryResponse(_ response: Response, _ outflow: Outflow?) -> OpaquePointer? {
  if let outflow { return unsafe outflow.libraryResponse() }
  if response.hasBody, response.stream != nil { return unsafe headOfStream() }
  guard response.hasBody, let body = response.body, body.count > 0 else {
    return unsafe MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
  }
  let owned = unsafe Unmanaged.passRetained(body)
  let answer = unsafe MHD_create_response_from_buffer_with_free_callback_cls(
    body.count, body.base, releaseBody, owned.toOpaque())
  if unsafe answer == nil { unsafe owned.release() }
  return unsafe answer
}

/// For `HEAD`: no length, because the body would have none. The library would send the end of a body in chunks even so;
/// kept from that, it closes the connection.
private func headOfStream() -> OpaquePointer? {
  let answer = unsafe MHD_create_response_from_callback(UInt64.max, 1, { _, _, _, _ in 0 }, nil, nil)
  if let answer = unsafe answer { unsafe span_mhd_forbid_chunks(answer) }
  return unsafe answer
}

extension Response {
  /// Whether a body may follow its head (RFC 9110 §6.4.1).
  var hasBody: Bool { status != 204 && status != 304 }
}

private func releaseBody(_ owned: UnsafeMutableRawPointer?) {
  guard let owned = unsafe owned else { return }
  unsafe Unmanaged<ByteBuffer>.fromOpaque(owned).release()
}
