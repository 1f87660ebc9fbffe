import Foundation
import SpanStore
import Testing

@Suite("The events of a SQLite store")
struct ArrivalTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test("lie in the order in which they came, whatever session they are of")
  func order() async throws {
    let store = try SQLiteEventStore.open(in: directory)
    defer { store.close() }
    for id in ["a", "b", "c"] { try await store.append(.create(id, 1)) }
    for (id, version) in [("b", 1), ("a", 1), ("c", 1), ("b", 2), ("a", 2)] {
      try await store.append(.extend(id, from: version))
    }
    let found = try SQLiteConnection.beside(directory).prepare(
      """
      SELECT group_concat(id, '')
      FROM (SELECT id FROM events JOIN sessions ON sessions.key = events.key >> 24 ORDER BY entry)
      """
    ).first { $0.text(0) }
    #expect(found == "abcbacba")
    #expect(try store.events(of: "b", after: 0, limit: 9).map(\.sequence) == [1, 2, 3])
  }

  @Test("of a file that kept them by their keys stay what they were, and are continued")
  func migration() async throws {
    try Data().write(to: URL(fileURLWithPath: directory.file()))
    do {
      let old = try DatabaseFile.open(directory.file(), steps: Array(Schema.steps.prefix(3)), busyTimeout: 0)
      try old.execute(
        """
        INSERT INTO sessions(key, id, version, horizon, created_at, updated_at, summary)
        VALUES(1, 'a', 2, 0, 1, 1, x''), (2, 'b', 1, 0, 1, 1, x'');
        INSERT INTO events(key, type, at, data)
        VALUES(33554433, 'u', 5, x'06'), (16777217, 't', 3, x'0102'), (16777218, 's', 4, x'030405');
        """)
    }
    let store = try SQLiteEventStore(path: directory.file())
    defer { store.close() }
    #expect(
      try store.events(of: "a", after: 0, limit: 9) == [
        StoredEvent(sequence: 1, type: "t", at: 3, data: [1, 2]),
        StoredEvent(sequence: 2, type: "s", at: 4, data: [3, 4, 5]),
      ])
    #expect(try store.events(of: "b", after: 0, limit: 9) == [StoredEvent(sequence: 1, type: "u", at: 5, data: [6])])
    try await store.append(.extend("a", from: 2))
    #expect(try store.events(of: "a", after: 1, limit: 9).map(\.sequence) == [2, 3])
    let tables = "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'events%'"
    #expect(try SQLiteConnection.beside(directory).integer(tables) == 1)
  }
}
