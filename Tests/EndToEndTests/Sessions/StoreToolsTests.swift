import Glibc
import SpanTestSupport
import Testing

@Suite("The store at the command line")
struct StoreToolsTests {
  private let directory: ScratchDirectory
  private let store: String

  /// EX_UNAVAILABLE and EX_DATAERR of sysexits(3).
  private let unavailable: CInt = 69
  private let dataError: CInt = 65

  init() throws {
    directory = try ScratchDirectory()
    store = "\(directory.path)/span.db"
  }

  private func run(_ words: String..., on store: String? = nil) throws -> Daemon.Outcome {
    try Daemon.run(words + ["--store", store ?? self.store])
  }

  /// One line, which begins so, and no result.
  private func expect(
    _ outcome: Daemon.Outcome, _ code: CInt, _ line: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.code == code, sourceLocation: sourceLocation)
    #expect(outcome.output.isEmpty, sourceLocation: sourceLocation)
    #expect(outcome.errors.hasPrefix("spand: \(line)"), "\(outcome.errors)", sourceLocation: sourceLocation)
    #expect(outcome.errors.split(separator: "\n").count == 1, sourceLocation: sourceLocation)
  }

  /// A session of eight events, six of them taps, exported.
  private func exported() throws -> (session: String, text: String) {
    let service = try RunningService(["--store", store])
    let surveyor = try Surveyor(service)
    try surveyor.tap(0...5)
    let outcome = try run("store", "export", surveyor.session)
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    try service.stop()
    return (surveyor.session, outcome.output)
  }

  @Test("a second service on the same file gives up with one line, and the first goes on")
  func secondService() throws {
    let text = try exported().text
    let service = try RunningService(["--store", store])
    let surveyor = try Surveyor(service)
    let second = try Daemon.run(["--listen", "127.0.0.1:0", "--admin-listen", "off", "--store", store])
    expect(second, unavailable, "\(store) cannot be used: another spand is using it\n")
    // Nor can anything else be added to it.
    let file = try directory.file("a.json", text)
    expect(try run("store", "import", file), unavailable, "\(store) cannot be used: another spand is using it\n")
    try surveyor.tap(0...3)
    try service.stop()
  }

  @Test("a store can be checked and copied while the service writes")
  func besideService() throws {
    let service = try RunningService(["--store", store])
    let surveyor = try Surveyor(service)
    let (copy, count) = ("\(directory.path)/copy.db", 300)
    let wire = try Wire(port: service.port)
    for x in 0..<count {
      try wire.send(Surveyor.request("POST", "/v1/sessions/\(surveyor.session)/taps", Surveyor.tap(x % 10)))
    }
    let check = try run("store", "check")
    #expect(check.code == 0 && check.errors.isEmpty, "\(check.errors)")
    #expect(check.output.hasPrefix("1 sessions, ") && check.output.hasSuffix(" events, 0 faults\n"))
    let copied = try run("store", "copy", copy)
    #expect(copied.code == 0 && copied.output.isEmpty && copied.errors.isEmpty, "\(copied.errors)")
    for _ in 0..<count { #expect(try wire.answer().status == 201) }

    #expect(try run("store", "check", on: copy).code == 0)
    #expect(try run("replay", surveyor.session, on: copy).code == 0)
    #expect(try run("store", "check").output == "1 sessions, \(count + 2) events, 0 faults\n")
    expect(try run("store", "copy", copy), unavailable, "\(copy) cannot be created: File exists\n")
    try service.stop()
  }

  @Test("what was exported can be added to another store, and is the same session there")
  func exportImport() throws {
    let service = try RunningService(["--store", store])
    let surveyor = try Surveyor(service)
    try surveyor.tap(0...4)
    let moved = #"{"updates": [{"id": "anchor-2", "position": [1, 0.5, 0]}]}"#
    #expect(try surveyor.ask("PATCH", "/anchors", moved).status == 200)
    #expect(try surveyor.ask("POST", "/undo").status == 200)
    let file = try directory.file("a.json", try run("store", "export", surveyor.session).output)
    let paths = ["", "/planes", "/anchors", "/path", "/drift", "/events"]
    let before = try paths.map { try surveyor.text($0) }
    try service.stop()

    let other = "\(directory.path)/other.db"
    let added = try run("store", "import", file, on: other)
    #expect(added.code == 0 && added.output == "added \(surveyor.session)\n", "\(added.errors)")
    let replayed = try run("replay", surveyor.session, on: other)
    #expect(replayed.code == 0 && replayed.errors.isEmpty)
    let there = Surveyor(try RunningService(["--store", other]), session: surveyor.session)
    #expect(try paths.map { try there.text($0) } == before)
    try there.tap(6...6)
    try there.service.stop()
  }

  @Test("an export that its disk does not take is no success")
  func exportToFullDisk() throws {
    let session = try exported().session
    let outcome = try Daemon.run(["store", "export", session, "--store", store], writingTo: "/dev/full")
    expect(outcome, unavailable, "the standard output does not take the result: No space left on device\n")
  }

  @Test("a session is added once")
  func importTwice() throws {
    let (session, text) = try exported()
    let file = try directory.file("a.json", text)
    expect(try run("store", "import", file), dataError, "there is a session \"\(session)\" already\n")
    #expect(try run("store", "check").output == "1 sessions, 8 events, 0 faults\n")
  }

  @Test("a number that was tampered with is not added")
  func importTampered() throws {
    let text = try exported().text
    // The third tap is 2 m from the middle, and so is its anchor.
    let (kept, other) = ("\"position\":[2,0,0]", "\"position\":[2.001,0,0]")
    try #require(text.contains(kept))
    let tampered = text.replacing(kept, with: other, maxReplacements: 1)
    let (file, target) = (try directory.file("a.json", tampered), "\(directory.path)/other.db")
    let outcome = try run("store", "import", file, on: target)
    expect(outcome, dataError, "event 5 (tapped): the log has ")
    #expect(outcome.errors.contains(other) && outcome.errors.contains(kept))
    expect(try run("store", "check", on: target), unavailable, "\(target) does not exist")
  }

  @Test("what is no exported session is not added", arguments: ["", "{}", "[1]", "{\"format\": \"span-session-2\"}"])
  func importOther(text: String) throws {
    expect(
      try run("store", "import", try directory.file("a.json", text)), dataError,
      "this is no exported session of this version\n")
  }

  @Test("a session that is not there is one line")
  func unknownSession() throws {
    try RunningService(["--store", store]).stop()
    for words in [["replay", "nobody"], ["store", "export", "nobody"]] {
      expect(try Daemon.run(words + ["--store", store]), unavailable, "there is no session \"nobody\"\n")
    }
  }

  @Test("a store that is no file cannot be looked into from outside")
  func memory() throws {
    for words in [
      ["store", "check"], ["store", "copy", "/nowhere/a"], ["store", "export", "a"], ["store", "import", "/dev/null"],
      ["replay", "a"],
    ] {
      expect(
        try Daemon.run(words + ["--store", "memory:"]), unavailable,
        "the store memory: is no file; name one with --store or SPAN_STORE\n")
    }
  }

  @Test("a file that is not there is not made")
  func noFile() throws {
    for words in [["store", "check"], ["store", "copy", "\(directory.path)/b.db"], ["replay", "a"]] {
      expect(try Daemon.run(words + ["--store", store]), unavailable, "\(store) does not exist\n")
    }
    #expect(directory.names.isEmpty)
  }

  @Test("a file of a newer spand is left alone")
  func newer() throws {
    try RunningService(["--store", store]).stop()
    // The user version: four bytes, the most significant first, at byte 60 of the header (SQLite's file format, §1.3).
    try directory.write([0, 0, 0, 99], to: store, at: 60)
    let line = "\(store): its schema is version 99, from a newer spand"
    for words in [["--listen", "127.0.0.1:0", "--admin-listen", "off"], ["store", "check"], ["replay", "a"]] {
      expect(try Daemon.run(words + ["--store", store]), unavailable, line)
    }
  }
}
