extension JSONSyntaxScanner {
  /// The character at the position, safe to echo.
  var shown: String {
    guard let byte = current else { return "The end of the body" }
    if byte == UInt8(ascii: "'") { return "A single quote" }
    return Excerpt.quoted(text(position..<position + 4).unicodeScalars.first.map { String($0) } ?? "")
  }

  mutating func string() throws(JSONSyntaxFault) {
    let start = position
    lastVisible = 0
    position += 1
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return
      case UInt8(ascii: "\\"):
        try escape()
      case 0..<0x20:
        throw .at(position, "A string holds a raw control character; write it as an escape such as \\n.")
      case 0x80...:
        try multibyte(byte)
      default:
        position += 1
      }
    }
    throw .at(start, "A string that starts here has no end; was the body cut off?")
  }

  private mutating func escape() throws(JSONSyntaxFault) {
    let start = position
    position += 1
    guard let byte = current else { throw .at(start, "The body ends inside an escape; was it cut off?") }
    position += 1
    switch byte {
    case UInt8(ascii: "u"):
      let unit = try codeUnit(from: start)
      guard (0xD800..<0xE000).contains(unit) else { return }
      guard unit < 0xDC00, current == UInt8(ascii: "\\"), self.byte(position + 1) == UInt8(ascii: "u") else {
        throw .at(start, "Half of a surrogate pair stands alone in a string.")
      }
      position += 2
      guard (0xDC00..<0xE000).contains(try codeUnit(from: start)) else {
        throw .at(start, "Half of a surrogate pair stands alone in a string.")
      }
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return
    default:
      throw .at(start, "A string holds an escape that JSON does not know; a backslash is written \\\\.")
    }
  }

  private mutating func codeUnit(from start: Int) throws(JSONSyntaxFault) -> Int {
    var unit = 0
    for _ in 0..<4 {
      guard let digit = current.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }), (current ?? 0x80) < 0x80
      else {
        throw .at(start, "An escape \\u needs four hexadecimal digits.")
      }
      unit = unit * 16 + digit
      position += 1
    }
    return unit
  }

  /// One scalar of two to four bytes (RFC 3629).
  private mutating func multibyte(_ first: UInt8) throws(JSONSyntaxFault) {
    let start = position
    let (length, second): (Int, ClosedRange<UInt8>) =
      switch first {
      case 0xC2...0xDF: (2, 0x80...0xBF)
      case 0xE0: (3, 0xA0...0xBF)
      case 0xED: (3, 0x80...0x9F)
      case 0xE1...0xEF: (3, 0x80...0xBF)
      case 0xF0: (4, 0x90...0xBF)
      case 0xF1...0xF3: (4, 0x80...0xBF)
      case 0xF4: (4, 0x80...0x8F)
      default: (1, 0x80...0xBF)
      }
    let isWhole =
      length > 1 && byte(start + 1).map(second.contains) == true
      && (2..<max(2, length)).allSatisfy { byte(start + $0).map { (0x80...0xBF).contains($0) } == true }
    guard isWhole else { throw .at(start, "The body is not valid UTF-8.") }
    position += length
  }

  /// A number or one of `true`, `false`, `null`; else a fault that names the likely mistake.
  mutating func bareWord() throws(JSONSyntaxFault) {
    let start = position
    if skipPlainNumber() { return }
    position = start
    while let byte = current, Self.belongsToWord(byte) { position += 1 }
    let word = text(start..<min(position, start + 400))
    switch word {
    case "true", "false", "null": return
    case "":
      if current.map({ $0 >= 0x80 }) == true { try multibyte(current ?? 0) }
      position = start
      throw .at(
        start,
        current == UInt8(ascii: "'")
          ? "Strings and names stand in double quotes, not in single ones."
          : "\(shown) stands where a value is expected.")
    case "NaN", "nan", "Infinity", "-Infinity", "inf", "-inf", "-NaN", "Inf", "-Inf":
      throw .at(start, "\(word) is not JSON; numbers are finite, and an unknown optional value is left out or null.")
    case "undefined", "None", "nil", "NULL", "Null", "True", "False", "TRUE", "FALSE":
      throw .at(start, "\(word) is not JSON; its words are true, false and null, in lower case.")
    default:
      guard let first = word.utf8.first,
        first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
          || first == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
      else { throw .at(start, "\(Excerpt.quoted(word)) is not a JSON value; text stands in double quotes.") }
      if let flaw = JSONNumberText.flaw(in: word, isWhole: position - start <= 400) { throw .at(start, flaw) }
    }
  }

  /// Passes over a number that is certainly right: few digits, no exponent. Nearly all numbers are like that.
  private mutating func skipPlainNumber() -> Bool {
    if current == UInt8(ascii: "-") { position += 1 }
    let start = position
    skipDigits()
    let digits = position - start
    guard digits > 0, digits < 19, digits == 1 || byte(start) != UInt8(ascii: "0") else { return false }
    if current == UInt8(ascii: ".") {
      position += 1
      let fraction = position
      skipDigits()
      guard position > fraction else { return false }
    }
    return current.map(Self.belongsToWord) != true
  }

  private mutating func skipDigits() {
    while let byte = current, byte &- UInt8(ascii: "0") < 10 { position += 1 }
  }

  private static func belongsToWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

/// The number grammar of RFC 8259 §6 and the range of a double.
enum JSONNumberText {
  /// What is wrong with a text that starts like a number; nil when it is one.
  static func flaw(in word: String, isWhole: Bool) -> String? {
    let shown = Excerpt.quoted(word)
    var rest = Substring(word)
    if rest.first == "+" { return "The number \(shown) starts with a plus sign, which JSON does not allow." }
    if rest.first == "-" { rest = rest.dropFirst() }
    let integer = rest.prefix { $0.isASCII && $0.isWholeNumber }
    rest = rest.dropFirst(integer.count)
    if integer.isEmpty { return "The number \(shown) has no digit before its point." }
    if integer.count > 1, integer.first == "0" { return "The number \(shown) starts with a superfluous zero." }
    var isInteger = true
    if rest.first == "." {
      isInteger = false
      let fraction = rest.dropFirst().prefix { $0.isASCII && $0.isWholeNumber }
      if fraction.isEmpty, isWhole { return "The number \(shown) has no digit behind its point." }
      rest = rest.dropFirst(1 + fraction.count)
    }
    if rest.first == "e" || rest.first == "E" {
      isInteger = false
      rest = rest.dropFirst()
      if rest.first == "+" || rest.first == "-" { rest = rest.dropFirst() }
      let exponent = rest.prefix { $0.isASCII && $0.isWholeNumber }
      if exponent.isEmpty, isWhole { return "The number \(shown) has no digit in its exponent." }
      rest = rest.dropFirst(exponent.count)
    }
    if !rest.isEmpty { return "\(shown) is not a number." }
    if isInteger, UInt64(word) == nil, Int64(word) == nil {
      return "The integer \(shown) does not fit in 64 bits; write a large number with an exponent."
    }
    if let value = Double(word), !value.isFinite { return "The number \(shown) is beyond the range of a double." }
    return nil
  }
}
