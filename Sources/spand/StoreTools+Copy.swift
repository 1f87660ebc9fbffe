import SpanAPI
import SpanStore

extension StoreTools {
  /// A file is copied to another as it is at one moment, also while a service writes; to a database go all its
  /// sessions, while nobody writes, and each is then computed anew from what is there.
  static func copy(_ source: Store, to target: Store) throws -> CInt {
    switch target {
    case .memory: throw StoreFailure(message: "what is copied to memory: is gone at once; name a file or a database")
    case .file(let path):
      try SQLiteFile.copy(from: source.file, to: path)
      return 0
    case .postgreSQL(let url):
      let source = try SQLiteEventReader(path: source.file, isAlone: true)
      let target = try PostgreSQLEventStore(url)
      defer { target.close() }
      return tell(try StoreCopy.copy(from: source, to: target) { replayFault(of: $0, in: target) })
    }
  }

  private static func replayFault(of session: String, in store: any EventReader) -> String? {
    do {
      return try SessionLog.firstDifference(in: session, of: store)
    } catch {
      return words(of: error)
    }
  }

  private static func tell(_ report: StoreCopy.Report) -> CInt {
    for fault in report.faults { Terminal.error("spand: \(fault)") }
    Terminal.output(
      "\(report.copied) sessions copied, \(report.skipped) were there; \(report.events) events in all, "
        + "\(report.differing) sessions differ")
    return report.differing == 0 ? 0 : ExitCode.dataError
  }
}
