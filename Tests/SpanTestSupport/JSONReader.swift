/// Reads one JSON text (RFC 8259), byte by byte.
struct JSONReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func document() throws -> JSON {
    let value = try value()
    skipBlanks()
    guard place == bytes.count else { throw fault("something follows the value") }
    return value
  }

  private mutating func value() throws -> JSON {
    skipBlanks()
    switch peek {
    case UInt8(ascii: "{"): return .object(try members())
    case UInt8(ascii: "["): return .array(try elements())
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func members() throws -> [JSON.Member] {
    var members: [JSON.Member] = []
    try list("{", "}") { reader in
      let name = try reader.string()
      guard !members.contains(where: { $0.name == name }) else { throw reader.fault("\(name) is there twice") }
      try reader.take(":")
      members.append(JSON.Member(name, try reader.value()))
    }
    return members
  }

  private mutating func elements() throws -> [JSON] {
    var elements: [JSON] = []
    try list("[", "]") { elements.append(try $0.value()) }
    return elements
  }

  private mutating func list(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ element: (inout JSONReader) throws -> Void
  ) throws {
    try take(open)
    skipBlanks()
    guard peek != UInt8(ascii: close) else { return try take(close) }
    while true {
      skipBlanks()
      try element(&self)
      skipBlanks()
      guard peek == UInt8(ascii: ",") else { return try take(close) }
      place += 1
    }
  }

  private mutating func string() throws -> String {
    try take("\"")
    var text: [UInt8] = []
    while let byte = peek, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw fault("a control character in a string") }
      place += 1
      if byte == UInt8(ascii: "\\") { try escape(&text) } else { text.append(byte) }
    }
    try take("\"")
    guard let string = String(validating: text, as: UTF8.self) else { throw fault("a string is not UTF-8") }
    return string
  }

  private mutating func escape(_ text: inout [UInt8]) throws {
    let short: [Character: UInt8] = [
      "\"": 0x22, "\\": 0x5C, "/": 0x2F, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9,
    ]
    guard let byte = peek else { throw fault("the text ends in an escape") }
    place += 1
    if let meant = short[Character(Unicode.Scalar(byte))] { return text.append(meant) }
    let digits = String(decoding: bytes[place...].prefix(4), as: UTF8.self)
    guard byte == UInt8(ascii: "u"), digits.utf8.count == 4, let code = UInt32(digits, radix: 16),
      let scalar = Unicode.Scalar(code)
    else { throw fault("an escape that this reader does not know") }
    place += 4
    text += Array(String(scalar).utf8)
  }

  private mutating func number() throws -> Double {
    let start = place
    while let byte = peek, "+-.0123456789Ee".utf8.contains(byte) { place += 1 }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    let digits = text.drop { $0 == "-" }
    let leadsWithZero = digits.hasPrefix("0") && digits.dropFirst().first?.isNumber == true
    guard digits.first?.isNumber == true, !leadsWithZero, !text.hasSuffix("."), let number = Double(text),
      number.isFinite
    else {
      throw fault("\"\(text)\" is no number")
    }
    guard number != 0 || number.sign == .plus else { throw fault("a negative zero") }
    return number
  }

  private mutating func word(_ word: String, _ value: JSON) throws -> JSON {
    guard bytes[place...].starts(with: word.utf8) else { throw fault("a word that is no value") }
    place += word.utf8.count
    return value
  }

  private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) throws {
    skipBlanks()
    guard peek == UInt8(ascii: scalar) else { throw fault("\(scalar) expected") }
    place += 1
  }

  private mutating func skipBlanks() {
    while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
  }

  private func fault(_ message: String) -> JSON.Fault { JSON.Fault(message: message, offset: place) }
}
