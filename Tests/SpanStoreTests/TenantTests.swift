import Foundation
import SpanStore
import Testing

@Suite("Whose sessions they are")
struct TenantTests {
  private func create(_ session: String, of tenant: String) -> Append {
    var append = Append.create(session)
    append.tenant = tenant
    return append
  }

  @Test("is kept from the creation on, and each has a list of its own", arguments: StoreKind.allCases)
  func lists(kind: StoreKind) async throws {
    let store = try kind.open()
    defer { store.close() }
    for (session, tenant) in [("a", "x"), ("b", "y"), ("c", "x"), ("d", ""), ("e", "x"), ("f", "X")] {
      try await store.append(create(session, of: tenant))
    }
    var more = Append.extend("c", from: 1)
    more.tenant = "y"
    try await store.append(more)
    #expect(try store.head(of: "c")?.tenant == "x")
    func ids(_ tenant: String?, before id: String? = nil, _ limit: Int = 9) throws -> [String] {
      try store.sessions(of: tenant, before: id, limit: limit).map(\.id)
    }
    #expect(try ids("x") == ["e", "c", "a"])
    #expect(try ids("x", 2) == ["e", "c"])
    #expect(try ids("x", before: "c") == ["a"])
    #expect(try ids("x", before: "d", 1) == ["c"])
    #expect(try ids("y") == ["b"])
    #expect(try ids("X") == ["f"])
    #expect(try ids("") == ["d"])
    #expect(try ids("nobody") == [])
    #expect(try ids(nil) == ["f", "e", "d", "c", "b", "a"])
    #expect(try Set(store.sessions(of: "x", before: nil, limit: 9).map(\.tenant)) == ["x"])
    try await store.append(.erase("e", at: 1))
    try await store.append(.erase("d", at: 1))
    #expect(try ids("x") == ["c", "a"])
    #expect(try ids("") == [])
    try await store.append(create("e", of: "y"))
    #expect(try ids("y") == ["e", "b"])
  }

  @Test("goes with a copy", arguments: StoreKind.allCases)
  func copy(kind: StoreKind) async throws {
    let (source, target) = (try kind.open(), MemoryEventStore())
    defer { source.close() }
    try await source.append(create("a", of: "x"))
    try await target.append(create("a", of: "y"))
    try await target.append(.extend("a", from: 1))
    _ = try StoreCopy.copy(from: source, to: target)
    // A longer one is never overwritten; but it is told.
    #expect(try target.head(of: "a")?.tenant == "y")
    let empty = MemoryEventStore()
    #expect(try StoreCopy.copy(from: source, to: empty).faults == [])
    #expect(try empty.head(of: "a")?.tenant == "x")
  }
}

@Suite("Sessions of a file from before there were tenants")
struct OldFileTests {
  @Test("are nobody's in particular, and are served on")
  func migration() async throws {
    let directory = try TemporaryDirectory()
    try Data().write(to: URL(fileURLWithPath: directory.file()))
    do {
      let old = try DatabaseFile.open(directory.file(), steps: Array(Schema.steps.prefix(1)), busyTimeout: 0)
      try old.execute(
        """
        INSERT INTO sessions(id, version, horizon, created_at, updated_at, summary) VALUES('a', 0, 0, 1, 1, x'')
        """)
    }
    let store = try SQLiteEventStore(path: directory.file())
    defer { store.close() }
    #expect(try store.sessions(of: "", before: nil, limit: 9).map(\.id) == ["a"])
    #expect(try store.sessions(of: "x", before: nil, limit: 9).isEmpty)
    try await store.append(.extend("a", from: 0))
    #expect(
      try store.head(of: "a")
        == SessionHead(id: "a", tenant: "", version: 1, createdAt: 1, updatedAt: 2, summary: Array("longer".utf8)))
  }
}
