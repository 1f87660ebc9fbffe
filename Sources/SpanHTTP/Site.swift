import SpanMessage
import Synchronization

/// What the workers of one server share.
final class Site: Sendable {
  /// The deadlines of ``Server/Limits`` in milliseconds.
  struct Deadlines {
    let head, body, answer, idle: UInt64
  }

  let limits: Server.Limits
  let deadlines: Deadlines
  let responder: any Responder
  let observer: Observer?
  let budget: Budget
  let janitor: Janitor
  private let closing = Atomic(false)

  init(limits: Server.Limits, responder: any Responder, observer: Observer?) {
    self.limits = limits.clamped()
    self.responder = responder
    self.observer = observer
    deadlines = Deadlines(
      head: limits.headDeadline.milliseconds, body: limits.bodyDeadline.milliseconds,
      answer: limits.answerDeadline.milliseconds, idle: limits.idleTimeout.milliseconds)
    budget = Budget(limit: limits.bodyBytesInFlight)
    janitor = Janitor(discardedBytes: limits.discardedBytes, observer: observer)
  }

  /// Every answer from now on ends its connection.
  var isClosing: Bool { closing.load(ordering: .relaxed) }
  func close() { closing.store(true, ordering: .relaxed) }

  func answer(_ head: RequestHead, _ body: RequestBody) -> Response {
    do throws(Fault) {
      return responder.respond(to: Request(head: head, body: try body.finish()))
    } catch {
      return answer(error, id: head.id)
    }
  }

  func answer(_ fault: Fault, id: String) -> Response {
    observer?(.refused(status: fault.status, code: fault.code))
    var response = responder.answer(
      toFault: fault.status, code: fault.code, detail: fault.detail, requestID: id)
    if fault == .overload {
      // Spread out, so that those who were refused together do not come back together.
      response.headers.set("Retry-After", String(Int.random(in: 1...5)))
    }
    if fault == .contentEncoding { response.headers.set("Accept-Encoding", "gzip") }
    return response
  }
}
