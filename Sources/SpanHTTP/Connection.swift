import CMicroHTTPD
import Glibc
import SpanMessage

/// One client's connection, from accept to close, and the request that is on it.
///
/// Touched by the thread of its worker only, but for the deadline.
final class Connection: @unchecked Sendable {
  let worker: Worker
  let site: Site
  let descriptor: CInt
  let deadline: Deadline
  let exchange = Exchange()
  /// The answer that is on its way says that this connection ends.
  var closes = false
  /// Between two requests: whoever closes now hurts nobody.
  private var isIdle = true

  init(worker: Worker, descriptor: CInt) {
    self.worker = worker
    site = worker.site
    self.descriptor = descriptor
    deadline = Deadline(.head, at: Clock.milliseconds() + site.deadlines.head)
  }

  /// The request line came. The target is read now: later the parser cuts it at `?` and `&`.
  func begin(target: UnsafePointer<CChar>) {
    let now = Clock.milliseconds()
    isIdle = false
    worker.requestBegan(at: now)
    deadline.set(.head, at: now + site.deadlines.head)
    let bytes = unsafe UnsafeRawBufferPointer(start: target, count: strlen(target))
    exchange.begin(target: unsafe parsed(bytes), targetSize: bytes.count)
  }

  /// The answer was sent, or the connection broke.
  func complete(isSent: Bool) {
    guard exchange.stage != .idle else { return }
    if let outflow = exchange.outflow { end(outflow) } else { worker.requestEnded() }
    if let awaited = exchange.awaited {
      site.parking.leave(awaited)
      // The client was gone before the answer that it had waited for could be tried on it.
      if exchange.stage == .parked, let head = exchange.head, let outcome = awaited.outcome {
        let response = site.answer(outcome, to: head)
        response.stream?.close()
        exchange.note(response)
      }
    }
    let isComplete = isSent || exchange.outflow?.isComplete == true
    if let observer = site.observer, let report = exchange.report(isSent: isComplete) { observer(.finished(report)) }
    exchange.end()
    isIdle = isSent && !closes
    // The library ends an idle connection; this one ends a request line that trickles in.
    deadline.set(.idle, at: Clock.milliseconds() + site.deadlines.idle + site.deadlines.head)
  }

  /// Whether the client may still be sending, so that a plain close would make the kernel answer with a reset,
  /// and the client would lose what was sent to it (RFC 9112 §9.6).
  var mustLinger: Bool {
    guard !isIdle else { return false }
    var byte: UInt8 = 0
    let count = unsafe recv(descriptor, &byte, 1, CInt(MSG_PEEK))
    return count > 0 || (count < 0 && errno == EAGAIN)
  }

  private func parsed(_ target: UnsafeRawBufferPointer) -> Result<RequestTarget, Fault> {
    guard target.count <= site.limits.targetBytes else { return .failure(.targetLength) }
    do throws(RequestTarget.Fault) {
      return .success(try unsafe RequestTarget(bytes: target))
    } catch {
      return .failure(.target(error))
    }
  }
}
