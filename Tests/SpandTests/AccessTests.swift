import SpanAPI
import SpanHTTP
import Testing
import spand

@Suite("Who is let in, by the command line")
struct AccessTests {
  private func access(_ arguments: [String], _ environment: [String: String] = [:]) throws -> Configuration.Access {
    try serving(arguments, environment).access
  }

  @Test("without keys everybody on this machine", arguments: ["127.0.0.1:1", "[::1]:1", "localhost:1", "127.8.0.1:1"])
  func loopback(address: String) throws {
    #expect(try access(["--listen", address]) == .everybody)
    #expect(try access(["--listen", address, "--auth", "none"]) == .everybody)
    #expect(try access(["--listen", address, "--api-keys", "k.json"]) == .keys("k.json"))
  }

  @Test(
    "where others can come, keys are needed, or a word that they are not",
    arguments: ["0.0.0.0:1", "[::]:1", "192.168.0.7:1", "127.example.org:1", "[::ffff:10.0.0.1]:1", "span:1"])
  func others(address: String) throws {
    let refusal = #expect(throws: Configuration.Unsafe.self) { try access(["--listen", address]) }
    #expect(refusal?.message.contains("--api-keys") == true && refusal?.message.contains("--auth none") == true)
    #expect(try access(["--listen", address, "--auth=none"]) == .everybody)
    #expect(try access([], ["SPAN_LISTEN": address, "SPAN_AUTH": "none"]) == .everybody)
    #expect(try access([], ["SPAN_LISTEN": address, "SPAN_API_KEYS": "k.json"]) == .keys("k.json"))
    #expect(
      try access([], ["SPAN_LISTEN": address, "SPAN_API_KEYS": "k.json", "SPAN_AUTH": "keys"]) == .keys("k.json"))
  }

  @Test("what contradicts itself is refused")
  func contradictions() throws {
    for arguments in [["--auth=keys"], ["--auth=none", "--api-keys=k.json"], ["--auth=keys", "--api-keys="]] {
      #expect(throws: Configuration.Unsafe.self) { try access(arguments) }
    }
    #expect(faults(["--auth=off"]) == ["--auth: \"off\" is neither \"keys\" nor \"none\""])
  }

  @Test("a new key takes its options, in any order and either form")
  func newKey() throws {
    let expected = NewKey(tenant: "acme", scopes: [.measure, .sessions], name: "shop app", file: "k.json")
    for words in [
      ["--tenant", "acme", "--scopes", "measure,sessions", "--name", "shop app", "--file", "k.json"],
      ["--file=k.json", "--name=shop app", "--scopes=measure,sessions", "--tenant=acme"],
    ] {
      guard case .run(.newKey(let key), _) = try parse(["key", "new"] + words).get() else { throw Unexpected() }
      #expect(key == expected)
    }
  }

  @Test(
    "and says what is wrong with them",
    arguments: [
      (["key"], "key needs a value: new"), (["key", "old"], "\"old\" is nothing to do with keys"),
      (["key", "new"], "key new needs --tenant"), (["key", "new", "--tenant", "a"], "key new needs --scopes"),
      (["key", "new", "--tenant", "--scopes"], "--tenant needs a value"),
      (["key", "new", "--tenant", "a b", "--scopes", "measure"], "--tenant: \"a b\" is no tenant"),
      (["key", "new", "--tenant", "a", "--scopes", "all"], "--scopes: \"all\" is no list of measure, sessions, admin"),
      (["key", "new", "--tenant", "a", "--scopes", "measure,measure"], "--scopes: \"measure,measure\" is no list"),
      (["key", "new", "--tenant", "a", "--scopes", ","], "--scopes: \",\" is no list"),
      (["store", "import", "-", "--tenant", "a b"], "--tenant: 1 to 64 letters"),
      (["store", "import", "-", "--tenant"], "--tenant: 1 to 64 letters"),
    ])
  func badKeys(words: [String], beginning: String) {
    let lines = faults(words)
    #expect(lines.count == 1 && lines[0].hasPrefix(beginning), "\(lines)")
  }
}
