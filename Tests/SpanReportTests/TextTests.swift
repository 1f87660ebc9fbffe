import Testing

@testable import SpanReport

@Suite("Texts and numbers of reports")
struct TextTests {
  @Test(
    "hold nothing that a format cannot write",
    arguments: [
      ("a\nb\tc", "a b c"), ("\u{0}\u{1F}\u{7F}\u{9F}", "    "), ("a\u{2028}b\u{2029}c", "a b c"),
      ("\u{FFFE}\u{FFFF}", "  "), ("שלום 😀 <b>", "שלום 😀 <b>"), ("\r\n", "  "), ("", ""),
    ])
  func plain(text: String, expected: String) { #expect(text.plain == expected) }

  @Test("are cut with an ellipsis where they do not fit", arguments: [1.0, 8, 20, 40])
  func fitted(width: Double) {
    let text = "A name that goes on for longer than its column"
    let cut = text.fitted(width, size: 2.5)
    #expect(cut.hasSuffix("…"))
    #expect(text.hasPrefix(cut.dropLast()))
    #expect(cut == "…" || cut.width(size: 2.5) <= width)
    #expect(text.fitted(200, size: 2.5) == text)
  }

  @Test("are broken at blanks, and nothing of them is lost")
  func lines() {
    let text = "The true value lies within the stated range in 95 of 100 cases"
    let lines = text.lines(40, size: 2.5)
    #expect(lines.count > 1)
    #expect(lines.joined(separator: " ") == text)
    #expect(lines.allSatisfy { $0.width(size: 2.5) <= 40 })
    #expect("".lines(40, size: 2.5).isEmpty)
  }

  @Test(
    "have as many places as asked for",
    arguments: [
      (1.5, 3, "1.5"), (-0.0004, 3, "0"), (-0.0006, 3, "-0.001"), (12, 0, "12"), (0.1, 9, "0.1"), (120, 3, "120"),
      (1e300, 3, "1000000000"), (-.infinity, 3, "-1000000000"), (.nan, 3, "0"),
    ] as [(Double, Int, String)])
  func fixed(number: Double, places: Int, expected: String) { #expect(number.fixed(places) == expected) }

  @Test("keep their zeros where they stand in a column")
  func untrimmed() {
    #expect(2.1.fixed(2, isTrimmed: false) == "2.10")
    #expect(0.05.fixed(2, isTrimmed: false) == "0.05")
    #expect(0.0.fixed(2, isTrimmed: false) == "0.00")
  }

  @Test(
    "say the confidence in percent", arguments: [(0.95, "95"), (0.683, "68.3"), (0.9545, "95.45"), (0.5001, "50.01")])
  func percent(share: Double, expected: String) { #expect(share.percent == expected) }

  @Test("name the session by its id where its name cannot be seen", arguments: [nil, "", " \n", "\u{0}"])
  func title(name: String?) {
    #expect(Sample.report([], name: name).title == "0199a0c2-7d4e-7c1a-9f3b-2f6d8e5a4b17")
    #expect(Sample.report([], name: "Hall").title == "Hall")
  }
}
