import SpanAPI
import SpanHTTP
import SpanMessage
import SpanStore
import SpanTestSupport
import Testing

/// A service with sessions of its own, there as long as somebody can ask it, and how to do so.
struct Host: Sendable {
  /// How a host is reached, and where it keeps its sessions.
  enum Form: CaseIterable, Sendable, CustomTestStringConvertible {
    case directMemory, directSQLite, liveMemory, liveSQLite

    static let direct: [Form] = [.directMemory, .directSQLite]
    static let live: [Form] = [.liveMemory, .liveSQLite]

    var isLive: Bool { self == .liveMemory || self == .liveSQLite }
    var keepsFile: Bool { self == .directSQLite || self == .liveSQLite }

    var testDescription: String { "\(isLive ? "live" : "direct"), \(keepsFile ? "SQLite" : "memory")" }
  }

  let client: Client
  let service: Service
  let store: any EventStore

  /// - Parameters:
  ///   - isRecorded: not for those who say the same over and over.
  ///   - willCommit: called on the thread that writes the file.
  init(
    _ form: Form, isRecorded: Bool = true, _ change: (inout Service.Settings) -> Void = { _ in },
    willCommit: (@Sendable () -> Void)? = nil
  ) throws {
    let directory = form.keepsFile ? try ScratchDirectory() : nil
    if let directory {
      var options = SQLiteEventStore.Options()
      if let willCommit { options.willCommit = { _ in willCommit() } }
      store = try SQLiteEventStore(path: directory.path + "/span.db", options: options)
    } else {
      store = MemoryEventStore()
    }
    let threads = BackgroundThreads(threads: 2, queueLength: 4096)
    var settings = Service.Settings()
    settings.store = store
    settings.sessionWork = { threads.run($0) }
    change(&settings)
    service = Service(settings)
    client = Client(
      Household(service: service, store: store, threads: threads, directory: directory),
      serverLimits: form.isLive ? Server.Limits() : nil, isRecorded: isRecorded)
  }

  /// Makes a session.
  func session(_ settings: String = "{}", sourceLocation: SourceLocation = #_sourceLocation) throws -> SessionClient {
    let answer = try client.post("/v1/sessions", settings)
    #expect(answer.status == 201, "\(answer.body)", sourceLocation: sourceLocation)
    return SessionClient(client: client, id: try #require(try answer.json.string("/id")))
  }

  /// Makes a session that knows the floor, 6 m × 6 m at height 0.
  func floored(_ settings: String = "{}", sourceLocation: SourceLocation = #_sourceLocation) throws -> SessionClient {
    let session = try session(settings, sourceLocation: sourceLocation)
    try session.change("PUT", "/planes/floor", Body.plane("floor"), 201, sourceLocation: sourceLocation)
    return session
  }
}

/// A service with what it needs; the last who lets go of it puts everything away.
private final class Household: Responder {
  private let service: Service
  private let store: any EventStore
  private let threads: BackgroundThreads
  private let directory: ScratchDirectory?

  init(service: Service, store: any EventStore, threads: BackgroundThreads, directory: ScratchDirectory?) {
    self.service = service
    self.store = store
    self.threads = threads
    self.directory = directory
  }

  deinit {
    threads.stop()
    store.close()
  }

  func refusal(of head: RequestHead) -> Response? { service.refusal(of: head) }
  func respond(to request: Request) -> Response { service.respond(to: request) }
  func reply(to request: Request) -> Reply { service.reply(to: request) }
  func answer(
    toFault status: Int, code: String, detail: String, headers: HeaderFields, requestID: String
  ) -> Response {
    service.answer(toFault: status, code: code, detail: detail, headers: headers, requestID: requestID)
  }
}
