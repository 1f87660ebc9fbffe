import SpanMessage

/// What the thread that writes does, and all that only this thread touches.
final class PostgreSQLWriting: StoreWork {
  private let dialer: Dialer
  private let pool: ConnectionPool
  private let options: PostgreSQLEventStore.Options
  private let health: Health
  /// That of the server which writes for this store.
  private let process: Locked<Int>
  /// Of this store among all that write.
  private let id = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
  /// nil: to be connected anew.
  private var writer: GroupWriter?
  private var ghost: PostgreSQLConnection.Backend?
  private var doubt: Doubt?
  private var backoff: Backoff
  private var nextProbe = Uptime.now

  /// Appends whose transaction was on its way when the connection was lost.
  private struct Doubt {
    var entries: ArraySlice<AppendQueue.Entry>
    var faults: [StoreFault?]
    var transaction: Int
    var deadline: Uptime
  }

  init(
    _ dialer: Dialer, _ pool: ConnectionPool, _ options: PostgreSQLEventStore.Options, _ health: Health,
    _ process: Locked<Int>
  ) throws(PostgreSQLError) {
    self.dialer = dialer
    self.pool = pool
    self.options = options
    self.health = health
    self.process = process
    backoff = Backoff(options.pauses)
    try connect()
  }

  var deadline: Uptime { min(nextProbe, doubt?.deadline ?? nextProbe) }

  func work(_ entries: [AppendQueue.Entry]) {
    if doubt != nil || entries.isEmpty { probe() }
    var rest = entries[...]
    while !rest.isEmpty { rest = commit(rest) }
  }

  func finish() {
    if doubt != nil { probe() }
    giveUpDoubt(if: true)
    writer = nil
  }

  /// - Returns: those that are still to be written.
  private func commit(_ entries: ArraySlice<AppendQueue.Entry>) -> ArraySlice<AppendQueue.Entry> {
    let isNew = writer == nil
    do throws(PostgreSQLError) {
      switch try connect().commit(entries.lazy.map(\.append)) {
      case .decided(let faults):
        noteSuccess()
        complete(entries, faults)
        return entries.dropFirst(faults.count)
      case .inDoubt(let faults, let transaction, let error):
        noteFailure(error)
        doubt = Doubt(
          entries: entries.prefix(faults.count), faults: faults, transaction: transaction,
          deadline: .now + options.doubtLimit)
        probe()
        return entries.dropFirst(faults.count)
      }
    } catch {
      noteFailure(error)
      // It was lost before anything was to be committed, perhaps long ago.
      if error.isLost, !isNew { return entries }
      refuse(entries, unavailable(error.message))
      return []
    }
  }

  /// Looks whether the server is there and takes writes.
  private func probe() {
    do throws(PostgreSQLError) {
      let isGood = health.isGood
      let writer = try connect()
      if isGood { try writer.ping() } else { try writer.register() }
      noteSuccess()
    } catch {
      noteFailure(error)
    }
    giveUpDoubt(if: doubt.map { $0.deadline <= .now } ?? false)
  }

  @discardableResult
  private func connect() throws(PostgreSQLError) -> GroupWriter {
    if let writer { return writer }
    let writer = try GroupWriter(dialer.connect(), writer: id, ghost: ghost, options)
    self.writer = writer
    ghost = nil
    process.withLock { $0 = writer.backend?.process ?? 0 }
    settleDoubt(lastTransaction: writer.transactions)
    return writer
  }

  private func settleDoubt(lastTransaction: Int) {
    guard let doubt else { return }
    self.doubt = nil
    if lastTransaction == doubt.transaction { return complete(doubt.entries, doubt.faults) }
    refuse(doubt.entries, unavailable("the connection was lost"))
  }

  private func giveUpDoubt(if isOver: Bool) {
    guard isOver, let doubt else { return }
    self.doubt = nil
    refuse(doubt.entries, unavailable("the connection was lost during a commit, of which nothing is known"))
  }

  private func complete(_ entries: ArraySlice<AppendQueue.Entry>, _ faults: [StoreFault?]) {
    options.deliver {
      for (entry, fault) in zip(entries, faults) { entry.completion(fault.map { .failure($0) } ?? .success(())) }
    }
  }

  private func refuse(_ entries: ArraySlice<AppendQueue.Entry>, _ fault: StoreFault) {
    complete(entries, Array(repeating: fault, count: entries.count))
  }

  private func noteSuccess() {
    health.isGood = true
    backoff.reset()
    nextProbe = .now + options.probeInterval
  }

  private func noteFailure(_ error: PostgreSQLError) {
    if error.isLost, let writer {
      ghost = writer.backend
      self.writer = nil
      pool.forgetIdle()
    }
    health.isGood = false
    // With the next attempt to connect, unless somebody else is at that and takes long.
    nextProbe = min(max(.now + backoff.pause(), dialer.nextAttempt), .now + options.pauses.upperBound)
  }

  private func unavailable(_ reason: String) -> StoreFault { .unavailable("\(dialer.address.description): \(reason)") }
}
