import CSQLite

/// What a store's file looks like, and how older ones become so.
package enum Schema {
  /// "Span" in ASCII: what `file` and SQLite tell such a database by.
  static let applicationID = 0x5370_616E

  /// Each step leads from the version of its place to the next; what was released is never changed.
  package static let steps = [
    """
    CREATE TABLE sessions(
      key INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      version INTEGER NOT NULL,
      horizon INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      summary BLOB NOT NULL
    ) STRICT;
    -- key: 2^24 times the session's, plus the event's number.
    CREATE TABLE events(
      key INTEGER PRIMARY KEY,
      type TEXT NOT NULL,
      at INTEGER NOT NULL,
      data BLOB NOT NULL
    ) STRICT;
    CREATE TABLE snapshots(
      session INTEGER PRIMARY KEY,
      version INTEGER NOT NULL,
      data BLOB NOT NULL
    ) STRICT;
    -- owner: the session whose end is theirs too, if any.
    CREATE TABLE answers(
      key INTEGER PRIMARY KEY,
      scope TEXT NOT NULL,
      name TEXT NOT NULL,
      owner INTEGER,
      at INTEGER NOT NULL,
      fingerprint BLOB NOT NULL,
      status INTEGER NOT NULL,
      headers BLOB NOT NULL,
      body BLOB NOT NULL,
      UNIQUE(scope, name)
    ) STRICT;
    CREATE INDEX answers_by_time ON answers(at);
    CREATE INDEX answers_by_owner ON answers(owner) WHERE owner IS NOT NULL;
    -- Sessions whose events up to one are to be deleted; whole: with everything else they left.
    CREATE TABLE purges(
      session INTEGER PRIMARY KEY,
      through INTEGER NOT NULL,
      whole INTEGER NOT NULL
    ) STRICT;
    """,
    """
    ALTER TABLE sessions ADD COLUMN tenant TEXT NOT NULL DEFAULT '';
    CREATE INDEX sessions_by_tenant ON sessions(tenant, id);
    """,
    // bytes: of all events that came.
    """
    ALTER TABLE sessions ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
    UPDATE sessions SET bytes =
      (SELECT coalesce(sum(length(data)), 0) FROM events WHERE \(EventKey.isOf("sessions.key")));
    """,
    // entry: in the order of arrival, so that rows of many sessions fill one page after the other; by their keys each
    // would change a page of its own.
    """
    ALTER TABLE events RENAME TO events_by_key;
    CREATE TABLE events(
      entry INTEGER PRIMARY KEY,
      key INTEGER NOT NULL UNIQUE,
      type TEXT NOT NULL,
      at INTEGER NOT NULL,
      data BLOB NOT NULL
    ) STRICT;
    INSERT INTO events(key, type, at, data) SELECT key, type, at, data FROM events_by_key ORDER BY key;
    DROP TABLE events_by_key;
    """,
  ]

  /// - Returns: the version; 0: the file is empty.
  /// - Throws: also when the file is not one of a store, or of a version that is not known.
  static func version(of connection: SQLiteConnection, known: Int) throws(SQLiteError) -> Int {
    let id = try connection.integer("PRAGMA application_id")
    let version = try connection.integer("PRAGMA user_version")
    if id == 0, version == 0, try connection.integer("SELECT count(*) FROM sqlite_schema") == 0 { return 0 }
    guard id == applicationID else { throw .foreign }
    guard version >= 0 else { throw .damaged(version) }
    guard version <= known else { throw .newer(version, known: known) }
    return version
  }

  /// Leads from `version` to the last, all the way or not at all.
  static func migrate(
    _ connection: SQLiteConnection, from version: Int, steps: [String]
  ) throws(SQLiteError) {
    guard version < steps.count else { return }
    try connection.transaction { () throws(SQLiteError) in
      for step in steps[version...] { try connection.execute(step) }
      try connection.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(steps.count)")
    }
  }
}

extension SQLiteError {
  fileprivate static let foreign = SQLiteError(code: SQLITE_MISMATCH, message: "it is a database, but not one of spand")

  fileprivate static func damaged(_ version: Int) -> SQLiteError {
    SQLiteError(code: SQLITE_CORRUPT, message: "its schema is version \(version), which there never was")
  }

  fileprivate static func newer(_ version: Int, known: Int) -> SQLiteError {
    SQLiteError(
      code: SQLITE_SCHEMA,
      message: "its schema is version \(version), from a newer spand; this one knows up to version \(known)")
  }
}
