import Foundation
import SpanAPI
import SpanHTTP
import SpanMessage
import SpanStore
import SpanTestSupport
import Testing

@Suite("Two services on one store")
struct ReplicaTests {
  private let store = CrossedStore()
  private let here: Client
  private let there: Client

  init() {
    var settings = Service.Settings()
    settings.store = store
    here = Client(Service(settings), isRecorded: true)
    there = Client(Service(settings))
  }

  /// What tells a request that was done already from one that is new, if nobody remembers it.
  static let writes: [(method: String, rest: String, body: String?, condition: String?)] = [
    ("POST", "/taps", SessionClient.down(0, 0, #", "anchorId": "p""#), nil),
    ("POST", "/taps", SessionClient.down(0, 0), "\"3\""),
    ("POST", "/anchors", #"{"id": "p", "position": [0, 0, 0]}"#, nil),
    ("PATCH", "/anchors", #"{"updates": [{"id": "a", "position": [0, 0.02, 0]}]}"#, nil),
    ("DELETE", "/anchors/a", nil, nil), ("POST", "/undo", nil, nil), ("DELETE", "", nil, nil),
  ]

  @Test("a repetition that crosses its twin on the other gets the twin's answer", arguments: writes.indices)
  func crossing(place: Int) throws {
    let (method, rest, body, condition) = Self.writes[place]
    let made = try there.post("/v1/sessions", "{}")
    let id = try #require(try made.json.string("/id"))
    let (first, second) = (SessionClient(client: there, id: id), SessionClient(client: here, id: id))
    try first.change("PUT", "/planes/floor", Body.plane("floor"), 201)
    try first.anchor("a", [0, 0, 1])
    #expect(try second.version == 3)
    let fields = [("Idempotency-Key", "k")] + (condition.map { [("If-Match", $0)] } ?? [])
    let twin = Locked<Answer?>(nil)
    store.afterNextAnswer { twin.withLock { $0 = try? first.send(method, rest, body, fields) } }
    let answer = try second.send(method, rest, body, fields)
    let earlier = try #require(twin.withLock { $0 })
    #expect((200...204).contains(earlier.status), "\(earlier.body)")
    #expect(answer.status == earlier.status && answer.body == earlier.body, "\(answer.body)")
    #expect(answer["ETag"] == earlier["ETag"])
    guard method != "DELETE" || !rest.isEmpty else { return }
    #expect(try second.version == 4)
  }

  @Test("a log that the other compacts while it is read is read anew")
  func compaction() throws {
    var settings = Service.Settings()
    settings.store = store
    settings.limits.snapshotInterval = 2
    settings.limits.compacts = true
    let writing = Client(Service(settings))
    // Nothing stays in memory.
    settings.limits.sessionCache = 1
    let reading = Client(Service(settings))
    let id = try #require(try writing.post("/v1/sessions", "{}").json.string("/id"))
    let (first, second) = (SessionClient(client: writing, id: id), SessionClient(client: reading, id: id))
    for place in 0..<4 { try first.anchor("a\(place)", [Double(place), 0, 0]) }
    store.afterNextSnapshot {
      for place in 4..<8 { _ = try? first.anchor("a\(place)", [Double(place), 0, 0]) }
    }
    #expect(try second.version == 9)
  }

  @Test("while one asks the store about a session, others read the same one")
  func patience() throws {
    let id = try #require(try there.post("/v1/sessions", "{}").json.string("/id"))
    let (first, second) = (SessionClient(client: here, id: id), SessionClient(client: here, id: id))
    #expect(try first.version == 1)
    let other = Locked<Int?>(nil)
    store.afterNextHead {
      Thread {
        let version = try? second.version
        other.withLock { $0 = version }
      }.start()
      for _ in 0..<20_000 where other.withLock({ $0 == nil }) { usleep(1000) }
    }
    #expect(try first.version == 1)
    #expect(other.withLock { $0 } == 1)
  }

  @Test("looking for a twin's answer holds up nobody whose change is durable")
  func twins() throws {
    let slow = try SessionStage()
    let postponed = Locked<[@Sendable () -> Void]?>(nil)
    let stage = try slow.again { settings in
      settings.store = CrossedStore(slow.store)
      settings.sessionWork = { work in
        let isPostponed = postponed.withLock { list in
          list?.append(work)
          return list != nil
        }
        if !isPostponed { work() }
        return true
      }
    }
    slow.store.isHolding = true
    let first = stage.start(SessionOperation("POST", "/anchors", body: #"{"position": [0, 0, 0]}"#))
    // These two are decided together, once the first is durable.
    let second = stage.start(SessionOperation("POST", "/anchors", body: #"{"position": [0, 0, 1]}"#))
    let refused = stage.start(SessionOperation("DELETE", "/anchors/nobody"), key: "k")
    slow.store.letGo()
    #expect(first.isSettled && !second.isSettled)
    postponed.withLock { $0 = [] }
    slow.store.isHolding = false
    #expect(second.isSettled && !refused.isSettled)
    for work in postponed.withLock({ $0 ?? [] }) { work() }
    #expect(refused.isSettled)
  }

  @Test("what finds no room among those who wait for the store is refused, and not done")
  func crowded() throws {
    let id = try #require(try there.post("/v1/sessions", "{}").json.string("/id"))
    var settings = Service.Settings()
    settings.store = store
    settings.sessionWork = { _ in false }
    let client = Client(Service(settings), isRecorded: true)
    let session = SessionClient(client: client, id: id)
    for answer in [
      try session.send("GET"), try session.send("POST", "/anchors", #"{"position": [0, 0, 0]}"#),
      try client.post("/v1/sessions", "{}"), try client.get("/v1/sessions"),
    ] {
      try answer.expectProblem(503)
      #expect(try answer.json.string("/code") == "server.overload")
      #expect(answer["Retry-After"].flatMap { Int($0) }.map { 1...5 ~= $0 } == true)
    }
    #expect(try SessionClient(client: there, id: id).version == 1)
    #expect(try there.get("/v1/sessions").json.count("/items") == 1)
  }

  @Test("a watcher whose beginning the store does not answer ends alone")
  func faltering() throws {
    var settings = Service.Settings()
    settings.store = store
    let client = Client(Service(settings), serverLimits: Server.Limits())
    let session = SessionClient(
      client: client, id: try #require(try client.post("/v1/sessions", "{}").json.string("/id")))
    let watcher = try EventSource(session)
    #expect(try watcher.events(1) == [1])
    store.failsOnce(after: 1)
    let other = try EventSource(session)
    while try other.next() != nil {}
    try session.change("PATCH", "", "{\"name\": \"new\"}")
    #expect(try watcher.events(1) == [2])
  }

  @Test("a watcher who was told of a change and of the end in one moment sees the end")
  func erased() throws {
    var settings = Service.Settings()
    settings.store = store
    let service = Service(settings)
    let client = Client(service, serverLimits: Server.Limits())
    let id = try #require(try client.post("/v1/sessions", "{}").json.string("/id"))
    let watcher = try EventSource(SessionClient(client: client, id: id))
    #expect(try watcher.events(1) == [1])
    let other = SessionClient(client: there, id: id)
    try other.change("PATCH", "", "{\"name\": \"new\"}")
    // Between the look at the version and the look at the events.
    store.afterNextHead { _ = try? other.send("DELETE") }
    service.sessions?.poll()
    service.sessions?.poll()
    #expect(try watcher.next() == nil)
  }

  @Test("each sees at once what was done on the other")
  func sight() throws {
    let id = try #require(try there.post("/v1/sessions", "{}").json.string("/id"))
    let sessions = [SessionClient(client: here, id: id), SessionClient(client: there, id: id)]
    for number in 0..<6 {
      try sessions[number % 2].anchor("\(number)", [0, 0, Double(number)])
      for session in sessions { #expect(try session.anchorIDs == (0...number).map(String.init)) }
    }
    #expect(try sessions[0].send("DELETE").status == 204)
    #expect(try sessions[1].send("GET").status == 404)
  }
}
