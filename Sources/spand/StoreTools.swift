import Glibc
import SpanAPI
import SpanStore

/// What an operator does with a store from the command line. Most of it only reads, beside a running service.
enum StoreTools {
  /// - Returns: the exit code.
  static func run(_ verb: Verb.StoreVerb, _ configuration: Configuration) -> CInt {
    reporting {
      switch verb {
      case .migrate: try migrate(configuration.placeOfSessions)
      case .check: try check(configuration.placeOfSessions)
      case .copy(let source, let target): try copy(source ?? configuration.placeOfSessions, to: target)
      case .export(let session): try export(session, of: configuration.placeOfSessions)
      case .importing(let file, let tenant): try importSession(file, of: tenant, into: configuration.placeOfSessions)
      }
    }
  }

  /// - Returns: the exit code.
  static func replay(_ session: String, _ configuration: Configuration) -> CInt {
    reporting {
      let reader = try configuration.placeOfSessions.reader(knowing: session)
      guard let difference = try SessionLog.firstDifference(in: session, of: reader) else {
        Terminal.output("every number of \(session) is computed as the log has it")
        return 0
      }
      Terminal.error("spand: \(session): \(difference)")
      return ExitCode.dataError
    }
  }

  private static func migrate(_ store: Store) throws -> CInt {
    try store.migrate()
    return 0
  }

  private static func check(_ store: Store) throws -> CInt {
    let report = try SQLiteFile.check(store.file)
    for fault in report.faults { Terminal.error("spand: \(fault)") }
    Terminal.output("\(report.sessions) sessions, \(report.events) events, \(report.faults.count) faults")
    return report.faults.isEmpty ? 0 : ExitCode.dataError
  }

  private static func export(_ session: String, of store: Store) throws -> CInt {
    Terminal.result(try SessionExport.text(of: session, in: store.reader(knowing: session)))
  }

  private static let largestImport = 1 << 30

  private static func importSession(_ file: String, of tenant: String, into store: Store) throws -> CInt {
    // Told before anything is read; other stores are opened after that, so that nothing is made for what is refused.
    if case .memory = store { _ = try store.file }
    let bytes: [UInt8]
    do throws(InputFile.Fault) {
      bytes = try InputFile.read(file == "-" ? "/dev/stdin" : file, limit: largestImport)
    } catch {
      throw StoreFailure(message: "\(file): \(error.reason)")
    }
    let session = try SessionExport.read(bytes, for: tenant)
    let store = try store.writer()
    defer { store.close() }
    try SessionExport.add(session, to: store)
    Terminal.output("added \(session.session)")
    return 0
  }

  /// Runs `body`; what it throws is told in one line.
  private static func reporting(_ body: () throws -> CInt) -> CInt {
    do {
      return try body()
    } catch {
      Terminal.error("spand: \(words(of: error))")
      switch error {
      case is LogFault: return ExitCode.dataError
      case is Configuration.Unsafe: return ExitCode.configuration
      default: return ExitCode.unavailable
      }
    }
  }

  static func words(of error: any Error) -> String {
    switch error {
    case let failure as StoreFailure: failure.message
    case let fault as LogFault: fault.message
    case let fault as Configuration.Unsafe: fault.message
    case StoreFault.unavailable(let reason): reason
    case StoreFault.compacted(let horizon):
      "events up to \(horizon) are not kept any more, so the session cannot be exported"
    default: "\(error)"
    }
  }
}

extension Store {
  /// The file it is in.
  var file: String {
    get throws {
      guard case .file(let path) = self else {
        throw StoreFailure(message: "the store \(description) is no file; name one with --store or SPAN_STORE")
      }
      return path
    }
  }

  /// To add to: a file while nobody else uses it, a database beside those who do.
  fileprivate func writer() throws -> any EventStore {
    if case .postgreSQL(let url) = self { return try PostgreSQLEventStore(url) }
    return try SQLiteEventStore(path: file)
  }

  /// To read a session that is there, beside those who use the store.
  fileprivate func reader(knowing session: String) throws -> any EventReader {
    let reader: any EventReader
    if case .postgreSQL = self { reader = try writer() } else { reader = try SQLiteEventReader(path: file) }
    guard try reader.head(of: session) != nil else {
      throw StoreFailure(message: "there is no session \"\(session)\"")
    }
    return reader
  }
}
