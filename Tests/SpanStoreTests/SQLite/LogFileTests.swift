import Foundation
import SpanMessage
import SpanStore
import Testing

@Suite("The write-ahead log of a SQLite store stays short")
struct LogFileTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func logSize() throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: directory.file("span.db-wal"))
    return try #require(attributes[.size] as? Int)
  }

  /// Appends to several logs at once, one event of this size each time.
  private func append(
    _ count: Int, to prefix: String, logs: Int, bytes: Int, in store: SQLiteEventStore
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for log in 0..<logs {
        group.addTask {
          let id = "\(prefix) \(log)"
          try await store.append(.create(id, 0))
          for version in 0..<count / logs {
            var append = Append.extend(id, from: version)
            append.events[0].data = [UInt8](repeating: 7, count: bytes)
            try await store.append(append)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("during 20 000 appends, while somebody reads slowly")
  func bounded() async throws {
    let store = try SQLiteEventStore.open(in: directory)
    defer { store.close() }
    try await store.append(.create("read", 10_000))
    let isDone = Locked(false)
    let largest = Locked(0)
    async let reading: Void = {
      while !isDone.withLock({ $0 }) {
        for sequence in stride(from: 0, to: 10_000, by: 1_000) {
          _ = try store.events(of: "read", after: sequence, limit: 1_000)
          let size = try logSize()
          largest.withLock { $0 = max($0, size) }
          try await Task.sleep(for: .milliseconds(1))
        }
      }
    }()
    try await append(20_000, to: "log", logs: 100, bytes: 600, in: store)
    isDone.withLock { $0 = true }
    try await reading
    #expect(largest.withLock { $0 } < 48 << 20)
    #expect(try store.head(of: "log 99")?.version == 200)
  }

  @Test("again, after somebody has read one moment for long")
  func afterReader() async throws {
    let store = try SQLiteEventStore.open(in: directory)
    defer { store.close() }
    try await store.append(.create("a"))
    let reader = try SQLiteConnection.beside(directory)
    try reader.execute("BEGIN")
    #expect(try reader.rows("events") == 1)
    try await append(400, to: "first", logs: 10, bytes: 70_000, in: store)
    #expect(try logSize() > 20 << 20)
    #expect(try reader.rows("events") == 1)
    try reader.execute("COMMIT")
    try await append(400, to: "second", logs: 10, bytes: 70_000, in: store)
    #expect(try logSize() < 20 << 20)
  }
}
