/// How many sessions there are, where that matters: counted from time to time, and kept up with what this store does.
struct Census {
  private let maximum: Int?
  private let interval: Int
  private var sessions: Int?
  private var nextCount = Uptime.now

  init(_ options: PostgreSQLEventStore.Options) {
    maximum = options.maximumSessions
    interval = options.retentionInterval
  }

  /// Sessions there may still be; nil: there is no limit.
  var room: Int? { maximum.map { max(0, $0 - (sessions ?? 0)) } }

  /// Should they be counted before these are decided?
  func isDue(for batch: some Sequence<Append>) -> Bool {
    maximum != nil && (sessions == nil || nextCount <= .now) && batch.contains { $0.change == .create }
  }

  mutating func note(_ count: Int) {
    sessions = count
    nextCount = .now + interval
  }

  /// After a commit.
  mutating func note(_ ledger: Ledger) {
    let made = ledger.changes.values.count { $0.before == nil }
    sessions = sessions.map { $0 + made - ledger.erased.count }
  }

  mutating func forget() { sessions = nil }
}
