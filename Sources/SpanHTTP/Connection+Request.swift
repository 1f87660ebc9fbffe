import CMicroHTTPD
import Glibc
import SpanMessage

extension Connection {
  /// The request line came. The target is read now: later the parser cuts it at `?` and `&`.
  func begin(target: UnsafePointer<CChar>) {
    exchange = Exchange(stage: .head, target: unsafe parsed(target))
  }

  /// The head is whole, or the body is: decide, or answer.
  func proceed(
    method: UnsafePointer<CChar>, version: UnsafePointer<CChar>, on handle: OpaquePointer
  ) -> MHD_Result {
    guard let exchange else { return .NO }
    switch exchange.stage {
    case .head:
      return unsafe readHead(method: method, version: version, target: exchange.target, on: handle)
    case .body(let head, var body):
      self.exchange?.stage = .answered
      let response = worker.answer(head, &body)
      return unsafe send(response, id: head.id, closing: worker.isClosing, on: handle)
    case .refused(let response, let head):
      self.exchange?.stage = .answered
      return unsafe send(response, id: head.id, closing: worker.isClosing, on: handle)
    case .answered:
      return .NO
    }
  }

  /// A part of the body. Nothing can be answered here; a fault is kept for the end.
  func receive(_ part: UnsafeRawBufferPointer) -> MHD_Result {
    guard case .body(let head, var body) = exchange?.stage else { return .YES }
    exchange?.stage = .answered  // so that the body below has one owner
    unsafe body.append(part)
    exchange?.stage = .body(head, body)
    return .YES
  }

  func complete(_ code: MHD_RequestTerminationCode) {
    exchange = nil
  }
}

extension Connection {
  private func readHead(
    method: UnsafePointer<CChar>, version: UnsafePointer<CChar>, target: Result<RequestTarget, Fault>,
    on handle: OpaquePointer
  ) -> MHD_Result {
    var fields = MessageHead()
    _ = unsafe withUnsafeMutablePointer(to: &fields) {
      unsafe MHD_get_connection_values_n(handle, .HEADER_KIND, headerReceived, $0)
    }
    let id = fields.requestID ?? worker.makeRequestID()
    do throws(Fault) {
      let isVersion11 = unsafe try isVersion11(version)
      let length = try fields.length(isVersion11: isVersion11)
      let head = RequestHead(
        method: unsafe String(cString: method), target: try target.get(), headers: fields.fields, id: id)
      if case .bytes(let count) = length, count > worker.limits.bodyBytes {
        throw .bodyTooLarge(limit: worker.limits.bodyBytes)
      }
      if let refusal = worker.responder.refusal(of: head) {
        guard length == .none else {
          exchange?.stage = .answered
          return unsafe send(refusal, id: id, closing: true, on: handle)
        }
        exchange?.stage = .refused(refusal, head)
        return .YES
      }
      var expected = 0
      if case .bytes(let count) = length { expected = count }
      exchange?.stage = .body(head, RequestBody(limit: worker.limits.bodyBytes, expected: expected))
      return .YES
    } catch {
      exchange?.stage = .answered
      return unsafe send(worker.answer(error, id: id), id: id, closing: true, on: handle)
    }
  }

  private func parsed(_ target: UnsafePointer<CChar>) -> Result<RequestTarget, Fault> {
    let bytes = unsafe UnsafeRawBufferPointer(start: target, count: strlen(target))
    guard bytes.count <= worker.limits.targetBytes else { return .failure(.targetLength) }
    do throws(RequestTarget.Fault) {
      return .success(try unsafe RequestTarget(bytes: bytes))
    } catch {
      return .failure(.target(error))
    }
  }

  private func isVersion11(_ version: UnsafePointer<CChar>) throws(Fault) -> Bool {
    if unsafe strcmp(version, "HTTP/1.1") == 0 { return true }
    if unsafe strcmp(version, "HTTP/1.0") == 0 { return false }
    throw .version
  }
}
