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
  /// Milliseconds that a session is kept after its last change; nil: for ever.
  private let lifetime: Int64?
  private let workers: Service.Settings.Background
  /// Names of creations that are not answered.
  private let creating = Locked(Set<String>())

  package init(store: any EventStore, _ settings: Service.Settings) {
    self.store = store
    limits = settings.limits
    profiles = settings.profiles
    lifetime = settings.sessionLifetime
    cache = SessionCache(limit: settings.limits.sessionCache)
    workers = settings.sessionWork
    let watchers = Watchers(store: store, settings.sessionWork)
    self.watchers = watchers
    store.observe { watchers.changed($0, version: $1) }
  }

  /// Does what has to be done soon, on a thread that may be held up; here, if there is none.
  func background(_ work: @escaping @Sendable () -> Void) {
    if !workers(work) { work() }
  }

  package var cacheFigures: CacheFigures { cache.figures }

  /// To be called every few seconds: lets watchers know that their streams are alive.
  package func beat() { watchers.beat() }

  /// To be called several times a second where others write to the same store.
  package func poll() { watchers.poll() }

  /// Has it lived its time? Then the store may have erased it.
  func hasExpired(_ session: LiveSession) -> Bool {
    guard let lifetime else { return false }
    return session.state.updatedAt < Timestamp.now - lifetime
  }

  /// nil: there is no such session.
  func version(of id: String) throws(Problem) -> Int? {
    try look { store throws(StoreFault) in try store.versions(of: [id])[id] }
  }

  /// What the store answers, and a problem document when it cannot.
  func look<Found>(_ question: (any EventStore) throws(StoreFault) -> Found) throws(Problem) -> Found {
    do {
      return try question(store)
    } catch {
      throw Problem(error)
    }
  }

  /// Does what has to look into the store: here where that takes no time, else where it holds nobody up.
  /// - Parameter work: tells what came of it, or throws what is told then.
  func reading(
    _ request: Request, _ tell: @escaping Completion, _ work: @escaping @Sendable () throws(Problem) -> Void
  ) {
    let told: @Sendable () -> Void = {
      do throws(Problem) {
        try work()
      } catch {
        tell(error.response(requestID: request.head.id))
      }
    }
    if !store.isShared {
      told()
    } else if !workers(told) {
      tell(Problem.crowded.response(requestID: request.head.id))
    }
  }

  /// The same with an answer.
  func answer(
    _ request: Request, _ respond: @escaping @Sendable () throws(Problem) -> Response
  ) throws(Problem) -> Endpoint.Answer {
    guard store.isShared else { return .done(try respond()) }
    return .later { [self] tell in
      reading(request, tell) { () throws(Problem) in tell(try respond()) }
    }
  }

  // MARK: Reading

  /// The session that a request speaks of, as it is durably. That of another tenant is not there.
  func read(_ request: Request) throws(Problem) -> DurableSession {
    let id = request.sessionID
    let cell = cache.hold(id) { SessionCell(id: id, sessions: self) }
    defer { cache.release(cell) }
    guard let durable = try cell.read(), durable.tenant == request.caller.tenant else {
      throw .unknownSession(id)
    }
    return durable
  }

  /// What was answered to the same request before; nil: it is new, or carries no key.
  func storedAnswer(to idempotency: Idempotency?, in scope: String) throws(Problem) -> Response? {
    guard let idempotency else { return nil }
    let stored = try look { store throws(StoreFault) in try store.answer(to: idempotency.name, in: scope) }
    guard let stored else { return nil }
    return try idempotency.replay(stored)
  }

  // MARK: Changing

  typealias Completion = @Sendable (Response) -> Void

  /// Changes the session that a request speaks of.
  func change(
    _ work: SessionCell.Ticket.Work, _ request: Request, _ answer: @escaping Completion
  ) throws(Problem) {
    let id = request.sessionID
    let idempotency = try Idempotency(request)
    let cell = cache.hold(id) { SessionCell(id: id, sessions: self) }
    let ticket = SessionCell.Ticket(
      work: work, tenant: request.caller.tenant, condition: EntityTag.condition(of: request.head),
      idempotency: idempotency, requestID: request.head.id,
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
    if let idempotency, !creating.withLock({ $0.insert(idempotency.name).inserted }) {
      throw Idempotency.inFlight(idempotency.key)
    }
    let done: @Sendable () -> Void = { [self] in
      if let name = idempotency?.name { _ = creating.withLock { $0.remove(name) } }
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
    append(input, idempotency, request) { response in
      done()
      answer(response)
    }
  }

  private func append(
    _ input: SettingsInput, _ idempotency: Idempotency?, _ request: Request, _ answer: @escaping Completion
  ) {
    let at = Timestamp.now
    let requestID = request.head.id
    let session = LiveSession(id: UUIDv7.make(at: at), of: request.caller.tenant, input, at: at)
    let response = session.created
    let append = Append(
      session: session.id, of: session.tenant, change: .create, at: at,
      events: [SessionLog.creationEvent(input, at: at)], summary: .json { $0.session(session) },
      answers: idempotency.map { [$0.stored(response)] } ?? [])
    // Held from before it can be listed: who deletes it then is not to be overtaken by this.
    let cell = cache.hold(session.id, isNew: true) { SessionCell(id: session.id, sessions: self) }
    store.append(append) { [self] result in
      defer { cache.release(cell) }
      switch result {
      case .success:
        cell.begin(with: session)
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
