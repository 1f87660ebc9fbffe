import SpanAPI
import SpanMessage
import Testing

@Suite("Keys")
struct KeyRingTests {
  @Test("a key is known by its SHA-256")
  func digest() throws {
    // printf 'span_abc' | sha256sum
    let file = """
      {"keys": [{"id": "a", "tenant": "t", "scopes": ["measure"],
                 "sha256": "\(String(repeating: "0", count: 64))"},
                {"id": "b", "tenant": "u", "scopes": ["sessions"],
                 "sha256": "SHA"}]}
      """.replacing("SHA", with: "e6728f09a596e053044df8f217c166199557368680e9e17e7cfc6a822d298c28")
    let ring = KeyRing(try KeyFile.decode(ByteBuffer(file)))
    #expect(ring.count == 2)
    #expect(ring.key(for: "span_abc", now: 0)?.id == "b")
    #expect(ring.key(for: "span_abd", now: 0) == nil)
    #expect(ring.key(for: "", now: 0) == nil)
    #expect(KeyRing([]).key(for: "span_abc", now: 0) == nil)
  }

  @Test("every place in a long ring is found, and told from all others")
  func places() {
    let pairs = (0..<300).map { APIKey.make(tenant: "t\($0)", scopes: [.measure]) }
    let ring = KeyRing(pairs.map(\.key))
    for pair in pairs { #expect(ring.key(for: pair.secret, now: 0) == pair.key) }
  }

  @Test("a key ends when it expires")
  func expiry() {
    let (secret, key) = APIKey.make(tenant: "t", scopes: [.admin], expires: 5_000)
    let ring = KeyRing([key])
    #expect(ring.key(for: secret, now: 4_999) == key)
    #expect(ring.key(for: secret, now: 5_000) == nil)
  }

  @Test("new keys have 256 bits that nobody guesses, and are told from other text")
  func new() throws {
    let secrets = (0..<100).map { _ in APIKey.make(tenant: "t", scopes: [.measure]).secret }
    #expect(Set(secrets).count == 100)
    for secret in secrets {
      let parts = secret.split(separator: "_").map(String.init)
      #expect(parts.count == 3 && parts[0] == "span" && parts[1].count == 8 && parts[2].count == 43)
      #expect(secret.utf8.allSatisfy { 0x21...0x7E ~= $0 })
    }
    // 43 letters of 62 are more than 256 bits; all 62 come up in 4300 of them.
    #expect(Set(secrets.joined()).count >= 62)
  }
}

@Suite("The file of keys")
struct KeyFileTests {
  private static let digest = String(repeating: "aB", count: 32)

  private static func file(_ members: String) -> String { "{\"keys\": [{\(members)}]}" }

  private static let good = "\"id\": \"a\", \"tenant\": \"t\", \"scopes\": [\"measure\"], \"sha256\": \"\(digest)\""

  @Test("is read and written alike")
  func roundTrip() throws {
    let keys = [
      APIKey.make(name: "the app in the \"shop\" ✂︎", tenant: "acme", scopes: [.sessions, .measure]).key,
      APIKey.make(tenant: "a.b-c_9", scopes: [.admin], expires: 1_801_353_600_000).key,
      APIKey.make(
        tenant: "t", scopes: [.admin], limits: APIKey.OwnLimits(rate: 0.5, burst: 3, concurrency: 0)
      ).key, APIKey.make(tenant: "t", scopes: [.admin], limits: APIKey.OwnLimits(burst: 3)).key,
    ]
    let text = KeyFile.text(keys)
    #expect(try KeyFile.decode(ByteBuffer(text)) == keys)
    // 2027-01-31T00:00:00Z, by `date -d @1801353600`.
    #expect(text.contains("\"expires\":\"2027-01-31T00:00:00.000Z\""))
    #expect(try KeyFile.decode(ByteBuffer("{\"keys\": []}")).isEmpty)
    #expect(try KeyFile.decode(ByteBuffer(Self.file(Self.good))).first?.digest.prefix(2) == [0xAB, 0xAB])
  }

  @Test(
    "names every fault with its place",
    arguments: [
      ("", ["no JSON: "]), ("{\"keys\": [}", ["no JSON: "]), ("[]", ["Expected an object"]),
      ("{}", ["/keys: The member"]),
      ("{\"keys\": {}}", ["/keys: Expected an array"]),
      (
        file(""),
        ["/keys/0/id: The member", "/keys/0/tenant: The member", "/keys/0/scopes: The", "/keys/0/sha256: The member"]
      ),
      (file(good + ", \"secret\": \"x\""), ["/keys/0/secret: There is no member"]),
      (file(good.replacing("\"a\"", with: "\"a b\"")), ["/keys/0/id: \"a b\" is no id: 1 to 64 letters"]),
      (file(good.replacing("\"t\"", with: "\"\"")), ["/keys/0/tenant: \"\" is no tenant"]),
      (file(good.replacing("\"t\"", with: "7")), ["/keys/0/tenant: Expected a string"]),
      (
        file(good.replacing("measure", with: "Measure")),
        ["/keys/0/scopes/0: \"Measure\" is none of measure, sessions, admin. Did you mean \"measure\"?"]
      ),
      (file(good.replacing("[\"measure\"]", with: "[]")), ["/keys/0/scopes: A key has one scope at least."]),
      (
        file(good.replacing("\"t\"", with: "7").replacing("[\"measure\"]", with: "[]")),
        ["/keys/0/tenant: Expected a string", "/keys/0/scopes: A key has one scope at least."]
      ),
      (
        file(good.replacing("[\"measure\"]", with: "[\"admin\", \"admin\"]")),
        ["/keys/0/scopes/1: The scope is named twice."]
      ),
      (file(good.replacing(digest, with: "abc")), ["/keys/0/sha256: A SHA-256 is written as 64"]),
      (file(good.replacing(digest, with: "g" + digest.dropFirst())), ["/keys/0/sha256: A SHA-256 is written as 64"]),
      (file(good + ", \"expires\": \"tomorrow\""), ["/keys/0/expires: the string \"tomorrow\" is no time in UTC"]),
      (file(good + ", \"expires\": 1e12"), ["/keys/0/expires: "]),
      (file(good + ", \"limits\": {\"rates\": 1}"), ["/keys/0/limits/rates: There is no member"]),
      (
        file(good + ", \"limits\": {\"rate\": 0.0001, \"burst\": 1.5, \"concurrency\": -1}"),
        [
          "/keys/0/limits/rate: 0.0001 is out of range", "/keys/0/limits/burst: 1.5 is no whole number",
          "/keys/0/limits/concurrency: -1 is out of range",
        ]
      ), (file(good + ", \"limits\": 5"), ["/keys/0/limits: Expected an object"]),
      (
        "{\"keys\": [{\(good)}, {\(good)}]}",
        ["/keys/1/id: The id \"a\" is used twice.", "/keys/1/sha256: This is the digest"]
      ),
    ])
  func faults(text: String, beginnings: [String]) throws {
    let fault = #expect(throws: KeyFile.Fault.self) { try KeyFile.decode(ByteBuffer(text)) }
    let lines = try #require(fault).lines
    #expect(lines.count == beginnings.count, "\(lines)")
    for (line, beginning) in zip(lines, beginnings) { #expect(line.hasPrefix(beginning), "\(line)") }
  }

  @Test("says of what there are too many, and of what they are")
  func tooMany() throws {
    for (text, line) in [
      (
        "{\"keys\": [\(Array(repeating: "0", count: 10_001).joined(separator: ","))]}",
        "/keys: 10001 keys are more than the 10000 that one file may hold."
      ),
      (
        Self.file(Self.good.replacing("[\"measure\"]", with: "[1, 2, 3, 4]")),
        "/keys/0/scopes: 4 scopes are more than the 3 that one key may hold."
      ),
    ] {
      let fault = #expect(throws: KeyFile.Fault.self) { try KeyFile.decode(ByteBuffer(text)) }
      #expect(fault?.lines == [line])
    }
  }

  @Test(
    "takes the times that there are",
    arguments: [
      // By `date -u -d … +%s`.
      ("1970-01-01T00:00:00Z", 0), ("2024-02-29T12:34:56Z", 1_709_210_096_000),
      ("2000-03-01T00:00:00.5Z", 951_868_800_500), ("2100-12-31T23:59:59.042Z", 4_133_980_799_042),
    ] as [(String, Int64)])
  func times(text: String, milliseconds: Int64) throws {
    let keys = try KeyFile.decode(ByteBuffer(Self.file(Self.good + ", \"expires\": \"\(text)\"")))
    #expect(keys.first?.expires == milliseconds)
  }

  @Test(
    "and no others",
    arguments: [
      "2023-02-29T00:00:00Z", "2024-04-31T00:00:00Z", "2024-13-01T00:00:00Z", "2024-01-01T24:00:00Z", "2024-1-1T0:0:0Z",
      "2024-01-01T00:00:00", "2024-01-01", "2024-01-01T00:00:00+01:00", "2024-01-01T00:00:00.Z",
      "2024-01-01T00:00:00.0001Z", "2024-01-01T00:00:00Z ", "2024-01-01t00:00:00z", "",
    ])
  func noTimes(text: String) {
    #expect(throws: KeyFile.Fault.self) {
      try KeyFile.decode(ByteBuffer(Self.file(Self.good + ", \"expires\": \"\(text)\"")))
    }
  }
}
