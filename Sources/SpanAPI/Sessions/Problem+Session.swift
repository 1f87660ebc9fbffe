internal import SpanMessage
internal import SpanSession
internal import SpanStore

extension Problem {
  static func unknownSession(_ id: String) -> Problem {
    Problem(status: 404, detail: "There is no session \(Excerpt.quoted(id)).")
  }

  static func unknown(_ what: String, _ id: String) -> Problem {
    Problem(status: 404, detail: "The session has no \(what) \(Excerpt.quoted(id)).")
  }

  static func logFull(_ limit: Int) -> Problem {
    Problem(
      status: 507, detail: "The log of the session has its \(limit) events; go on in a new session.",
      code: "events.full")
  }

  static func preconditionFailed(version: Int) -> Problem {
    Problem(
      status: 412, detail: "The session is at version \(version), which If-Match does not name; read it anew.",
      headers: ["ETag": EntityTag.text(version)])
  }

  /// More requests wait for the store than may.
  static var crowded: Problem {
    .unavailable("Too many requests are waiting for the store; try again later.", code: "server.overload")
  }

  init(_ fault: StoreFault) {
    switch fault {
    case .compacted(let horizon):
      self.init(
        status: 410, detail: "Events up to \(horizon) are not kept any more; ask for those after it.",
        code: "events.gone")
    case .tooManySessions:
      self.init(
        status: 507, detail: "The service keeps as many sessions as it may; delete some.", code: "sessions.full")
    case .tenantFull(let part):
      let (what, advice) =
        switch part {
        case .sessions: ("sessions", "delete some")
        case .events: ("events", "delete sessions that are not needed")
        case .bytes: ("bytes", "delete sessions that are not needed")
        }
      self.init(
        status: 507, detail: "There are as many \(what) as the tenant may keep; \(advice).",
        code: FaultCode(stringLiteral: "quota.\(what)"))
    case .conflict, .answered:
      self = .unavailable("The session changes too fast; try again.", code: "store.unavailable")
    case .unavailable:
      self = .unavailable(
        "The store cannot be written or read now. Try again; with one Idempotency-Key nothing is done twice.",
        code: "store.unavailable")
    }
  }

  init(_ fault: LogFault) {
    self.init(status: 500, detail: "The log of this session cannot be read: \(fault.message)", code: "log.unreadable")
  }

  init(_ refusal: Refusal) {
    switch refusal {
    case .anchorUnknown(let id): self = .unknown("anchor", id)
    case .measurementUnknown(let id): self = .unknown("measurement", id)
    case .planeUnknown(let id): self = .unknown("plane", id)
    case .anchorExists(let id): self = .taken("anchor", id)
    case .measurementExists(let id): self = .taken("measurement", id)
    case .pointUnknown(let id, let place):
      self.init(
        RequestFaults([
          RequestFault(
            pointer: "/points/\(place)", code: .idUnknown,
            message: "The session has no anchor \(Excerpt.quoted(id)).")
        ]))
    case .measuredPlaneUnknown(let id):
      self.init(
        RequestFaults([
          RequestFault(
            pointer: "/planeId", code: .idUnknown, message: "The session has no plane \(Excerpt.quoted(id)).")
        ]))
    case .nothingToUndo:
      self.init(status: 409, detail: "There is nothing to undo.", code: "undo.nothing")
    case .nothingToRedo:
      self.init(status: 409, detail: "There is nothing to redo.", code: "redo.nothing")
    case .capturedAtImplausible(let now, let last):
      let (shown, before) = (Excerpt.numberText(now), Excerpt.numberText(last))
      self.init(
        RequestFaults([
          RequestFault(
            pointer: "/capturedAt", code: .capturedAtImplausible,
            message:
              "The clock says \(shown), the last one said \(before): more than a day apart. Is it another device's"
              + " clock, or in milliseconds? A reset forgets the clock.")
        ]))
    case .tooMany(let what, let limit):
      self.init(
        RequestFaults([
          RequestFault(pointer: "", code: .tooMany, message: "A session holds no more than \(limit) \(what).")
        ]))
    }
  }

  private static func taken(_ what: String, _ id: String) -> Problem {
    Problem(status: 409, detail: "The session has the \(what) \(Excerpt.quoted(id)) already.", code: .idDuplicate)
  }
}
