import CMicroHTTPD
import SpanMessage

/// Puts a response on its way: the body's memory is handed to the library and let go of once it was sent.
///
/// `Content-Length`, `Transfer-Encoding` and `Date` are the library's to write; a field that cannot stand in a header
/// (a control character in it) is left out. A status that is no final one becomes 500.
func queue(_ response: Response, id: String, closing: Bool, on connection: OpaquePointer) -> MHD_Result {
  let status = 200...999 ~= response.status ? response.status : 500
  guard let answer = unsafe libraryResponse(response.body, status: status) else { return .NO }
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
