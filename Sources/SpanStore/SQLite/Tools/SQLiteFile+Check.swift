extension SQLiteFile {
  /// What ``check(_:)`` found.
  public struct Report: Sendable, Equatable {
    public var sessions = 0
    /// Those that can be read; compacted ones not.
    public var events = 0
    /// Answers to requests with an idempotency key.
    public var answers = 0
    /// One line each; of many, the first. Empty: the file is sound.
    public var faults: [String] = []
  }

  /// Looks whether SQLite finds the file in order, and whether every log has all its events from its horizon to its
  /// version. The first is one long read, during which the write-ahead log of a running service grows.
  /// - Throws: when it cannot be looked at; what is wrong with it is in the report.
  public static func check(_ path: String) throws(StoreOpeningError) -> Report {
    let file = try StorePath(path)
    var audit = Audit(try openCurrent(file))
    do throws(SQLiteError) {
      try audit.run()
    } catch {
      guard error.isDamage else { throw StoreOpeningError(error.description(of: file.path)) }
      audit.report.faults.append(error.description(of: file.path))
    }
    return audit.report
  }
}
