/// Deletes what erased and compacted logs left behind, a slice with every transaction: nobody sees it any more, and
/// nobody has to wait for it.
final class Purger {
  private let connection: SQLiteConnection
  private let next: SQLiteStatement
  private let events: SQLiteStatement
  private let deleteEvents: SQLiteStatement
  private let answers: SQLiteStatement
  private let deleteAnswer: SQLiteStatement
  private let deleteSnapshot: SQLiteStatement
  private let done: SQLiteStatement

  init(_ connection: SQLiteConnection) throws(SQLiteError) {
    self.connection = connection
    next = try connection.prepare("SELECT session, through, whole FROM purges ORDER BY session LIMIT 1")
    events = try connection.prepare(
      """
      SELECT \(EventKey.sequence), length(data) FROM events WHERE \(EventKey.isOf("?1", through: "?2")) ORDER BY key
      """)
    deleteEvents = try connection.prepare("DELETE FROM events WHERE \(EventKey.isOf("?1", through: "?2"))")
    answers = try connection.prepare("SELECT key, length(body) FROM answers WHERE owner = ?")
    deleteAnswer = try connection.prepare("DELETE FROM answers WHERE key = ?")
    deleteSnapshot = try connection.prepare("DELETE FROM snapshots WHERE session = ?")
    done = try connection.prepare("DELETE FROM purges WHERE session = ?")
  }

  /// - Returns: is there more to do?
  func purge() throws(SQLiteError) -> Bool {
    var slice = Slice()
    while let purge = try next.first(read: { ($0.integer(0), $0.integer(1), $0.integer(2) != 0) }) {
      let (session, through, isWhole) = purge
      try purgeEvents(of: session, through: through, &slice)
      if isWhole { try purgeAnswers(of: session, &slice) }
      guard slice.take(0) else { return true }
      if isWhole { try deleteSnapshot.run(session) }
      try done.run(session)
    }
    return false
  }

  private func purgeEvents(of session: Int, through last: Int, _ slice: inout Slice) throws(SQLiteError) {
    let found = try events.all(session, last) { row in slice.take(row.integer(1)) ? row.integer(0) : nil }
    if let last = found.last { try deleteEvents.run(session, last) }
  }

  private func purgeAnswers(of session: Int, _ slice: inout Slice) throws(SQLiteError) {
    let keys = try answers.all(session) { row in slice.take(row.integer(1)) ? row.integer(0) : nil }
    for key in keys { try deleteAnswer.run(key) }
  }
}

/// What may be deleted in one transaction: a few milliseconds' worth.
struct Slice {
  private var rows = 500
  private var bytes = 512 << 10

  /// Something was left out.
  private(set) var isFull = false

  /// - Returns: may a row of this size be deleted too?
  mutating func take(_ size: Int) -> Bool {
    isFull = rows <= 0 || bytes <= 0
    rows -= 1
    bytes -= size
    return !isFull
  }
}
