import Foundation
import SpanStore
import Testing

@Suite("A SQLite store in trouble says so, loses nothing, and goes on by itself")
struct TroubleTests {
  @Test("when another program has locked the file")
  func locked() async throws {
    let directory = try TemporaryDirectory()
    let store = try SQLiteEventStore.open(in: directory)
    defer { store.close() }
    try await store.append(.create("a"))
    let other = try SQLiteConnection.beside(directory, .readWrite)
    try other.execute("BEGIN IMMEDIATE")
    #expect(
      await store.fault(of: .extend("a", from: 1)) == .unavailable("\(directory.file()) is locked by another program"))
    #expect(!store.isReachable)
    #expect(try store.head(of: "a")?.version == 1)
    try other.execute("ROLLBACK")
    try await eventually { store.isReachable }
    try await store.append(.extend("a", from: 1))
    #expect(try store.head(of: "a")?.version == 2)
  }

  @Test("when the disk is full, until there is room again", .enabled(if: SmallFileSystem.isPossible, "needs root"))
  func full() async throws {
    let disk = try SmallFileSystem(bytes: 2 << 20)
    let store = try SQLiteEventStore.open(in: disk.directory)
    defer { store.close() }
    try await store.append(.create("a", 0))
    let ballast = disk.directory.file("ballast")
    try Data(count: 1 << 20).write(to: URL(fileURLWithPath: ballast))
    var version = 0
    var fault: StoreFault?
    while fault == nil, version < 10_000 {
      fault = await store.fault(of: .extend("a", from: version, 100))
      if fault == nil { version += 100 }
    }
    // Whether it is reachable now depends: what looks for room needs less of it.
    #expect(fault == .unavailable("no space left for \(disk.directory.file())"))
    #expect(try store.head(of: "a")?.version == version)
    #expect(try store.events(of: "a", after: 0, limit: .max).count == version)

    try FileManager.default.removeItem(atPath: ballast)
    try await eventually { store.isReachable }
    try await store.append(.extend("a", from: version, 100))
    #expect(try store.events(of: "a", after: 0, limit: .max).map(\.sequence) == Array(1...version + 100))
    #expect(try SQLiteFile.check(disk.directory.file()).faults == [])
  }

  @Test("when writing fails")
  func failing() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let store = try SQLiteEventStore.open(in: directory)
      try await store.append(.create("a", 10))
      var limit = rlimit()
      _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      limit.rlim_cur = 1
      signal(SIGXFSZ, SIG_IGN)
      try #require(unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      let fault = await store.fault(of: .extend("a", from: 10))
      try #require(fault == .unavailable("\(directory.file()) cannot be read or written"))
      // Long enough for a connection that fails again and is opened anew.
      try await Task.sleep(for: .milliseconds(200))
      try #require(!store.isReachable)
      limit.rlim_cur = limit.rlim_max
      try #require(unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      try await eventually { store.isReachable }
      try await store.append(.extend("a", from: 10))
      try #require(try store.events(of: "a", after: 0, limit: 99).map(\.sequence) == Array(1...11))
      store.close()
    }
  }
}
