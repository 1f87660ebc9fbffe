import CSimdJSON
import SpanAPI
import SpanMessage
import Testing

/// SplitMix64, so that a failing run can be repeated from its printed seed.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

func written(_ body: (inout JSONWriter) -> Void) -> String {
  var writer = JSONWriter(onto: ByteBuffer())
  body(&writer)
  return writer.buffer.text
}

@Suite("Writing JSON")
struct JSONWriterTests {
  @Test("Commas stand between members and elements and nowhere else")
  func structure() {
    let text = written {
      $0.beginObject()
      $0.member("a", 1.5)
      $0.name("b")
      $0.beginArray()
      $0.beginArray()
      $0.endArray()
      $0.beginObject()
      $0.endObject()
      $0.number(-2)
      $0.string("x")
      $0.null()
      $0.boolean(true)
      $0.endArray()
      $0.member("c", nil)
      $0.member("d", text: "m")
      $0.member("e", 12 as Int)
      $0.name("f" as String)
      $0.boolean(false)
      $0.endObject()
    }
    #expect(text == "{\"a\":1.5,\"b\":[[],{},-2,\"x\",null,true],\"c\":null,\"d\":\"m\",\"e\":12,\"f\":false}")
  }

  @Test(
    "Numbers are the shortest text that JSON allows",
    arguments: [
      (0.0, "0"), (-0.0, "0"), (1.0, "1"), (-1.0, "-1"), (0.1, "0.1"), (1.0 / 3, "0.3333333333333333"),
      (0.1 + 0.2, "0.30000000000000004"), (1e21, "1e+21"), (.leastNonzeroMagnitude, "5e-324"),
      (.greatestFiniteMagnitude, "1.7976931348623157e+308"), (-1.25e-300, "-1.25e-300"), (123456.75, "123456.75"),
      (9_007_199_254_740_992, "9007199254740992"), (0x1p64, "1.8446744073709552e+19"), (.nan, "null"),
      (.infinity, "null"), (-.infinity, "null"),
    ])
  func numbers(_ number: Double, text: String) {
    #expect(written { $0.number(number) } == text)
  }

  @Test(
    "What JSON asks to be escaped is escaped, the rest is kept",
    arguments: [
      ("", "\"\""), ("a", "\"a\""), ("\"", "\"\\\"\""), ("\\", "\"\\\\\""),
      ("a\nb\tc\r\u{8}\u{c}", "\"a\\nb\\tc\\r\\b\\f\""),
      ("\0\u{1f}\u{7f}", "\"\\u0000\\u001f\u{7f}\""), ("Küche · 台所 🏠", "\"Küche · 台所 🏠\""),
      ("</script>", "\"</script>\""),
    ])
  func strings(_ text: String, expected: String) throws {
    #expect(written { $0.string(text) } == expected)
    let document = try JSONDocument(parsing: ByteBuffer(expected))
    #expect(document.root.string == text)
  }

  @Test("Every double survives writing and reading", arguments: [0x5EED_0001, 0x5EED_0002] as [UInt64])
  func roundTrip(seed: UInt64) throws {
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    var numbers: [Double] = []
    while numbers.count < 50_000 {
      let number: Double =
        switch numbers.count % 4 {
        case 0: Double(bitPattern: generator.next())
        case 1: Double.random(in: -10...10, using: &generator)
        case 2: (Double.random(in: -1e6...1e6, using: &generator) * 1000).rounded() / 1000
        default: Double(Int64.random(in: .min ... .max, using: &generator))
        }
      if number.isFinite { numbers.append(number) }
    }
    let text = written { writer in
      writer.beginArray()
      for number in numbers { writer.number(number) }
      writer.endArray()
    }
    let document = try JSONDocument(parsing: ByteBuffer(text))
    let read = (document.root.array.map(Array.init) ?? []).map { $0.number ?? .nan }
    #expect(read == numbers)
    // Swift's own description is shortest, too; only the exponent form may differ.
    for number in numbers.prefix(20_000) {
      let digits = { (text: String) in text.prefix { $0 != "e" }.filter { $0.isNumber }.drop { $0 == "0" } }
      let trimmed = { (text: Substring.SubSequence) in
        String(text.reversed().drop { $0 == "0" }.reversed())
      }
      #expect(
        trimmed(Substring(String(digits("\(number)"))))
          == trimmed(Substring(String(digits(written { $0.number(number) })))))
    }
  }

  @Test("Numbers of every magnitude look as std::to_chars writes them", arguments: [UInt64(20_260_914)])
  func sameAsLibrary(seed: UInt64) {
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    for exponent in -130...60 {
      let power = Double(sign: .plus, exponent: exponent, significand: 1)
      var numbers = [power, power.nextUp, power.nextDown]
      for _ in 0..<100 { numbers.append(power * Double.random(in: 1..<2, using: &generator)) }
      for _ in 0..<20 { numbers.append(-power * Double(Int.random(in: 1...999, using: &generator))) }
      for number in numbers { #expect(written { $0.number(number) } == Self.printedByLibrary(number)) }
    }
  }

  @Test("Round decimals look as std::to_chars writes them", arguments: -20...20)
  func roundDecimals(exponent: Int) throws {
    for digits in [1, 9, 10, 25, 99, 12_345_678] {
      let number = try #require(Double("\(digits)e\(exponent)"))
      #expect(written { $0.number(number) } == Self.printedByLibrary(number))
    }
  }

  private static func printedByLibrary(_ number: Double) -> String {
    var text = [CChar](repeating: 0, count: 24)
    let count = unsafe span_json_print_double(&text, number)
    return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
