import SpanAPI
import SpanGeometry
import SpanMessage
import SpanUncertainty
import Testing

/// A valid body damaged at random: whatever comes, the answer is a request or a list of faults, never a crash.
@Suite("Damaged bodies")
struct MutationTests {
  /// Texts that are JSON values.
  private static let values: [String] = [
    "0", "-0.0", "1", "-1", "2", "90", "1e308", "-1e308", "1e-308", "5e-324", "18446744073709551615",
    "-9223372036854775808", "null", "true", "false", "\"\"", "\"\\u0000\"", "[]", "{}", "[[]]", "{\"\":0}", "1e6",
    "-1e6",
    "0.5", "16", "1000000.5", "1e-9", "1e7", "0.7071067811865476",
  ]

  /// Texts that are none, mostly.
  private static let scraps: [String] = [
    ",", ":", "\"", "{", "}", "[", "]", "\\", "1e999", "\"\\ud800\"", "\u{0}", "é", "🏠", "\u{FEFF}", "//", "'", "NaN",
  ]

  private static func mutated(_ body: [UInt8], with generator: inout SeededGenerator) -> [UInt8] {
    var bytes = body
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<25, using: &generator) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(contentsOf: scraps.randomElement(using: &generator)?.utf8 ?? "".utf8, at: place)
      case 3: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...40, using: &generator)))
      case 4:
        let end = min(bytes.count, place + Int.random(in: 1...60, using: &generator))
        bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &generator))
      case 5..<13: replaceContainer(&bytes, from: place, with: &generator)
      default: replaceNumber(&bytes, from: place, with: values.randomElement(using: &generator) ?? "0")
      }
      if bytes.isEmpty { return bytes }
    }
    return bytes
  }

  /// Puts another value, or a container from elsewhere in the body, in the place of an array or object.
  private static func replaceContainer(
    _ bytes: inout [UInt8], from place: Int, with generator: inout SeededGenerator
  ) {
    let other = Int.random(in: 0..<bytes.count, using: &generator)
    guard let container = container(in: bytes, from: place) else { return }
    let value = values.randomElement(using: &generator) ?? "0"
    let replacement =
      Bool.random(using: &generator) ? self.container(in: bytes, from: other).map { Array(bytes[$0]) } : nil
    bytes.replaceSubrange(container, with: replacement ?? Array(value.utf8))
  }

  /// The first array or object behind `place`; the bodies have no brackets in strings.
  private static func container(in bytes: [UInt8], from place: Int) -> Range<Int>? {
    guard let start = bytes[place...].firstIndex(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") })
    else { return nil }
    var depth = 0
    for index in start..<bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      if depth == 0 { return start..<(index + 1) }
    }
    return nil
  }

  /// Puts a token in the place of the first number behind `place`: the body stays JSON more often than not.
  private static func replaceNumber(_ bytes: inout [UInt8], from place: Int, with token: String) {
    let isPart: (UInt8) -> Bool = { "0123456789.-+eE".utf8.contains($0) }
    guard let start = bytes[place...].firstIndex(where: { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return }
    let end = bytes[start...].firstIndex { !isPart($0) } ?? bytes.count
    bytes.replaceSubrange(start..<end, with: token.utf8)
  }

  @Test("are answered by a request or by faults", arguments: [0xDA_4A6E_01, 0xDA_4A6E_02] as [UInt64])
  func mutations(seed: UInt64) {
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    let bodies = [Sample.everything, Sample.request(), Sample.measuring(#"[{"kind":"area","points":["a","b","c"]}]"#)]
      .map { Array($0.utf8) }
    var counts = (requests: 0, faults: 0, syntax: 0)
    for round in 0..<12_000 {
      let bytes = Self.mutated(bodies[round % 2 == 0 ? 0 : round / 2 % 3], with: &generator)
      switch measure(ByteBuffer(bytes)) {
      case .request(let request):
        counts.requests += 1
        #expect(request.taps.allSatisfy { $0.tap.sight.ray.direction.length.isFinite })
      case .faults(let list):
        counts.faults += 1
        #expect((1...20).contains(list.count))
        #expect(list.allSatisfy { $0.pointer.isEmpty || $0.pointer.hasPrefix("/") })
        let answer = Problem(RequestFaults(list)).response(requestID: "r")
        #expect((answer.body?.count ?? 0) < 20_000)
        if let body = answer.body { #expect(syntaxFault(Array(body.text.utf8)) == nil) }
      case .syntax(let fault):
        counts.syntax += 1
        // Our own scanner must find a fault wherever the parser does, and not beyond the end.
        #expect(fault.offset.map { $0 <= bytes.count } == true, "\(fault)")
      }
    }
    print("\(counts)")
    #expect(counts.requests > 500 && counts.faults > 1000 && counts.syntax > 1000)
  }
}
