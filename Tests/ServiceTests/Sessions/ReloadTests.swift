import SpanAPI
import SpanMessage
import SpanStore
import SpanTestSupport
import Testing

@Suite("Sessions that leave memory")
struct ReloadTests {
  /// Times and the session's id are its own.
  private func comparable(_ text: String, _ session: SessionClient) -> String {
    text.replacing(session.id, with: "ID").replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/, with: "TIME")
  }

  @Test("are the same when they are read from their logs again, to the last byte", arguments: Host.Form.direct, 1...3)
  func evicted(form: Host.Form, seed: Int) throws {
    let hosts = [try Host(form) { $0.limits.sessionCache = 1 }, try Host(form)]
    let sessions = try hosts.map { try $0.floored("{\"name\": \"walk\"}") }
    var walks = sessions.map { Walk($0, seed: UInt64(seed)) }
    for step in 0..<120 {
      let answers = try walks.indices.map { try walks[$0].step() }
      #expect(answers[0].status == answers[1].status && answers[0]["ETag"] == answers[1]["ETag"], "seed \(seed)")
      let bodies = zip(answers, sessions).map { comparable($0.body, $1) }
      #expect(bodies[0] == bodies[1], "seed \(seed), step \(step)")
      if step % 10 == 9 {
        let states = try sessions.map { session in try session.wholeState.map { comparable($0, session) } }
        #expect(states[0] == states[1], "seed \(seed), step \(step)")
      }
    }
  }

  @Test("can be watched while they are not in memory", arguments: Host.Form.live)
  func watched(form: Host.Form) throws {
    let host = try Host(form) { $0.limits.sessionCache = 1 }
    let session = try host.floored()
    let source = try EventSource(session)
    #expect(try source.events(2) == [1, 2])
    for number in 0..<5 {
      _ = try host.session()
      try session.tap(Double(number) / 2, 0)
    }
    #expect(try source.events(5) == [3, 4, 5, 6, 7])
  }

  @Test("are what they were when the service comes up again", arguments: Host.Form.direct.filter(\.outlivesService))
  func restarted(form: Host.Form) throws {
    let host = try Host(form)
    let session = try host.floored()
    var walk = Walk(session, seed: 11)
    for _ in 0..<60 { _ = try walk.step() }
    var settings = Service.Settings()
    settings.store = host.store
    let again = SessionClient(client: Client(Service(settings)), id: session.id)
    #expect(try again.wholeState == session.wholeState)
  }
}

@Suite("Replay of a session")
struct ReplayTests {
  @Test("finds every number as it was kept", arguments: Host.Form.direct, 1...4)
  func same(form: Host.Form, seed: Int) throws {
    let host = try Host(form)
    let session = try host.floored()
    var walk = Walk(session, seed: UInt64(seed))
    for _ in 0..<150 { _ = try walk.step() }
    let types = Set(try session.read("/events?limit=1000").strings("/items", "/type"))
    #expect(types.count >= 10, "the walk is to go everywhere")
    #expect(try SessionLog.firstDifference(in: session.id, of: host.store) == nil, "seed \(seed)")
  }

  /// A log where every place reads differently.
  private struct Forged: EventStore {
    let store: any EventStore
    let sequence: Int
    let (old, new): (String, String)

    func events(of session: String, after sequence: Int, limit: Int) throws(StoreFault) -> [StoredEvent] {
      try store.events(of: session, after: sequence, limit: limit).map { event in
        guard event.sequence == self.sequence else { return event }
        var event = event
        event.data = Array(String(decoding: event.data, as: UTF8.self).replacing(old, with: new).utf8)
        return event
      }
    }

    func append(_ append: Append, completion: @escaping @Sendable (Result<Void, StoreFault>) -> Void) {
      store.append(append, completion: completion)
    }
    func head(of session: String) throws(StoreFault) -> SessionHead? { try store.head(of: session) }
    func snapshot(of session: String) throws(StoreFault) -> Snapshot? { try store.snapshot(of: session) }
    func sessions(of tenant: String?, before id: String?, limit: Int) throws(StoreFault) -> [SessionHead] {
      try store.sessions(of: tenant, before: id, limit: limit)
    }
    func answer(to key: String, in scope: String) throws(StoreFault) -> StoredAnswer? {
      try store.answer(to: key, in: scope)
    }
    var isReachable: Bool { store.isReachable }
    func close() {}
  }

  /// Floor, two taps 1 m apart, a third anchor, their distance and its move.
  private func example(_ form: Host.Form) throws -> (Host, SessionClient) {
    let host = try Host(form)
    let session = try host.floored()
    try session.tap(0, 0)
    try session.tap(1, 0)
    try session.anchor("a", [0, 0.5, 0])
    try session.measure("distance", ["anchor-1", "a"])
    try session.move([("a", [0, 0.6, 0])])
    return (host, session)
  }

  @Test("finds a result that was changed", arguments: Host.Form.direct)
  func tampered(form: Host.Form) throws {
    let (host, session) = try example(form)
    for (sequence, old, new) in [
      (3, "\"position\":[0,0,0]", "\"position\":[0,0,0.001]"), (4, "\"value\":1,", "\"value\":1.0000000001,"),
      (4, "\"to\":\"anchor-2\"", "\"to\":\"anchor-3\""), (5, "\"anchorId\":\"a\"", "\"anchorId\":\"b\""),
      (6, "\"value\":0.5", "\"value\":0.55"), (7, "\"suspect\":[]", "\"suspect\":[\"a\"]"),
    ] {
      let forged = Forged(store: host.store, sequence: sequence, old: old, new: new)
      let difference = try SessionLog.firstDifference(in: session.id, of: forged)
      #expect(difference?.hasPrefix("event \(sequence) ") == true, "\(old): \(difference ?? "nothing found")")
    }
  }

  @Test("finds a request that was changed, by what came of it", arguments: Host.Form.direct)
  func tamperedInput(form: Host.Form) throws {
    let (host, session) = try example(form)
    for (sequence, old, new, found) in [
      (2, "0,0,0,1]", "0,-0.01,0,1]", 3), (4, "\"origin\":[1,1,0]", "\"origin\":[1.01,1,0]", 4),
      (5, "\"position\":[0,0.5,0]},", "\"position\":[0,0.5,0.1]},", 5),
    ] {
      let forged = Forged(store: host.store, sequence: sequence, old: old, new: new)
      let difference = try SessionLog.firstDifference(in: session.id, of: forged)
      #expect(difference?.hasPrefix("event \(found) ") == true, "\(old): \(difference ?? "nothing found")")
    }
  }

  @Test("says what cannot be read", arguments: Host.Form.direct)
  func unreadable(form: Host.Form) throws {
    let (host, session) = try example(form)
    #expect(throws: LogFault.self) { try SessionLog.firstDifference(in: "nobody", of: host.store) }
    for (old, new) in [("{", ""), ("\"origin\"", "\"orgin\"")] {
      let forged = Forged(store: host.store, sequence: 4, old: old, new: new)
      #expect(throws: LogFault.self) { try SessionLog.firstDifference(in: session.id, of: forged) }
      // A service on such a log does not make something up.
      var settings = Service.Settings()
      settings.store = forged
      let client = Client(Service(settings))
      let answer = try client.get(session.address)
      try answer.expectProblem(500)
      #expect(try answer.json.string("/code") == "log.unreadable")
      #expect(try client.post(session.address + "/undo", "{}").status == 500)
    }
  }
}
