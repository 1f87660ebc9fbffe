import SpanHTTP
import Testing
import spand

@Suite("What the command line says of sessions and their store")
struct SessionCommandTests {
  private func verb(_ arguments: [String]) throws -> (verb: Verb, configuration: Configuration) {
    guard case .run(let verb, let configuration) = try parse(arguments).get() else { throw Unexpected() }
    return (verb, configuration)
  }

  @Test(
    "each verb takes its values",
    arguments: [
      (["store", "check"], Verb.store(.check)),
      (["store", "copy", "b.db"], .store(.copy(to: .file("b.db")))),
      (["store", "copy", "postgresql://db/span"], .store(.copy(to: .postgreSQL("postgresql://db/span")))),
      (
        ["store", "copy", "b.db", "postgresql://db/span"],
        .store(.copy(from: .file("b.db"), to: .postgreSQL("postgresql://db/span")))
      ),
      (["store", "export", "a"], .store(.export("a"))),
      (["store", "import", "a.json"], .store(.importing("a.json", tenant: ""))),
      (["store", "import", "-", "--tenant", "acme"], .store(.importing("-", tenant: "acme"))),
      (["store", "import", "-", "--tenant=acme"], .store(.importing("-", tenant: "acme"))),
      (["replay", "a"], .replay("a")),
    ])
  func verbs(words: [String], expected: Verb) throws {
    #expect(try verb(words).verb == expected)
    for (options, store) in [(["--store", "a.db"], Store.file("a.db")), (["--store=memory:"], .memory)] {
      #expect(try verb(options + words).configuration.store == store)
      #expect(try verb(words + options) == (expected, store))
    }
  }

  @Test(
    "a verb without its value says which is missing",
    arguments: [
      (["store"], "store needs a value: migrate, check, copy [FILE] TARGET, export SESSION or import FILE"),
      (["store", "copy"], "store needs a value: copy [FILE] TARGET"),
      (["store", "export", "--store", "a.db"], "store needs a value: export SESSION"),
      (["store", "import", "--threads=2"], "store needs a value: import FILE"),
      (["replay"], "replay needs a value: SESSION"),
    ])
  func missingValues(words: [String], line: String) {
    #expect(faults(words) == [line])
  }

  @Test("what cannot be done with a store is said, and so is a word too many")
  func unknownVerbs() {
    #expect(
      faults(["store", "burn"]) == [
        "\"burn\" is nothing to do with a store: migrate, check, copy [FILE] TARGET, export SESSION or import FILE"
      ])
    for target in ["/var/lib/", "mysql://span:secret@db"] {
      #expect(faults(["store", "copy", target]) == ["store copy takes files, and postgresql:// as its target"])
    }
    for words in [
      ["store", "check", "all"], ["store", "copy", "a", "b", "c"], ["replay", "a", "b"], ["replay", "a", "store"],
    ] {
      #expect(faults(words).count == 1)
    }
  }

  @Test("sessions stay for ever, whole and with 256 MiB in memory, unless something else is said")
  func defaults() throws {
    let configuration = try serving([])
    #expect(configuration.sessionLifetime == .zero)
    #expect(configuration.sessionCache == 268_435_456)
    #expect(configuration.snapshotInterval == 1000)
    #expect(!configuration.compactsSessions)
  }

  @Test("settings of sessions come by flag and by variable")
  func settings() throws {
    let flags = ["--session-ttl", "0.5", "--session-cache=0", "--session-snapshot", "5", "--session-compact=on"]
    let variables = [
      "SPAN_SESSION_TTL": "0.5", "SPAN_SESSION_CACHE": "0", "SPAN_SESSION_SNAPSHOT": "5", "SPAN_SESSION_COMPACT": "on",
    ]
    for configuration in [try serving(flags), try serving([], variables)] {
      #expect(configuration.sessionLifetime == .milliseconds(500))
      #expect(configuration.sessionCache == 0)
      #expect(configuration.snapshotInterval == 5)
      #expect(configuration.compactsSessions)
    }
    #expect(try !serving(["--session-compact", "off"], variables).compactsSessions)
  }

  @Test("a time that would round to never is refused, and never is not", arguments: ["0.0004", "1e-9"])
  func tinyLifetime(text: String) throws {
    #expect(faults(["--session-ttl", text]) == ["--session-ttl: \"\(text)\" is less than a millisecond"])
    #expect(try serving(["--session-ttl", "0"]).sessionLifetime == .zero)
    #expect(try serving(["--session-ttl", "0.001"]).sessionLifetime == .milliseconds(1))
  }

  @Test(
    "what they do not take",
    arguments: [
      "--session-ttl=-1", "--session-ttl=never", "--session-ttl=2e9", "--session-cache=-1", "--session-cache=1M",
      "--session-snapshot=0", "--session-snapshot=1000001", "--session-compact=yes", "--session-compact=ON",
    ])
  func refused(argument: String) {
    #expect(faults([argument]).count == 1)
  }
}

private func == (left: (verb: Verb, configuration: Configuration), right: (Verb, Store)) -> Bool {
  left.verb == right.0 && left.configuration.store == right.1
}
