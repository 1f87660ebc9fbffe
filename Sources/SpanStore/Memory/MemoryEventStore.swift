import SpanMessage

/// Logs that are gone with the process. Completions are called before ``append(_:completion:)`` returns.
public final class MemoryEventStore: EventStore {
  /// How often logs are looked through for those that nobody updates.
  private static let retentionInterval: Int64 = 60_000  // ms

  private struct State {
    var logs: MemoryLogs
    var nextRetention = Int64.min
    var isClosed = false
  }

  private let timeToLive: Int64?
  private let clock: @Sendable () -> Int64
  private let state: Locked<State>

  /// - Parameters:
  ///   - maximumSessions: another one is refused.
  ///   - tenantQuota: more of a tenant is refused.
  ///   - timeToLive: sessions not updated for so many milliseconds are erased; nil: never.
  ///   - clock: milliseconds since 1970; nil: the system's.
  public init(
    maximumSessions: Int = 1_000_000, tenantQuota: TenantQuota = TenantQuota(), timeToLive: Int64? = nil,
    clock: (@Sendable () -> Int64)? = nil
  ) {
    self.timeToLive = timeToLive
    self.clock = clock ?? WallClock.now
    state = Locked(State(logs: MemoryLogs(maximum: maximumSessions, quota: tenantQuota)))
  }

  public func append(_ append: Append, completion: @escaping @Sendable (Result<Void, StoreFault>) -> Void) {
    let now = clock()
    // What goes is let go of outside the lock: that takes a while for a long log.
    let (result, erased) = state.withLock { state -> (Result<Void, StoreFault>, [MemoryLog]) in
      guard !state.isClosed else { return (.failure(.closed), []) }
      var erased = retain(&state, now: now)
      do throws(StoreFault) {
        if let log = try state.logs.apply(append, now: now) { erased.append(log) }
        return (.success(()), erased)
      } catch {
        return (.failure(error), erased)
      }
    }
    withExtendedLifetime(erased) {}
    completion(result)
  }

  public func head(of session: String) throws(StoreFault) -> SessionHead? {
    try read { logs in logs[session]?.head }
  }

  public func snapshot(of session: String) throws(StoreFault) -> Snapshot? {
    try read { logs in logs[session]?.snapshot }
  }

  public func events(of session: String, after sequence: Int, limit: Int) throws(StoreFault) -> [StoredEvent] {
    try read { logs throws(StoreFault) in try logs[session]?.events(after: sequence, limit: limit) ?? [] }
  }

  public func sessions(of tenant: String?, before id: String?, limit: Int) throws(StoreFault) -> [SessionHead] {
    try read { logs in logs.heads(of: tenant, before: id, limit: limit) }
  }

  public func answer(to key: String, in scope: String) throws(StoreFault) -> StoredAnswer? {
    let now = clock()
    return try read { logs in logs.answers.answer(to: key, in: scope, now: now) }
  }

  public var isReachable: Bool { state.withLock { !$0.isClosed } }

  public func close() {
    let logs = state.withLock { state in
      state.isClosed = true
      defer { state.logs = MemoryLogs(maximum: 0) }
      return state.logs
    }
    withExtendedLifetime(logs) {}
  }

  private func read<Value>(_ body: (MemoryLogs) throws(StoreFault) -> Value) throws(StoreFault) -> Value {
    let result = state.withLock { state -> Result<Value, StoreFault> in
      guard !state.isClosed else { return .failure(.closed) }
      do throws(StoreFault) {
        return .success(try body(state.logs))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func retain(_ state: inout State, now: Int64) -> [MemoryLog] {
    guard let timeToLive, now >= state.nextRetention else { return [] }
    state.nextRetention = now + Self.retentionInterval
    return state.logs.erase(updatedBefore: now - timeToLive)
  }
}
