import CMicroHTTPD
import Glibc
import SpanMessage

/// The head of a request as the parser passes it: strings that live until the call returns.
@safe
struct RawHead {
  let method: UnsafeRawBufferPointer
  let version: UnsafeRawBufferPointer

  init(method: UnsafePointer<CChar>, version: UnsafePointer<CChar>) {
    unsafe self.method = UnsafeRawBufferPointer(start: method, count: strlen(method))
    unsafe self.version = UnsafeRawBufferPointer(start: version, count: strlen(version))
  }

  /// HTTP/1.1, or a later minor version, which is answered as 1.1 (RFC 9110 §2.5).
  func isVersion11() throws(Fault) -> Bool {
    let digit = unsafe version.count == 8 && version.starts(with: "HTTP/1.".utf8) ? version[7] : 0
    guard 0x30...0x39 ~= digit else { throw .version }
    return digit > 0x30
  }
}

extension Connection {
  /// The head is whole, or the body is: decide, or answer.
  func proceed(_ raw: RawHead, on handle: OpaquePointer) -> MHD_Result {
    switch exchange?.stage {
    case .head:
      return unsafe readHead(raw, on: handle)
    case .body(let head, let body):
      exchange?.bytesIn = body.received
      deadline.set(.answer, at: Clock.milliseconds() + worker.site.deadlines.answer)
      return unsafe send(worker.site.answer(head, body), id: head.id, closing: worker.site.isClosing, on: handle)
    case .refused(let head, let response):
      return unsafe send(response, id: head.id, closing: worker.site.isClosing, on: handle)
    case .answered, nil:
      return .NO
    }
  }

  /// A part of the body. Nothing can be answered here; a fault is kept for the end.
  func receive(_ part: UnsafeRawBufferPointer) -> MHD_Result {
    guard case .body(_, let body) = exchange?.stage else { return .YES }
    unsafe body.append(part)
    return body.discarded <= worker.site.limits.discardedBytes ? .YES : .NO
  }
}

extension Connection {
  private func readHead(_ raw: RawHead, on handle: OpaquePointer) -> MHD_Result {
    guard let target = exchange?.target, let targetSize = exchange?.targetSize else { return .NO }
    if worker.site.observer != nil { exchange?.headEnd = Clock.nanoseconds() }
    deadline.set(.body, at: Clock.milliseconds() + worker.site.deadlines.body)

    var reader = unsafe HeadReader(raw, targetSize: targetSize, size: span_mhd_head_size(handle))
    unsafe reader.read(handle)
    let id = reader.head.requestID ?? worker.makeRequestID()
    exchange?.method = unsafe String(decoding: raw.method.prefix(32), as: UTF8.self)
    do throws(Fault) {
      let length = try reader.length(isVersion11: raw.isVersion11())
      let head = RequestHead(
        method: try reader.method(raw), target: try target.get(), headers: reader.head.fields, id: id)
      guard let refusal = worker.site.responder.refusal(of: head) else {
        exchange?.stage = .body(head, try bodyReader(length, coding: reader.head.coding))
        return .YES
      }
      guard canSkip(length, expectsContinue: reader.head.expectsContinue) else {
        return unsafe send(refusal, id: id, closing: true, on: handle)
      }
      exchange?.stage = .refused(head, refusal)
      return .YES
    } catch {
      return unsafe send(worker.site.answer(error, id: id), id: id, closing: true, on: handle)
    }
  }

  private func bodyReader(_ length: MessageHead.Length, coding: MessageHead.Coding) throws(Fault) -> RequestBody {
    let limit = worker.site.limits.bodyBytes
    var expected = 0
    if case .bytes(let count) = length {
      guard count <= limit else { throw .bodyTooLarge(limit: limit) }
      expected = count
    }
    guard coding != .unknown else { throw .contentEncoding }
    let body = RequestBody(
      limit: limit, expected: expected, isPacked: coding == .gzip && length != .none, budget: worker.site.budget)
    if let fault = body.fault { throw fault }
    return body
  }

  /// Whether the body of a refused request is short enough to be read and thrown away, so that the connection can
  /// go on; else it is closed (RFC 9110 §10.1.1, RFC 9112 §9.3).
  private func canSkip(_ length: MessageHead.Length, expectsContinue: Bool) -> Bool {
    switch length {
    case .none: true
    case .bytes(let count): count <= 64 << 10 && !expectsContinue
    case .chunked: false
    }
  }

  private func send(_ response: Response, id: String, closing: Bool, on handle: OpaquePointer) -> MHD_Result {
    exchange?.stage = .answered
    exchange?.status = response.status
    exchange?.bytesOut = response.body?.count ?? 0
    exchange?.route = response.route
    deadline.set(.answer, at: Clock.milliseconds() + worker.site.deadlines.answer)
    if closing { closes = true }
    return unsafe queue(response, id: id, closing: closing, on: handle)
  }
}
