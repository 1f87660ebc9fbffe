import SpanAPI
import SpanMessage
import SpanStore
import SpanTestSupport
import Testing

@Suite("A damaged snapshot")
struct DamagedSnapshotTests {
  /// Reads snapshots with a piece of their text exchanged.
  private final class DamagingStore: EventStore {
    private let logs = MemoryEventStore()
    let damage = Locked<(@Sendable (String) -> String)?>(nil)

    func snapshot(of session: String) throws(StoreFault) -> Snapshot? {
      guard let snapshot = try logs.snapshot(of: session) else { return nil }
      guard let damage = damage.withLock({ $0 }) else { return snapshot }
      let text = damage(String(decoding: snapshot.data, as: UTF8.self))
      return Snapshot(version: snapshot.version, data: Array(text.utf8))
    }

    func append(_ append: Append, completion: @escaping @Sendable (Result<Void, StoreFault>) -> Void) {
      logs.append(append, completion: completion)
    }
    func head(of session: String) throws(StoreFault) -> SessionHead? { try logs.head(of: session) }
    func events(of session: String, after sequence: Int, limit: Int) throws(StoreFault) -> [StoredEvent] {
      try logs.events(of: session, after: sequence, limit: limit)
    }
    func sessions(of tenant: String?, before id: String?, limit: Int) throws(StoreFault) -> [SessionHead] {
      try logs.sessions(of: tenant, before: id, limit: limit)
    }
    func answer(to key: String, in scope: String) throws(StoreFault) -> StoredAnswer? {
      try logs.answer(to: key, in: scope)
    }
    var isReachable: Bool { logs.isReachable }
    func close() { logs.close() }
  }

  /// What is in a snapshot of the example, and what it cannot be.
  private static let damages: [(String, String)] =
    ["showAnchor", "removeAnchor", "showMeasurement", "removeMeasurement", "extendPath"].flatMap { effect in
      ["-1", "99", "1e300"].map { ("\"\(effect)\":[0-9]+", "\"\(effect)\":\($0)") }
    }
    + ["old", "first", "path"].flatMap { list in
      ["[-1]", "[99]", "[0,0,0,0]"].map { ("\"\(list)\":\\[[0-9,]*\\]", "\"\(list)\":\($0)") }
    } + [
      ("\"points\":\\[[0-9,]+\\]", "\"points\":[]"), ("\"points\":\\[[0-9,]+\\]", "\"points\":[0,99]"),
      ("\"shown\":true", "\"shown\":false"), ("\"shown\":false", "\"shown\":true"), ("\"done\"", "\"was\""),
      ("\"taps\":[0-9]+", "\"taps\":9.3e18"),
    ]

  /// Everything that an effect can be: a ruler whose third tap begins anew, a reset that was taken back, and something to
  /// bring again.
  private func example(on store: any EventStore) throws -> SessionClient {
    var settings = Service.Settings()
    settings.store = store
    settings.limits.snapshotInterval = 1
    // Nothing stays in memory.
    settings.limits.sessionCache = 1
    let client = Client(Service(settings))
    let session = SessionClient(
      client: client,
      id: try #require(try client.post("/v1/sessions", "{\"mode\": \"ruler\"}").json.string("/id")))
    try session.change("PUT", "/planes/floor", Body.plane("floor"), 201)
    for (x, z) in [(0.0, 0.0), (1, 0), (1, 1), (2, 1)] { try session.tap(x, z) }
    try session.anchor("a", [0, 0.5, 0])
    try session.measure("distance", ["anchor-3", "a"])
    try session.measure("distance", ["anchor-4", "a"])
    for (method, rest) in [
      ("DELETE", "/measurements/measurement-2"), ("POST", "/reset"), ("POST", "/undo"), ("POST", "/undo"),
      ("POST", "/undo"),
    ] {
      #expect(try session.send(method, rest).status < 300)
    }
    return session
  }

  /// Back and forth, and back after a change.
  private static let steps: [String] =
    Array(repeating: "/redo", count: 4) + Array(repeating: "/undo", count: 10) + Array(repeating: "/redo", count: 5)
    + ["/taps"] + Array(repeating: "/undo", count: 8)

  /// Times and the session's id are its own.
  private func comparable(_ text: String, _ session: SessionClient) -> String {
    text.replacing(session.id, with: "ID").replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/, with: "TIME")
  }

  @Test("is not read: the log is, and nothing that follows is another or ends the service", arguments: damages)
  func damaged(pattern: String, replacement: String) throws {
    let regex = try Regex(pattern)
    let (sound, broken) = (DamagingStore(), DamagingStore())
    let sessions = try [sound, broken].map { try example(on: $0) }
    let text = try #require(try sound.snapshot(of: sessions[0].id).map { String(decoding: $0.data, as: UTF8.self) })
    #expect(text.contains(regex), "the example is to have one")
    broken.damage.withLock { damage in
      damage = { text in (try? Regex(pattern)).map { text.replacing($0, with: replacement) } ?? "" }
    }
    for (place, step) in Self.steps.enumerated() {
      let body = step == "/taps" ? SessionClient.down(2, 2) : nil
      let answers = try sessions.map { try $0.send("POST", step, body) }
      let bodies = zip(answers, sessions).map { comparable($0.body, $1) }
      #expect(answers[0].status == answers[1].status && bodies[0] == bodies[1], "step \(place)")
      let states = try sessions.map { session in try session.wholeState.map { comparable($0, session) } }
      #expect(states[0] == states[1], "step \(place)")
    }
  }
}
