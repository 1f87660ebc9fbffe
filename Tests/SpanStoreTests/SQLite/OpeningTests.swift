import Foundation
import SpanStore
import Testing

@Suite("Opening a SQLite store")
struct OpeningTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Why it cannot be opened.
  private func refusal(_ path: String) throws -> String {
    let error = #expect(throws: StoreOpeningError.self) { try SQLiteEventStore(path: path) }
    let text = try #require(error).description
    #expect(!text.contains("\n"))
    return text
  }

  @Test("file and directories are made for their owner alone")
  func modes() throws {
    let path = directory.file("new/deeper/span.db")
    let store = try SQLiteEventStore(path: path)
    defer { store.close() }
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try mode(directory.file("new")) == 0o700)
    #expect(try mode(directory.file("new/deeper")) == 0o700)
    for suffix in ["", "-wal", "-shm", ".lock"] { #expect(try mode(path + suffix) == 0o600, "\(suffix)") }
  }

  @Test("a second owner is refused at once, on whatever way, until the first is gone")
  func owners() throws {
    let first = try SQLiteEventStore(path: directory.file())
    try FileManager.default.createSymbolicLink(atPath: directory.file("link"), withDestinationPath: directory.file())
    let refusal = "\(directory.file()) cannot be used: another spand is using it"
    #expect(try self.refusal(directory.file()) == refusal)
    #expect(try self.refusal(directory.path + "/./span.db") == refusal)
    #expect(try self.refusal(directory.file("link")) == refusal)
    first.close()
    try SQLiteEventStore(path: directory.file("link")).close()
  }

  @Test(
    "names are taken byte by byte", arguments: ["e\u{301}.db", "\u{301}x.db", " ", "a'b?.db", "file:x?mode=memory"])
  func names(name: String) async throws {
    let store = try SQLiteEventStore(path: directory.file("below/" + name))
    defer { store.close() }
    try await store.append(.create("a"))
    let files = try FileManager.default.contentsOfDirectory(atPath: directory.file("below"))
    #expect(files.contains { Array($0.utf8) == Array(name.utf8) })
  }

  @Test("a store that nobody closed is let go of with its last reference")
  func abandoned() async throws {
    try await SQLiteEventStore(path: directory.file()).append(.create("a"))
    let store = try SQLiteEventStore(path: directory.file())
    defer { store.close() }
    #expect(try store.head(of: "a")?.version == 1)
  }

  @Test("a file of a version that there never was is refused as damaged")
  func never() throws {
    try SQLiteEventStore.open(in: directory).close()
    try SQLiteConnection.beside(directory, .readWrite).execute("PRAGMA user_version = -2147483648")
    #expect(
      try refusal(directory.file())
        == "\(directory.file()) is damaged (its schema is version -2147483648, which there never was)")
  }

  @Test("a file of a newer version is refused and stays as it is")
  func newer() throws {
    try SQLiteEventStore(path: directory.file()).close()
    try SQLiteConnection.beside(directory, .readWrite).execute("PRAGMA user_version = 99")
    let before = try Data(contentsOf: URL(fileURLWithPath: directory.file()))
    #expect(
      try refusal(directory.file())
        == "\(directory.file()): its schema is version 99, from a newer spand; this one knows up to version 4")
    #expect(try Data(contentsOf: URL(fileURLWithPath: directory.file())) == before)
  }

  @Test("a file of an older version is brought up to date with what is in it, or stays as it was")
  func older() async throws {
    let store = try SQLiteEventStore(path: directory.file())
    try await store.append(.create("a", 3))
    store.close()
    let step = "ALTER TABLE sessions ADD COLUMN colour TEXT NOT NULL DEFAULT 'blue'"
    let broken = Schema.steps + [step, "INSERT INTO nowhere VALUES(1)"]
    #expect(throws: SQLiteError.self) { try DatabaseFile.open(directory.file(), steps: broken, busyTimeout: 0) }
    let before = try SQLiteConnection.beside(directory)
    #expect(try before.integer("PRAGMA user_version") == 4)
    #expect(throws: SQLiteError.self) { try before.integer("SELECT count(colour) FROM sessions") }

    let after = try DatabaseFile.open(directory.file(), steps: Schema.steps + [step], busyTimeout: 0)
    #expect(try after.integer("PRAGMA user_version") == 5)
    #expect(try after.integer("SELECT count(*) FROM sessions WHERE colour = 'blue' AND version = 3") == 1)
  }

  @Test("files that are something else are refused")
  func others() throws {
    let path = directory.file()
    #expect(try refusal("") == "\"\" is not the name of a file")
    #expect(try refusal("a\0b") == "\"a\0b\" is not the name of a file")
    #expect(try refusal(directory.path) == "\(directory.path) is a directory")
    #expect(try refusal("/dev/null") == "/dev/null is not a regular file")

    try Data(repeating: 65, count: 10_000).write(to: URL(fileURLWithPath: path))
    #expect(try refusal(path) == "\(path) is not a SQLite database")
    #expect(try refusal(path + "/below") == "\(path)/below cannot be opened: Not a directory")

    try Data().write(to: URL(fileURLWithPath: path))
    try SQLiteConnection.beside(directory, .readWrite).execute("CREATE TABLE somebody(elses)")
    #expect(try refusal(path) == "\(path): it is a database, but not one of spand")
  }

  @Test("a file that may not be read or written is refused", .enabled(if: geteuid() != 0, "root may do everything"))
  func permissions() throws {
    try SQLiteEventStore(path: directory.file()).close()
    func allow(_ mode: Int, _ path: String) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    try allow(0o000, directory.file())
    #expect(
      try refusal(directory.file()) == "\(directory.file()) or a file beside it cannot be opened: Permission denied")
    try allow(0o400, directory.file())
    #expect(try refusal(directory.file()) == "\(directory.file()) may not be written to")
    try allow(0o500, directory.path)
    #expect(
      try refusal(directory.file("new.db")) == "\(directory.file("new.db.lock")) cannot be opened: Permission denied")
    try allow(0o700, directory.path)
  }
}
