import SpanMessage
import Testing

@Suite("Request targets: split first, decoded once (RFC 9112 §3.2, RFC 3986)")
struct RequestTargetTests {
  @Test(
    "segments of a path",
    arguments: [
      ("/", []), ("/v1", ["v1"]), ("/v1/measure", ["v1", "measure"]), ("/v1/", ["v1", ""]), ("//", ["", ""]),
      ("/a%2Fb/c", ["a/b", "c"]), ("/a%2fb", ["a/b"]), ("/%E2%82%AC", ["€"]), ("/%2525", ["%25"]),
      ("/a+b", ["a+b"]), ("/%3F", ["?"]), ("/a/../b", ["a", "..", "b"]), ("/%2e%2e/b", ["..", "b"]),
      ("http://host/v1/x", ["v1", "x"]), ("HTTPS://host:8080/v1", ["v1"]), ("http://host", []),
      ("http://[::1]:80/v1", ["v1"]), ("http://host?x=1", []),
    ] as [(String, [String])])
  func segments(raw: String, expected: [String]) throws {
    #expect(try RequestTarget(raw).segments == expected)
  }

  @Test("path and query are kept as sent")
  func parts() throws {
    let target = try RequestTarget("/v1/a%20b?limit=2&cursor=%41?x")
    #expect(target.rawPath == "/v1/a%20b")
    #expect(target.rawQuery == "limit=2&cursor=%41?x")
    #expect(try RequestTarget("/a").rawQuery == nil)
    #expect(try RequestTarget("/a?").rawQuery == "")
    #expect(try RequestTarget("http://host/a?b").rawPath == "/a")
    #expect(try RequestTarget("http://host?b").rawPath == "/")
  }

  @Test("the server as a whole")
  func asterisk() throws {
    let target = try RequestTarget("*")
    #expect(target.isAsterisk)
    #expect(target.segments == [])
    #expect(try !RequestTarget("/*").isAsterisk)
  }

  @Test(
    "what is no target is refused, with the reason",
    arguments: [
      ("", .form), ("v1/measure", .form), ("host:443", .form), ("ftp://host/", .form), ("http:///x", .form),
      ("http://user@host/", .form), ("**", .form), ("*?x", .form), ("http:/host/", .form), ("?x", .form),
      ("/a b", .character), ("/a\tb", .character), ("/a#b", .character), ("/ä", .character), ("/a\\b", .character),
      ("/a\u{7F}", .character), ("/<", .character), ("/a?b\"", .character), ("/a\u{0}b", .character),
      ("/%", .escape), ("/%4", .escape), ("/%4g", .escape), ("/%%41", .escape), ("/%u0041", .escape),
      ("/a?x=%", .escape), ("/a?x=%1", .escape), ("/a?x=%zz", .escape), ("/%4/1", .escape),
      ("/%00", .null), ("/a/b%00c", .null), ("/a?x=%00", .null),
      ("/%FF", .encoding), ("/%C3", .encoding), ("/%C0%80", .encoding), ("/%ED%A0%80", .encoding),
      ("/%C3/%A4", .encoding),
    ] as [(String, RequestTarget.Fault)])
  func refused(raw: String, reason: RequestTarget.Fault) {
    #expect(throws: reason) { try RequestTarget(raw) }
  }

  @Test("no bytes of any kind trap")
  func anyBytes() {
    var generator = SplitMix64(state: 42)
    for _ in 0..<20_000 {
      let length = Int(generator.next() % 24)
      let letters = Array("/%%%?0aF2*:.h".utf8)
      let bytes = (0..<length).map { _ in
        generator.next() % 8 == 0 ? UInt8(truncatingIfNeeded: generator.next()) : letters[Int(generator.next() % 13)]
      }
      let target = unsafe bytes.withUnsafeBytes { bytes in try? unsafe RequestTarget(bytes: bytes) }
      if let target { #expect(target.isAsterisk || target.rawPath.hasPrefix("/")) }
    }
  }
}

/// The generator of Steele, Lea and Flood, for repeatable tests.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
