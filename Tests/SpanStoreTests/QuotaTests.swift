import Foundation
import SpanMessage
import SpanStore
import Testing

@Suite("What a tenant may keep")
struct QuotaTests {
  private func create(_ session: String, _ count: Int = 1, of tenant: String = "x") -> Append {
    var append = Append.create(session, count)
    append.tenant = tenant
    return append
  }

  private func extend(_ session: String, from version: Int, _ count: Int = 1, of tenant: String = "x") -> Append {
    var append = Append.extend(session, from: version, count)
    append.tenant = tenant
    return append
  }

  private func erase(_ session: String, at version: Int, of tenant: String = "x") -> Append {
    var append = Append.erase(session, at: version)
    append.tenant = tenant
    return append
  }

  @Test("counts that no store can have had fill it, and do no harm", arguments: [Int.max, .min])
  func damaged(bytes: Int) async throws {
    let directory = try TemporaryDirectory()
    let store = try SQLiteEventStore.open(in: directory)
    try await store.append(create("a"))
    store.close()
    try SQLiteConnection.beside(directory, .readWrite).execute("UPDATE sessions SET bytes = \(bytes)")
    let again = try SQLiteEventStore.open(in: directory) { $0.tenantQuota = TenantQuota(bytes: 1_000_000) }
    defer { again.close() }
    let fault = await again.fault(of: create("b"))
    #expect(fault == (bytes > 0 ? .tenantFull(.bytes) : nil))
    #expect(try again.head(of: "a")?.version == 1)
  }

  @Test("sessions, each tenant for itself; what is erased makes room", arguments: StoreKind.allCases)
  func sessions(kind: StoreKind) async throws {
    let store = try kind.open(quota: TenantQuota(sessions: 2))
    defer { store.close() }
    for session in ["a", "b"] { try await store.append(create(session)) }
    #expect(await store.fault(of: create("c")) == .tenantFull(.sessions))
    #expect(await store.fault(of: create("a")) == .conflict)
    for session in ["d", "e"] { try await store.append(create(session, of: "y")) }
    #expect(await store.fault(of: create("f", of: "y")) == .tenantFull(.sessions))
    try await store.append(extend("a", from: 1, 5))
    try await store.append(erase("a", at: 6))
    try await store.append(create("c"))
    #expect(await store.fault(of: create("a")) == .tenantFull(.sessions))
    #expect(try store.sessions(of: "x", before: nil, limit: 9).map(\.id) == ["c", "b"])
  }

  @Test("events, in all sessions together", arguments: StoreKind.allCases)
  func events(kind: StoreKind) async throws {
    let store = try kind.open(quota: TenantQuota(events: 5))
    defer { store.close() }
    try await store.append(create("a", 2))
    try await store.append(create("b", 2))
    #expect(await store.fault(of: extend("a", from: 2, 2)) == .tenantFull(.events))
    #expect(await store.fault(of: extend("a", from: 1, 2)) == .conflict)
    #expect(await store.fault(of: create("c", 2)) == .tenantFull(.events))
    try await store.append(extend("a", from: 2, 1))
    // What adds nothing may be written.
    try await store.append(extend("a", from: 3, 0))
    #expect(try store.head(of: "a")?.version == 3)
    try await store.append(erase("b", at: 2))
    try await store.append(extend("a", from: 3, 2))
    #expect(await store.fault(of: extend("a", from: 5)) == .tenantFull(.events))
  }

  @Test("bytes of events", arguments: StoreKind.allCases)
  func bytes(kind: StoreKind) async throws {
    // {"number":1} has 12 of them.
    let store = try kind.open(quota: TenantQuota(bytes: 36))
    defer { store.close() }
    try await store.append(create("a", 2))
    #expect(await store.fault(of: create("b", 2)) == .tenantFull(.bytes))
    try await store.append(extend("a", from: 2))
    #expect(await store.fault(of: extend("a", from: 3)) == .tenantFull(.bytes))
    try await store.append(erase("a", at: 3))
    try await store.append(create("a", 3))
  }

  @Test("many appends of one transaction share what is left", arguments: StoreKind.allCases)
  func together(kind: StoreKind) async throws {
    let store = try kind.open(quota: TenantQuota(sessions: 10))
    defer { store.close() }
    let outcomes = Outcomes()
    outcomes.append((0..<50).map { create("\($0)") }, to: store)
    try await eventually { outcomes.count == 50 }
    #expect((0..<50).count { outcomes[$0] == nil } == 10)
    #expect((0..<50).count { outcomes[$0] == .tenantFull(.sessions) } == 40)
    #expect(try store.sessions(of: "x", before: nil, limit: 99).count == 10)
  }

  @Test("and what had its time makes room", arguments: [StoreKind.memory, .sqlite])
  func retention(kind: StoreKind) async throws {
    let now = Locked<Int64>(0)
    let store = try kind.open(quota: TenantQuota(sessions: 3), timeToLive: 1_000_000, clock: { now.withLock { $0 } })
    defer { store.close() }
    for session in ["a", "b", "c"] { try await store.append(create(session)) }
    now.withLock { $0 = 2_000_000 }
    try await eventually {
      store.append(create("d")) { _ in }
      return try store.head(of: "d") != nil
    }
    var late = create("e")
    late.at = 2_000_000
    try await store.append(late)
  }

  @Test("is counted anew when a file is opened, also one from before that was counted")
  func restart() async throws {
    let directory = try TemporaryDirectory()
    func open(_ quota: TenantQuota) throws -> SQLiteEventStore {
      var options = SQLiteEventStore.Options()
      options.tenantQuota = quota
      return try SQLiteEventStore(path: directory.file(), options: options)
    }
    try Data().write(to: URL(fileURLWithPath: directory.file()))
    do {
      let old = try DatabaseFile.open(directory.file(), steps: Array(Schema.steps.prefix(2)), busyTimeout: 0)
      try old.execute(
        """
        INSERT INTO sessions(key, id, version, horizon, created_at, updated_at, summary, tenant)
        VALUES(1, 'a', 2, 0, 1, 1, x'', 'x');
        INSERT INTO events(key, type, at, data) VALUES(16777217, 't', 1, x'0102'), (16777218, 't', 1, x'030405');
        """)
    }
    let first = try open(TenantQuota(bytes: 17))
    try await first.append(extend("a", from: 2))
    #expect(await first.fault(of: extend("a", from: 3)) == .tenantFull(.bytes))
    first.close()
    let second = try open(TenantQuota(events: 3))
    defer { second.close() }
    #expect(await second.fault(of: extend("a", from: 3)) == .tenantFull(.events))
    #expect(await second.fault(of: create("b")) == .tenantFull(.events))
    try await second.append(create("b", of: "y"))
  }
}
