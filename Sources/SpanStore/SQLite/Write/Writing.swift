/// What the thread that writes does, and all that only this thread touches.
final class Writing: StoreWork {
  private let path: String
  /// Held as long as there is somebody who writes.
  private let lock: OwnerLock
  private let options: SQLiteEventStore.Options
  private let health: Health
  /// nil: to be opened anew.
  private var writer: StoreWriter?
  private var nextProbe = Uptime.now
  private var nextRetention: Uptime

  init(
    path: String, lock: consuming OwnerLock, options: SQLiteEventStore.Options, health: Health
  ) throws(StoreOpeningError) {
    self.path = path
    self.lock = lock
    self.options = options
    self.health = health
    nextRetention = .now + options.retentionInterval
    writer = try StoreOpeningError.of(path) { () throws(SQLiteError) in try Self.open(path, options) }
  }

  var deadline: Uptime {
    if !health.isGood { return nextProbe }
    return writer?.hasWork == true ? .now : nextRetention
  }

  func work(_ entries: [AppendQueue.Entry]) {
    let results = commit(entries.map(\.append))
    options.deliver {
      for (entry, result) in zip(entries, results) { entry.completion(result) }
    }
    if health.isGood { writer?.shortenLog() }
  }

  func finish() {
    writer?.finish()
    writer = nil
  }

  private func commit(_ batch: [Append]) -> [Result<Void, StoreFault>] {
    let wasGood = health.isGood
    do throws(SQLiteError) {
      let writer = if let writer { writer } else { try Self.open(path, options) }
      self.writer = writer
      beginRetention(writer)
      let faults = try writer.commit(batch, isProbe: !wasGood)
      health.isGood = true
      return faults.map { fault in fault.map { .failure($0) } ?? .success(()) }
    } catch {
      // SQLite goes on after most errors, and what a commit that failed has left in the log is overwritten by the next
      // one of this connection. So it goes only if the next does not succeed either.
      if !wasGood && !error.isPassing { writer = nil }
      health.isGood = false
      nextProbe = .now + options.probeInterval
      return batch.map { _ in .failure(.unavailable(error.description(of: path))) }
    }
  }

  private func beginRetention(_ writer: StoreWriter) {
    guard nextRetention <= .now else { return }
    nextRetention = .now + options.retentionInterval
    writer.beginRetention()
  }

  private static func open(
    _ path: String, _ options: SQLiteEventStore.Options
  ) throws(SQLiteError) -> StoreWriter {
    let connection = try DatabaseFile.open(path, busyTimeout: options.busyTimeout)
    return try StoreWriter(connection, options: options)
  }
}
