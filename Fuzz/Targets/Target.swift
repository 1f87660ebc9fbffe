import SpanAPI
import SpanMessage

/// A raw request target. What is accepted means the same when it is read again, and hides neither a NUL nor a slash
/// that was not sent as `%2F`.
func fuzzTarget(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = unsafe UnsafeRawBufferPointer(start: data, count: size)
  guard case .success(let target) = unsafe read(bytes) else { return 0 }
  let raw = unsafe String(decoding: bytes, as: UTF8.self)

  // Without its authority, as it would be sent to an origin server.
  let again = target.rawPath + (target.rawQuery.map { "?" + $0 } ?? "")
  require(raw.hasSuffix(again) || target.rawPath == "/", "path and query are the end of what was sent")
  require(read(again) == .success(target), "what was read reads the same again")

  require(target.segments.allSatisfy { !$0.utf8.contains(0) }, "no segment holds a NUL")
  let slashes = target.rawPath.utf8.count { $0 == UInt8(ascii: "/") }
  require(target.isAsterisk || target.rawPath == "/" || target.segments.count == slashes, "only slashes split segments")
  // Encoded again with every byte escaped, the segments come back.
  let escaped = target.segments.map { "/" + $0.utf8.map(escape).joined() }.joined()
  if !target.isAsterisk, !target.segments.isEmpty {
    require((try? read(escaped).get())?.segments == target.segments, "segments survive being escaped")
  }
  let head = RequestHead(method: "GET", target: target, id: "fuzz")
  if let refusal = service.refusal(of: head) {
    require([404, 405, 415].contains(refusal.status), "a target alone leads to 404, 405 or 415")
  }
  return 0
}

private let service = Service()

private func read(_ bytes: UnsafeRawBufferPointer) -> Result<RequestTarget, RequestTarget.Fault> {
  Result { () throws(RequestTarget.Fault) in try unsafe RequestTarget(bytes: bytes) }
}

private func read(_ text: String) -> Result<RequestTarget, RequestTarget.Fault> {
  Result { () throws(RequestTarget.Fault) in try RequestTarget(text) }
}

private func escape(_ byte: UInt8) -> String {
  let digits = Array("0123456789ABCDEF")
  return "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
}
