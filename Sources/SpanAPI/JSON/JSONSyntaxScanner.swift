/// Finds the first fault of a text that the parser refused, to say where it is and what was probably meant.
///
/// Runs only on the way to a 400. It follows RFC 8259 without recursion and never reads outside the body.
@safe
struct JSONSyntaxScanner {
  private let bytes: UnsafeRawBufferPointer
  var position = 0
  private var open: [UInt8] = []

  init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

  /// - Parameter code: the parser's error, mentioned when the scan finds nothing wrong.
  static func fault(in body: UnsafeRawBufferPointer, parserSays code: Int) -> JSONSyntaxFault {
    var scanner = unsafe JSONSyntaxScanner(body)
    do throws(JSONSyntaxFault) {
      try scanner.scan()
    } catch {
      return error
    }
    return JSONSyntaxFault(message: "The body is not valid JSON (parser error \(code)).")
  }

  var count: Int { unsafe bytes.count }

  /// nil outside the body.
  func byte(_ offset: Int) -> UInt8? {
    offset >= 0 && offset < count ? unsafe bytes[offset] : nil
  }

  var current: UInt8? { byte(position) }

  func text(_ range: Range<Int>) -> String {
    unsafe String(decoding: UnsafeRawBufferPointer(rebasing: bytes[range.clamped(to: 0..<count)]), as: UTF8.self)
  }

  func starts(with word: StaticString) -> Bool {
    (0..<word.utf8CodeUnitCount).allSatisfy { unsafe byte(position + $0) == word.utf8Start[$0] }
  }

  // MARK: The grammar

  private mutating func scan() throws(JSONSyntaxFault) {
    if starts(with: "\u{FEFF}") { throw .at(0, "The body starts with a byte order mark; send plain UTF-8.") }
    try skipBlank()
    if current == nil { throw .at(position, "The body is empty; send a JSON object.") }
    try value()
    while let container = open.last {
      try skipBlank()
      if container == UInt8(ascii: "{") { try nextInObject() } else { try nextInArray() }
    }
    try skipBlank()
    guard let next = current else { return }
    throw .at(
      position,
      next == UInt8(ascii: "{") || next == UInt8(ascii: "[")
        ? "Another document follows the first; send one." : "\(shown) follows the end of the document.")
  }

  private mutating func nextInArray() throws(JSONSyntaxFault) {
    let isFirst = previousVisible == UInt8(ascii: "[")
    if current == UInt8(ascii: "]") { return close() }
    if !isFirst { try comma(orEnd: "]", of: "array") }
    try value()
  }

  private mutating func nextInObject() throws(JSONSyntaxFault) {
    let isFirst = previousVisible == UInt8(ascii: "{")
    if current == UInt8(ascii: "}") { return close() }
    if !isFirst { try comma(orEnd: "}", of: "object") }
    guard current == UInt8(ascii: "\"") else {
      if current == nil { throw endedEarly }
      throw .at(position, "\(shown) stands where a member name in double quotes is expected.")
    }
    try string()
    try skipBlank()
    guard current == UInt8(ascii: ":") else {
      if current == nil { throw endedEarly }
      throw .at(position, "\(shown) stands where the colon behind a member name is expected.")
    }
    position += 1
    try skipBlank()
    try value()
  }

  private mutating func comma(orEnd end: String, of container: String) throws(JSONSyntaxFault) {
    guard current == UInt8(ascii: ",") else {
      if current == nil { throw endedEarly }
      throw .at(position, "\(shown) stands where a comma or the \(end) of the \(container) is expected.")
    }
    let comma = position
    position += 1
    try skipBlank()
    if current == UInt8(ascii: "]") || current == UInt8(ascii: "}") {
      throw .at(comma, "A comma stands before the end of the \(container); JSON allows no trailing comma.")
    }
  }

  /// A whole scalar, or the opening of a container.
  private mutating func value() throws(JSONSyntaxFault) {
    guard let first = current else { throw endedEarly }
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      open.append(first)
      if open.count > JSONDocument.maximumDepth {
        throw .at(position, "Arrays and objects are nested deeper than \(JSONDocument.maximumDepth) levels.")
      }
      lastVisible = first
      position += 1
    case UInt8(ascii: "\""):
      try string()
    default:
      try bareWord()
      lastVisible = 0
    }
  }

  private mutating func close() {
    open.removeLast()
    lastVisible = 0
    position += 1
  }

  /// The opening bracket when nothing stands between it and the position, else 0.
  private var previousVisible: UInt8 { lastVisible }
  var lastVisible: UInt8 = 0

  private mutating func skipBlank() throws(JSONSyntaxFault) {
    while let byte = current {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      case UInt8(ascii: "/"): throw .at(position, "Comments are not part of JSON.")
      default: return
      }
    }
  }

  private var endedEarly: JSONSyntaxFault {
    let place = open.last.map { $0 == UInt8(ascii: "{") ? " inside an object" : " inside an array" } ?? ""
    return .at(position, "The body ends\(place); was it cut off?")
  }
}
