import SpanAPI
import SpanHTTP
import SpanMessage
import SpanStore
import SpanStoreSupport
import SpanTestSupport
import Testing

/// A service with sessions of its own, there as long as somebody can ask it, and how to do so.
struct Host: Sendable {
  /// How a host is reached, and where it keeps its sessions.
  struct Form: Sendable, CustomTestStringConvertible {
    enum Keeping: Equatable, Sendable {
      case memory
      case sqlite
      case postgreSQL(PostgreSQLDatabase.Access)

      /// Those that can be had here.
      static let all = [memory, sqlite] + PostgreSQLDatabase.Access.all.map(postgreSQL)

      var description: String {
        switch self {
        case .memory: "memory"
        case .sqlite: "SQLite"
        case .postgreSQL(let access): access.rawValue
        }
      }
    }

    let isLive: Bool
    let keeping: Keeping

    static let directMemory = Form(isLive: false, keeping: .memory)
    static let liveMemory = Form(isLive: true, keeping: .memory)
    static let direct = Keeping.all.map { Form(isLive: false, keeping: $0) }
    static let live = Keeping.all.map { Form(isLive: true, keeping: $0) }
    static let allCases = direct + live

    var outlivesService: Bool { keeping != .memory }

    var testDescription: String { "\(isLive ? "live" : "direct"), \(keeping.description)" }
  }

  let client: Client
  let service: Service
  let store: any EventStore

  /// - Parameters:
  ///   - isRecorded: not for those who say the same over and over.
  ///   - willCommit: called on the thread that writes, where it is not to memory.
  init(
    _ form: Form, isRecorded: Bool = true, _ change: (inout Service.Settings) -> Void = { _ in },
    willCommit: (@Sendable () -> Void)? = nil
  ) throws {
    let directory = form.keeping == .sqlite ? try ScratchDirectory() : nil
    store = try Self.open(form.keeping, directory) { _ in willCommit?() }
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

  private static func open(
    _ keeping: Form.Keeping, _ directory: ScratchDirectory?, willCommit: @escaping @Sendable (Int) -> Void
  ) throws -> any EventStore {
    switch keeping {
    case .memory: return MemoryEventStore()
    case .sqlite:
      var options = SQLiteEventStore.Options()
      options.willCommit = willCommit
      return try SQLiteEventStore(path: "\(directory?.path ?? "")/span.db", options: options)
    case .postgreSQL(let access):
      return try PostgreSQLDatabase(access).open { options in
        options.clock = PostgreSQLEventStore.Options().clock
        options.willCommit = willCommit
      }
    }
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
