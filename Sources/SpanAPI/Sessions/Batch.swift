internal import SpanMessage
internal import SpanSession
internal import SpanStore

/// Changes of one session that are decided one after the other and appended together.
struct Batch: Sendable {
  /// As it will be once the append is durable; nil: erased, or not there.
  private(set) var session: LiveSession?
  private let id: String
  private let tickets: [SessionCell.Ticket]
  /// Of those that were decided.
  private(set) var answers: [(ticket: SessionCell.Ticket, response: Response)] = []
  private let limits: Limits
  private let before: Int
  private let tenant: String
  private var isErased = false
  private var events: [StoredEvent] = []
  private var kept: [StoredAnswer] = []

  init(_ session: LiveSession?, id: String, _ tickets: [SessionCell.Ticket], limits: Limits) {
    self.session = session
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
    guard var session, session.tenant == ticket.tenant else { throw .unknownSession(id) }
    if let condition = ticket.condition, !condition.holds(for: session.version) {
      throw .preconditionFailed(version: session.version)
    }
    guard case .command(let command) = ticket.work else {
      self.session = nil
      isErased = true
      let response = Response(status: 204)
      if let idempotency = ticket.idempotency { kept.append(idempotency.stored(response)) }
      return response
    }
    guard session.version < limits.eventsInSession else { throw .logFull(limits.eventsInSession) }
    // The session is let go of, so that it is changed in place.
    self.session = nil
    defer { self.session = session }
    let at = max(Timestamp.now, session.state.updatedAt)
    let outcome: CommandOutcome
    do throws(Refusal) {
      outcome = try command.run(on: &session, at: at, for: .answering)
    } catch {
      throw Problem(error)
    }
    session.state.settle()
    let response = outcome.response(session)
    guard outcome.isEvent else { return response }
    events.append(SessionLog.event(command, outcome, sequence: session.version, at: at))
    if let idempotency = ticket.idempotency { kept.append(idempotency.stored(response)) }
    return response
  }

  /// Is the answer to this one kept for its repetition?
  func keepsAnswer(to ticket: SessionCell.Ticket) -> Bool {
    guard let name = ticket.idempotency?.name else { return false }
    return kept.contains { $0.key == name }
  }

  /// nil: nothing changes.
  func append() -> Append? {
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
