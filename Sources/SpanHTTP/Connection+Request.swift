import CMicroHTTPD
import SpanMessage

extension Connection {
  /// The head is whole, or the body is: decide, or answer.
  func proceed(_ raw: RawHead, on handle: OpaquePointer) -> MHD_Result {
    switch exchange.stage {
    case .head:
      return unsafe readHead(raw, on: handle)
    case .body:
      guard let head = exchange.head, let body = exchange.body else { return .NO }
      exchange.bytesIn = body.received
      deadline.set(.answer, at: Clock.milliseconds() + site.deadlines.answer)
      switch site.reply(head, body) {
      case .now(let response):
        return unsafe send(response, id: head.id, closing: site.isClosing, on: handle)
      case .later(let deferred):
        return unsafe park(deferred.awaited, for: head, on: handle)
      }
    case .parked:
      guard let head = exchange.head, let outcome = exchange.awaited?.outcome else { return .NO }
      return unsafe send(site.answer(outcome, to: head), id: head.id, closing: site.isClosing, on: handle)
    case .refused:
      guard let head = exchange.head, let response = exchange.refusal else { return .NO }
      return unsafe send(response, id: head.id, closing: site.isClosing, on: handle)
    case .idle, .answered:
      return .NO
    }
  }

  /// Lets the connection sleep until the answer is there; the parser then calls again for it.
  private func park(_ awaited: Awaited, for head: RequestHead, on handle: OpaquePointer) -> MHD_Result {
    // What is ready by now is sent now.
    if let outcome = awaited.outcome {
      return unsafe send(site.answer(outcome, to: head), id: head.id, closing: site.isClosing, on: handle)
    }
    let end = Clock.milliseconds() + site.deadlines.deferred
    guard site.parking.enter(awaited, until: end) else {
      return unsafe send(site.answer(Fault.stopping, to: head), id: head.id, closing: true, on: handle)
    }
    exchange.stage = .parked
    exchange.awaited = awaited
    deadline.set(.answer, at: end + site.deadlines.answer)
    // The library forgets a resumption that comes before it: first this, then the promise to resume.
    unsafe MHD_suspend_connection(handle)
    let sleeper = unsafe Sleeper(handle: handle)
    awaited.whenSettled { sleeper.wake() }
    return .YES
  }

  /// A part of the body. Nothing can be answered here; a fault is kept for the end.
  func receive(_ part: UnsafeRawBufferPointer) -> MHD_Result {
    guard let body = exchange.body else { return .YES }
    unsafe body.append(part)
    return body.discarded <= site.limits.discardedBytes ? .YES : .NO
  }

  private func readHead(_ raw: RawHead, on handle: OpaquePointer) -> MHD_Result {
    if site.observer != nil {
      exchange.headEnd = Clock.nanoseconds()
      exchange.method = (try? raw.methodName()) ?? ""
    }
    deadline.set(.body, at: Clock.milliseconds() + site.deadlines.body)

    var reader = unsafe HeadReader(raw, targetSize: exchange.targetSize, size: span_mhd_head_size(handle))
    unsafe reader.read(handle)
    let id = reader.head.requestID ?? worker.makeRequestID()
    if site.observer != nil { exchange.note(reader.head, id: id) }
    do throws(Fault) {
      exchange.isVersion11 = try raw.isVersion11()
      let length = try reader.length(isVersion11: exchange.isVersion11)
      let head = RequestHead(
        method: try raw.methodName(), target: try exchange.target.get(), headers: reader.head.fields, id: id)
      exchange.head = head
      guard let refusal = site.responder.refusal(of: head) else {
        exchange.body = try bodyReader(length, coding: reader.head.coding)
        exchange.stage = .body
        return .YES
      }
      guard canSkip(length, expectsContinue: reader.head.expectsContinue) else {
        return unsafe send(refusal, id: id, closing: true, on: handle)
      }
      exchange.refusal = refusal
      exchange.stage = .refused
      return .YES
    } catch {
      return unsafe send(site.answer(error, headers: reader.head.fields, id: id), id: id, closing: true, on: handle)
    }
  }

  private func bodyReader(_ length: MessageHead.Length, coding: MessageHead.Coding) throws(Fault) -> RequestBody {
    let limit = site.limits.bodyBytes
    var expected = 0
    if case .bytes(let count) = length {
      guard count <= limit else { throw .bodyTooLarge(limit: limit) }
      expected = count
    }
    guard coding != .unknown else { throw .contentEncoding }
    let body = RequestBody(
      limit: limit, expected: expected, isPacked: coding == .gzip && length != .none, budget: site.budget)
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

  private func send(_ response: consuming Response, id: String, closing: Bool, on handle: OpaquePointer) -> MHD_Result {
    let response = unsafe start(response, on: handle)
    exchange.stage = .answered
    exchange.note(response)
    exchange.body = nil
    deadline.set(.answer, at: Clock.milliseconds() + site.deadlines.answer)
    if closing { closes = true }
    return unsafe queue(response, exchange.outflow, id: id, closing: closing, on: handle)
  }
}

/// A suspended connection, which stays where it is until it is resumed.
@safe
private struct Sleeper: @unchecked Sendable {
  let handle: OpaquePointer

  /// From any thread, once.
  func wake() { unsafe MHD_resume_connection(handle) }
}
