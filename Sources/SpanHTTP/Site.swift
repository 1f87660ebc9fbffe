import SpanMessage
import Synchronization

/// What the workers of one server share.
final class Site: Sendable {
  /// The deadlines of ``Server/Limits`` in milliseconds.
  struct Deadlines {
    let head, body, answer, deferred, idle: UInt64
  }

  let limits: Server.Limits
  let deadlines: Deadlines
  let responder: any Responder
  let observer: Observer?
  let budget: Budget
  let parking = Parking()
  let streams: Streams
  let janitor: Janitor
  private let closing = Atomic(false)

  init(limits: Server.Limits, responder: any Responder, observer: Observer?) {
    let limits = limits.clamped()
    self.limits = limits
    self.responder = responder
    self.observer = observer
    deadlines = Deadlines(
      head: limits.headDeadline.milliseconds, body: limits.bodyDeadline.milliseconds,
      answer: limits.answerDeadline.milliseconds, deferred: limits.deferredDeadline.milliseconds,
      idle: limits.idleTimeout.milliseconds)
    budget = Budget(limit: limits.bodyBytesInFlight)
    streams = Streams(limit: limits.streams)
    janitor = Janitor(discardedBytes: limits.discardedBytes, parking: parking, streams: streams, observer: observer)
  }

  /// Every answer from now on ends its connection.
  var isClosing: Bool { closing.load(ordering: .relaxed) }
  func close() { closing.store(true, ordering: .relaxed) }

  func reply(_ head: RequestHead, _ body: RequestBody) -> Reply {
    do throws(Fault) {
      return responder.reply(to: Request(head: head, body: try body.finish()))
    } catch {
      return .now(answer(error, to: head))
    }
  }

  /// The end of waiting for an answer that was to come later.
  func answer(_ outcome: Awaited.Outcome, to head: RequestHead) -> Response {
    switch outcome {
    case .response(let response): response
    case .dropped: answer(Fault.dropped, to: head)
    case .overdue: answer(Fault.overdue, to: head)
    case .stopping: answer(Fault.stopping, to: head)
    }
  }

  func answer(_ fault: Fault, to head: RequestHead) -> Response { answer(fault, headers: head.headers, id: head.id) }

  func answer(_ fault: Fault, headers: HeaderFields, id: String) -> Response {
    observer?(.refused(status: fault.status, code: fault.code))
    var response = responder.answer(
      toFault: fault.status, code: fault.code, detail: fault.detail, headers: headers, requestID: id)
    if fault.status == 503 {
      // Spread out, so that those who were refused together do not come back together.
      response.headers.set("Retry-After", String(Int.random(in: 1...5)))
    }
    if fault == .contentEncoding { response.headers.set("Accept-Encoding", "gzip") }
    return response
  }
}
