internal import SpanMessage
internal import SpanSession
internal import SpanStore

/// One session in memory, and the queue of those who want to change it.
///
/// A change is decided on a copy, appended to the log, and only when it is durable does the copy take the session's
/// place and is the client answered. What comes in the meantime waits and is then decided together, for one append.
final class SessionCell: Sendable {
  let id: String
  private let sessions: Sessions

  /// A change that someone waits for.
  struct Ticket: Sendable {
    let work: Work
    let tenant: String
    let condition: EntityTag.Condition?
    let idempotency: Idempotency?
    let requestID: String
    let answer: @Sendable (Response) -> Void

    enum Work: Sendable {
      case command(any SessionCommand)
      case erase
    }
  }

  /// The session, as far as is known here.
  private struct Known {
    var session: DurableSession?
    /// ``session`` is what there is, or was when it was last looked at.
    var isLoaded = false
  }

  private struct State {
    var known = Known()
    var queue: [Ticket] = []
    var isBusy = false
    /// Names of the idempotency keys of tickets that are not answered.
    var keys: Set<String> = []
  }

  private let state = Locked(State())
  /// Held while the log is read, so that one reads it for all; who knows the session already does not wait for it.
  private let loading = Locked(())

  init(id: String, sessions: Sessions) {
    self.id = id
    self.sessions = sessions
  }

  /// The session was just made, durably. Whoever found it in the store before knows at least as much.
  func begin(with session: LiveSession) {
    state.withLock { if !$0.known.isLoaded { $0.known = Known(session: DurableSession(session), isLoaded: true) } }
  }

  /// The session as it is durably; nil: there is none.
  func read() throws(Problem) -> DurableSession? {
    let known = known
    if try isPresent(known) { return known.session }
    return try loading.withLock { _ in Result { () throws(Problem) in try load() } }.get()
  }

  private func load() throws(Problem) -> DurableSession? {
    let known = known
    // Who was here before may have seen it all.
    if try isPresent(known) { return known.session }
    let loaded = try SessionLog.load(id, from: sessions.store, onto: known.session?.session).map(DurableSession.init)
    // A change that was told of meanwhile is not lost: where there can be one, the next to read asks the store again.
    state.withLock { $0.known = Known(session: loaded, isLoaded: true) }
    return loaded
  }

  private var known: Known { state.withLock { $0.known } }

  /// Is this what the log says, as far as can be told without reading it?
  private func isPresent(_ known: Known) throws(Problem) -> Bool {
    guard known.isLoaded else { return false }
    if let durable = known.session, sessions.hasExpired(durable.session) { return false }
    guard sessions.store.isShared else { return true }
    return try sessions.version(of: id) == known.session?.version
  }

  /// Roughly, what it holds in memory, bytes.
  var footprint: Int { known.session?.footprint ?? 0 }

  /// Takes a change into the queue, and starts to work on it if nobody does.
  func submit(_ ticket: Ticket) throws(Problem) {
    if let idempotency = ticket.idempotency, !state.withLock({ $0.keys.insert(idempotency.name).inserted }) {
      throw Idempotency.inFlight(idempotency.key)
    }
    let durable: DurableSession?
    do throws(Problem) {
      // Under the key's protection: a twin that was answered just now has left its answer behind.
      if let stored = try sessions.storedAnswer(to: ticket.idempotency, in: id) {
        finish(ticket, stored)
        return
      }
      durable = try read()
      guard durable?.tenant == ticket.tenant else {
        if let stored = try belatedAnswer(to: ticket) { return finish(ticket, stored) }
        throw .unknownSession(id)
      }
    } catch {
      release(ticket)
      throw error
    }
    let starts = state.withLock { state -> Bool in
      state.queue.append(ticket)
      defer { state.isBusy = true }
      return !state.isBusy
    }
    guard starts else { return }
    if durable?.isLarge(sessions.limits) == true { sessions.background { self.work() } } else { work() }
  }

  /// The answer to a twin that another replica has worked on since the ticket came. nil: there is none.
  private func belatedAnswer(to ticket: Ticket) throws(Problem) -> Response? {
    sessions.store.isShared ? try sessions.storedAnswer(to: ticket.idempotency, in: id) : nil
  }

  private func finish(_ ticket: Ticket, _ response: Response) {
    release(ticket)
    ticket.answer(response)
  }

  private func release(_ ticket: Ticket) {
    guard let name = ticket.idempotency?.name else { return }
    _ = state.withLock { $0.keys.remove(name) }
  }
}

// MARK: - Working off the queue

extension SessionCell {
  private static let largestBatch = 256
  /// Others that write the same log may be quicker now and then.
  private static let mostAttempts = 100

  /// Decides batch after batch, until one waits for the store or nothing is left.
  private func work() {
    while let tickets = nextBatch() {
      if decide(tickets, attempt: 1) == .parked { return }
    }
  }

  private func nextBatch() -> [Ticket]? {
    state.withLock { state in
      let batch = Array(state.queue.prefix(Self.largestBatch))
      state.queue.removeFirst(batch.count)
      state.isBusy = !batch.isEmpty
      return batch.isEmpty ? nil : batch
    }
  }

  private enum Progress { case done, parked }

  private func decide(_ tickets: [Ticket], attempt: Int) -> Progress {
    let session: DurableSession?
    do throws(Problem) {
      session = try read()
    } catch {
      for ticket in tickets { finish(ticket, error.response(requestID: ticket.requestID)) }
      return .done
    }
    var batch = Batch(session, id: id, tickets, limits: sessions.limits)
    // Those behind an erasure wait for their turn; they come first then.
    let rest = batch.decide()
    if !rest.isEmpty { state.withLock { $0.queue.insert(contentsOf: rest, at: 0) } }
    let decision = batch.decision()
    guard let append = decision.append else {
      finish(decision)
      return .done
    }
    return commit(append, decision, attempt: attempt)
  }

  /// Appends; goes on here if that was done at once, else on whatever thread tells of the end.
  private func commit(_ append: Append, _ decision: Batch.Decision, attempt: Int) -> Progress {
    let meeting = Locked(Meeting.apart)
    sessions.store.append(append) { result in
      let isFirst = meeting.withLock { meeting -> Bool in
        if case .left = meeting { return false }
        meeting = .told(result)
        return true
      }
      // Whoever appended has gone.
      if !isFirst { self.goOn(from: result, decision, attempt: attempt) }
    }
    let result = meeting.withLock { meeting -> Result<Void, StoreFault>? in
      if case .told(let result) = meeting { return result }
      meeting = .left
      return nil
    }
    guard let result else { return .parked }
    return settle(result, decision, attempt: attempt)
  }

  /// Answers at once what is durable. Deciding is not for the thread that tells of it: others wait for their turn
  /// there.
  private func goOn(from result: Result<Void, StoreFault>, _ decision: Batch.Decision, attempt: Int) {
    if case .success = result {
      _ = settle(result, decision, attempt: attempt)
      if hasMore() { sessions.background { self.work() } }
    } else {
      sessions.background {
        if self.settle(result, decision, attempt: attempt) == .done { self.work() }
      }
    }
  }

  /// Does someone wait? If not, the next to come starts anew.
  private func hasMore() -> Bool {
    state.withLock { state in
      state.isBusy = !state.queue.isEmpty
      return state.isBusy
    }
  }

  /// Whether the end of an append was told before its caller went on.
  private enum Meeting {
    case apart, left
    case told(Result<Void, StoreFault>)
  }

  private func settle(_ result: Result<Void, StoreFault>, _ decision: Batch.Decision, attempt: Int) -> Progress {
    switch result {
    case .success:
      state.withLock { $0.known.session = decision.session }
      sessions.committed(self, version: decision.session?.version)
      finish(decision)
      return .done
    case .failure(.conflict) where attempt < Self.mostAttempts,
      .failure(.answered) where attempt < Self.mostAttempts:
      // Someone else has written: decide anew on what is there now.
      forget()
      return redecide(decision.answers.map(\.ticket), attempt: attempt + 1)
    case .failure(let fault):
      // Whether anything was written is for the store to say, when it can again.
      forget()
      let problem = Problem(fault)
      for (ticket, _) in decision.answers { finish(ticket, problem.response(requestID: ticket.requestID)) }
      return .done
    }
  }

  /// Tells what was decided. Where nothing was changed, a twin may be the reason: a tap whose anchor is there already,
  /// a condition that held when it was sent. Asking for it is not for the thread that tells of the end of an append.
  private func finish(_ decision: Batch.Decision) {
    for (ticket, response) in decision.answers {
      if sessions.store.isShared, ticket.idempotency != nil, !decision.keepsAnswer(to: ticket) {
        sessions.background { self.finish(ticket, orElse: response) }
      } else {
        finish(ticket, response)
      }
    }
  }

  private func finish(_ ticket: Ticket, orElse response: Response) {
    do throws(Problem) {
      finish(ticket, try belatedAnswer(to: ticket) ?? response)
    } catch {
      finish(ticket, error.response(requestID: ticket.requestID))
    }
  }

  private func forget() { state.withLock { $0.known.isLoaded = false } }

  private func redecide(_ tickets: [Ticket], attempt: Int) -> Progress {
    var rest: [Ticket] = []
    for ticket in tickets {
      do throws(Problem) {
        if let stored = try sessions.storedAnswer(to: ticket.idempotency, in: id) {
          finish(ticket, stored)
        } else {
          rest.append(ticket)
        }
      } catch {
        finish(ticket, error.response(requestID: ticket.requestID))
      }
    }
    return rest.isEmpty ? .done : decide(rest, attempt: attempt)
  }
}
