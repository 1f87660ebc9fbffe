/// Reads all of a store's file and notes what does not fit. Logs are looked at in slices: each is one statement, and so
/// sees one moment of a file that others write to.
struct Audit {
  private static let sliceLength = 1_000
  private static let faultLimit = 100

  private let connection: SQLiteConnection
  var report = SQLiteFile.Report()

  init(_ connection: SQLiteConnection) { self.connection = connection }

  mutating func run() throws(SQLiteError) {
    try checkFile()
    try checkLogs()
    try checkOwners()
    report.answers = try connection.integer("SELECT count(*) FROM answers")
  }

  private mutating func checkFile() throws(SQLiteError) {
    let lines = try connection.prepare("PRAGMA integrity_check(\(Self.faultLimit))").all { $0.text(0) }
    if lines != ["ok"] { report.faults += lines }
  }

  private mutating func checkLogs() throws(SQLiteError) {
    let slice = try connection.prepare(
      """
      SELECT sessions.key, id, sessions.version, horizon, snapshots.version,
        (SELECT count(*) FROM events WHERE \(EventKey.isOf("sessions.key", after: "horizon"))),
        (SELECT \(EventKey.sequence) FROM events WHERE \(EventKey.isOf("sessions.key")) ORDER BY key DESC LIMIT 1),
        (SELECT count(*) FROM events WHERE \(EventKey.isOf("sessions.key", through: "horizon"))),
        EXISTS (SELECT 1 FROM purges WHERE session = sessions.key)
      FROM sessions LEFT JOIN snapshots ON snapshots.session = sessions.key
      WHERE sessions.key > ? ORDER BY sessions.key LIMIT \(Self.sliceLength)
      """)
    var last = 0
    while true {
      let logs = try slice.all(last, read: Log.init)
      guard let end = logs.last?.key else { return }
      for log in logs {
        report.sessions += 1
        report.events += log.count
        if let fault = log.fault { note("session \(log.id): \(fault)") }
      }
      last = end
    }
  }

  private mutating func checkOwners() throws(SQLiteError) {
    let firstBehind = EventKey.of("?", "\(EventKey.lastSequence)")
    try checkOwners(
      of: "events", isOwned: EventKey.isOf("?1"),
      next: "SELECT \(EventKey.session) FROM events WHERE key > \(firstBehind) ORDER BY key LIMIT 1")
    try checkOwners(
      of: "snapshots", isOwned: "session = ?1",
      next: "SELECT session FROM snapshots WHERE session > ? ORDER BY session LIMIT 1")
    try checkOwners(
      of: "answers", isOwned: "owner = ?1",
      next: "SELECT owner FROM answers WHERE owner > ? ORDER BY owner LIMIT 1")
  }

  /// Looks for rows of sessions that are not there, and are not about to be deleted either.
  private mutating func checkOwners(of table: String, isOwned: String, next: String) throws(SQLiteError) {
    let next = try connection.prepare(next)
    let isLost = try connection.prepare(
      """
      SELECT 1 FROM \(table) WHERE \(isOwned)
        AND NOT EXISTS (SELECT 1 FROM sessions WHERE key = ?1)
        AND NOT EXISTS (SELECT 1 FROM purges WHERE session = ?1) LIMIT 1
      """)
    var last = 0
    while let owner = try next.first(last, read: { $0.integer(0) }) {
      if try isLost.first(owner, read: { _ in true }) != nil { note("\(table) of a session that is not there") }
      last = owner
    }
  }

  private mutating func note(_ fault: String) {
    if report.faults.count < Self.faultLimit { report.faults.append(fault) }
  }
}

/// What a log should be, and what is there.
private struct Log {
  var key: Int
  var id: String
  var version: Int
  var horizon: Int
  var snapshot: Int?
  /// Events behind the horizon.
  var count: Int
  var last: Int
  var compacted: Int
  var isPurged: Bool

  init(_ row: SQLiteRow) {
    key = row.integer(0)
    id = row.text(1)
    version = row.integer(2)
    horizon = row.integer(3)
    snapshot = row.isNull(4) ? nil : row.integer(4)
    count = row.integer(5)
    last = row.integer(6)
    compacted = row.integer(7)
    isPurged = row.integer(8) != 0
  }

  /// Numbers are unique: as many as there should be, up to the version, leave no gap.
  var fault: String? {
    guard (0...EventKey.lastSequence).contains(version), (0...version).contains(horizon) else {
      return "has events from \(horizon) to \(version), which cannot be"
    }
    if count != version - horizon || count > 0 && last != version {
      return "has \(count) events up to \(last), not \(version - horizon) up to \(version)"
    }
    if horizon > 0, snapshot ?? 0 < horizon { return "has no snapshot for the events up to \(horizon)" }
    if let snapshot, snapshot > version { return "has a snapshot of version \(snapshot) beyond its version \(version)" }
    if compacted > 0, !isPurged { return "has \(compacted) events that nobody will delete" }
    return nil
  }
}
