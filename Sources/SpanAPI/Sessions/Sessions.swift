internal import SpanMessage
internal import SpanSession
package import SpanStore
internal import SpanUncertainty

/// The sessions of a service: makes them, finds them, changes them, and tells those who watch.
package final class Sessions: Sendable {
  let store: any EventStore
  let limits: Limits
  let profiles: [NoiseProfile]
  let watchers: Watchers
  private let cache: SessionCache
  private let workers: Service.Settings.Background
  /// Keys of creations that are not answered.
  private let creating = Locked(Set<String>())

  package init(store: any EventStore, _ settings: Service.Settings) {
    self.store = store
    limits = settings.limits
    profiles = settings.profiles
    cache = SessionCache(limit: settings.limits.sessionCache)
    workers = settings.sessionWork
    watchers = Watchers(store: store, settings.sessionWork)
  }

  /// Does it soon, on a thread that may be held up; here, if there is none.
  func background(_ work: @escaping @Sendable () -> Void) {
    if !workers(work) { work() }
  }

  /// To be called every few seconds: lets watchers know that their streams are alive.
  package func beat() { watchers.beat() }

  // MARK: Reading

  /// The session as it is durably.
  func read(_ id: String) throws(Problem) -> LiveSession {
    let cell = cache.hold(id) { SessionCell(id: id, sessions: self) }
    defer { cache.release(cell) }
    guard let session = try cell.read() else { throw .unknownSession(id) }
    return session
  }

  /// What was answered to the same request before; nil: it is new, or carries no key.
  func storedAnswer(to idempotency: Idempotency?, in scope: String) throws(Problem) -> Response? {
    guard let idempotency else { return nil }
    let stored: StoredAnswer?
    do throws(StoreFault) {
      stored = try store.answer(to: idempotency.key, in: scope)
    } catch {
      throw Problem(error)
    }
    guard let stored else { return nil }
    return try idempotency.replay(stored)
  }

  // MARK: Changing

  typealias Completion = @Sendable (Response) -> Void

  /// - Parameter id: of the session to change.
  func change(
    _ id: String, _ work: SessionCell.Ticket.Work, _ request: Request, _ answer: @escaping Completion
  ) throws(Problem) {
    let idempotency = try Idempotency(request)
    let cell = cache.hold(id) { SessionCell(id: id, sessions: self) }
    let ticket = SessionCell.Ticket(
      work: work, condition: EntityTag.condition(of: request.head), idempotency: idempotency,
      requestID: request.head.id,
      answer: { response in
        answer(response)
        self.cache.release(cell)
      })
    do throws(Problem) {
      try cell.submit(ticket)
    } catch {
      cache.release(cell)
      throw error
    }
  }

  /// Told by a cell whose session has changed durably.
  /// - Parameter version: nil: it was erased.
  func committed(_ cell: SessionCell, version: Int?) { watchers.changed(cell.id, version: version) }

  func create(_ input: SettingsInput, _ request: Request, _ answer: @escaping Completion) throws(Problem) {
    let idempotency = try Idempotency(request)
    if let key = idempotency?.key, !creating.withLock({ $0.insert(key).inserted }) { throw Idempotency.inFlight(key) }
    let done: @Sendable () -> Void = { [self] in
      if let key = idempotency?.key { _ = creating.withLock { $0.remove(key) } }
    }
    do throws(Problem) {
      if let stored = try storedAnswer(to: idempotency, in: "") {
        done()
        return answer(stored)
      }
    } catch {
      done()
      throw error
    }
    append(input, idempotency, requestID: request.head.id) { response in
      done()
      answer(response)
    }
  }

  private func append(
    _ input: SettingsInput, _ idempotency: Idempotency?, requestID: String, _ answer: @escaping Completion
  ) {
    let at = Timestamp.now
    let session = LiveSession(id: UUIDv7.make(at: at), input, at: at)
    let response = session.created
    let append = Append(
      session: session.id, change: .create, at: at, events: [SessionLog.creationEvent(input, at: at)],
      summary: .json { $0.session(session) }, answers: idempotency.map { [$0.stored(response)] } ?? [])
    store.append(append) { [self] result in
      switch result {
      case .success:
        let cell = cache.hold(session.id) { SessionCell(id: session.id, sessions: self, session: session) }
        cache.release(cell)
        answer(response)
      case .failure(.answered):
        // Another replica was quicker.
        do throws(Problem) {
          answer(try storedAnswer(to: idempotency, in: "") ?? Problem(.conflict).response(requestID: requestID))
        } catch {
          answer(error.response(requestID: requestID))
        }
      case .failure(let fault): answer(Problem(fault).response(requestID: requestID))
      }
    }
  }
}

extension LiveSession {
  fileprivate var created: Response {
    var response = response()
    response.status = 201
    response.headers.append("Location", "/v1/sessions/\(id)")
    return response
  }

  /// The session as a resource.
  func response() -> Response { .json(capacity: 1024) { $0.session(self) }.tagged(self) }
}

extension Response {
  /// With the version of the session it speaks of.
  func tagged(_ session: LiveSession) -> Response {
    var response = self
    response.headers.append("ETag", EntityTag.text(session.version))
    return response
  }
}
