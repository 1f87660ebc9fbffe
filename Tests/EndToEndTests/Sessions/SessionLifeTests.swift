import Glibc
import SpanTestSupport
import Testing

@Suite("Sessions of the built service, over its life")
struct SessionLifeTests {
  private let directory: ScratchDirectory
  private let store: String

  init() throws {
    directory = try ScratchDirectory()
    store = "\(directory.path)/span.db"
  }

  private func service(_ options: String...) throws -> RunningService {
    try RunningService(["--store", store] + options)
  }

  @Test("sessions and answers to retries survive a restart")
  func restart() throws {
    var surveyor = try Surveyor(service())
    try surveyor.tap(0...2)
    let first = try surveyor.tap(3, key: "tap-3")
    #expect(first.status == 201)
    let before = try (surveyor.text(""), surveyor.text("/events"))
    try surveyor.service.stop()

    surveyor = Surveyor(try service(), session: surveyor.session)
    #expect(try surveyor.text("") == before.0)
    let again = try surveyor.tap(3, key: "tap-3")
    #expect(again.status == 201 && again.text == first.text && again["ETag"] == "\"6\"")
    #expect(try surveyor.tap(4, key: "tap-3").status == 422)
    #expect(try surveyor.text("/events") == before.1)
    #expect(try surveyor.tap(4)["ETag"] == "\"7\"")
    try surveyor.service.stop()
  }

  @Test("a watcher goes on behind the last event it saw, also after a restart")
  func resume() throws {
    var surveyor = try Surveyor(service())
    try surveyor.tap(0...1)
    var watcher = try Watcher(port: surveyor.service.port, session: surveyor.session)
    #expect(try watcher.messages(4).map(\.id) == ["1", "2", "3", "4"])
    try surveyor.tap(2...3)
    let seen = try watcher.messages(1)
    #expect(seen[0].id == "5" && seen[0].event == "tapped")
    #expect(try JSON(seen[0].data).numbers("/data/result/position") == [2, 0, 0])
    try surveyor.service.stop()
    // The last one may have come while the service was leaving: then it is the first that comes again.
    #expect(try watcher.rest().allSatisfy { $0.id == "6" })

    surveyor = Surveyor(try service(), session: surveyor.session)
    watcher = try Watcher(port: surveyor.service.port, session: surveyor.session, last: "5")
    try surveyor.tap(4...4)
    #expect(try watcher.messages(2).map(\.id) == ["6", "7"])
    try surveyor.service.stop()
  }

  @Test("a hundred watchers do not hold up the end, and theirs is a proper one")
  func drain() throws {
    let surveyor = try Surveyor(service())
    let watchers = try (0..<100).map { _ in
      try Watcher(port: surveyor.service.port, session: surveyor.session)
    }
    for watcher in watchers { #expect(try watcher.messages(2).map(\.event) == ["created", "planesChanged"]) }
    let start = ContinuousClock.now
    try surveyor.service.stop()
    // Of thirty that requests would have.
    #expect(ContinuousClock.now - start < .seconds(20))
    for watcher in watchers { #expect(try watcher.rest().isEmpty) }
  }

  @Test("a session that nobody changes for its time is erased, and who watches it is sent away")
  func timeToLive() throws {
    let surveyor = try Surveyor(service("--session-ttl", "3"))
    try surveyor.tap(0...1)
    let watcher = try Watcher(port: surveyor.service.port, session: surveyor.session)
    #expect(try watcher.messages(4).map(\.id) == ["1", "2", "3", "4"])
    var status = 200
    for _ in 0..<1_200 where status == 200 {
      usleep(25_000)
      status = try surveyor.ask("GET", "").status
    }
    #expect(status == 404)
    #expect(try surveyor.tap(2).status == 404)
    #expect(try watcher.rest().isEmpty)
    #expect(try JSON(surveyor.service.get("/v1/sessions").text).count("/items") == 0)
    try surveyor.service.stop()
    let check = try Daemon.run(["store", "check", "--store", store])
    #expect(check.output == "0 sessions, 0 events, 0 faults\n")
  }

  @Test("what a snapshot stands for is given up if that is wanted, and who asks for it is told")
  func compaction() throws {
    let surveyor = try Surveyor(service("--session-compact", "on", "--session-snapshot", "5"))
    try surveyor.tap(0...9)
    // Twelve events, of which the tenth made a snapshot.
    for after in [0, 9] {
      let answer = try surveyor.ask("GET", "/events?after=\(after)")
      #expect(answer.status == 410)
      #expect(try JSON(answer.text).string("/code") == "events.gone")
    }
    #expect(try JSON(surveyor.text("/events?after=10")).each("/items", "/seq") == [.number(11), .number(12)])

    let watcher = try Watcher(port: surveyor.service.port, session: surveyor.session)
    let snapshot = try watcher.messages(1)[0]
    #expect(snapshot.event == "snapshot" && snapshot.id == "12")
    let picture = try JSON(snapshot.data)
    #expect(picture.number("/data/session/version") == 12)
    #expect(picture.strings("/data/planes", "/id") == ["floor"])
    #expect(picture.each("/data/anchors", "/current/position/0") == (0...9).map { .number(Double($0)) })
    try surveyor.tap(10...10)
    #expect(try watcher.messages(1).map(\.id) == ["13"])
    // Someone who comes back in time misses nothing, and needs no snapshot.
    let late = try Watcher(port: surveyor.service.port, session: surveyor.session, last: "11")
    #expect(try late.messages(2).map(\.event) == ["tapped", "tapped"])

    let path = try surveyor.text("/path")
    try surveyor.service.stop()
    for words in [["replay", surveyor.session], ["store", "check"]] {
      let outcome = try Daemon.run(words + ["--store", store])
      #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    }
    let export = try Daemon.run(["store", "export", surveyor.session, "--store", store])
    #expect(export.code == 69 && export.output.isEmpty)
    #expect(export.errors == "spand: events up to 10 are not kept any more, so the session cannot be exported\n")
    let again = Surveyor(try service(), session: surveyor.session)
    #expect(try again.text("/path") == path)
    try again.service.stop()
  }
}
