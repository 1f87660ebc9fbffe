internal import SpanMessage
internal import SpanSession
internal import SpanStore

/// Changes of one session that are decided one after the other and appended together.
struct Batch: ~Copyable {
  /// As it will be once the append is durable; nil: erased, or not there.
  private var session: LiveSession?
  private let id: String
  private let tickets: [SessionCell.Ticket]
  private var answers: [(ticket: SessionCell.Ticket, response: Response)] = []
  private let limits: Limits
  private let before: Int
  private let tenant: String
  private var isErased = false
  private var events: [StoredEvent] = []
  private var kept: [StoredAnswer] = []

  /// What was decided.
  struct Decision: Sendable {
    /// As it will be once the append is durable; nil: erased, or not there.
    let session: DurableSession?
    let answers: [(ticket: SessionCell.Ticket, response: Response)]
    /// nil: nothing changes.
    let append: Append?
  }

  init(_ durable: DurableSession?, id: String, _ tickets: [SessionCell.Ticket], limits: Limits) {
    session = durable?.session
    self.id = id
    self.tickets = tickets
    self.limits = limits
    before = session?.version ?? 0
    tenant = session?.tenant ?? ""
    answers.reserveCapacity(tickets.count)
  }

  /// - Returns: the tickets that must wait because a change before them ends the session.
  mutating func decide() -> [SessionCell.Ticket] {
    for (place, ticket) in tickets.enumerated() {
      if case .erase = ticket.work, !events.isEmpty { return rest(from: place) }
      decide(ticket)
      if isErased { return rest(from: place + 1) }
    }
    return []
  }

  private func rest(from place: Int) -> [SessionCell.Ticket] { Array(tickets[place...]) }

  private mutating func decide(_ ticket: SessionCell.Ticket) {
    do throws(Problem) {
      answers.append((ticket, try response(to: ticket)))
    } catch {
      answers.append((ticket, error.response(requestID: ticket.requestID)))
    }
  }

  private mutating func response(to ticket: SessionCell.Ticket) throws(Problem) -> Response {
    guard let version = session?.version, session?.tenant == ticket.tenant else { throw .unknownSession(id) }
    if let condition = ticket.condition, !condition.holds(for: version) {
      throw .preconditionFailed(version: version)
    }
    switch ticket.work {
    case .erase:
      session = nil
      isErased = true
      let response = Response(status: 204)
      if let idempotency = ticket.idempotency { kept.append(idempotency.stored(response)) }
      return response
    case .command(let command):
      guard version < limits.eventsInSession else { throw .logFull(limits.eventsInSession) }
      // Through the optional, so that the session is changed in place.
      guard let (response, event) = try session?.run(command) else { throw .unknownSession(id) }
      guard let event else { return response }
      events.append(event)
      if let idempotency = ticket.idempotency { kept.append(idempotency.stored(response)) }
      return response
    }
  }

  /// What all of it comes to.
  consuming func decision() -> Decision {
    let append = append()
    return Decision(session: session.map(DurableSession.init), answers: answers, append: append)
  }

  private func append() -> Append? {
    if isErased { return Append(session: id, of: tenant, change: .erase(at: before), at: Timestamp.now, answers: kept) }
    guard let session, let last = events.last else { return nil }
    let isDue = session.version / limits.snapshotInterval > before / limits.snapshotInterval
    return Append(
      session: id, of: tenant, change: .extend(from: before), at: last.at, events: events,
      summary: .json { $0.session(session) },
      answers: kept,
      snapshot: isDue ? Snapshot(version: session.version, data: SessionSnapshot.data(session)) : nil,
      compacts: isDue && limits.compacts)
  }
}

extension Batch.Decision {
  /// Is the answer to this one kept for its repetition?
  func keepsAnswer(to ticket: SessionCell.Ticket) -> Bool {
    guard let name = ticket.idempotency?.name else { return false }
    return append?.answers.contains { $0.key == name } == true
  }
}

extension LiveSession {
  /// - Returns: the answer, and the event if it was one.
  fileprivate mutating func run(_ command: any SessionCommand) throws(Problem) -> (Response, StoredEvent?) {
    let at = max(Timestamp.now, state.updatedAt)
    let outcome: CommandOutcome
    do throws(Refusal) {
      outcome = try command.run(on: &self, at: at, for: .answering)
    } catch {
      throw Problem(error)
    }
    state.settle()
    let event = outcome.isEvent ? SessionLog.event(command, outcome, sequence: version, at: at) : nil
    return (outcome.response(self), event)
  }
}
