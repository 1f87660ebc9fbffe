internal import SpanMessage

/// The parameters behind the `?`: split first, then decoded, each at most once.
struct Query {
  private var values: [String: String] = [:]

  /// - Parameter names: that are understood here; a 400 for any other.
  init(_ request: Request, _ names: [String]) throws(Problem) {
    guard let query = request.head.target.rawQuery, !query.isEmpty else { return }
    for part in query.split(separator: "&") {
      let pieces = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(pieces[0])
      guard names.contains(name) else {
        throw Query.fault(
          "There is no parameter \(Excerpt.quoted(name)) here; known are \(names.joined(separator: ", ")).")
      }
      guard values[name] == nil else { throw Query.fault("The parameter \(name) is sent twice.") }
      guard let value = Self.decoded(pieces.count == 2 ? pieces[1] : "") else {
        throw Query.fault("The parameter \(name) is not UTF-8 once decoded.")
      }
      values[name] = value
    }
  }

  func limit(default standard: Int, most: Int) throws(Problem) -> Int {
    guard let text = values["limit"] else { return standard }
    guard let limit = Int(digits: text), (1...most).contains(limit) else {
      throw Query.fault("The limit \(Excerpt.quoted(text)) is no whole number from 1 to \(most).")
    }
    return limit
  }

  /// The number of an event; nil: not sent.
  func sequence(_ name: String) throws(Problem) -> Int? {
    guard let text = values[name] else { return nil }
    guard let number = Int(digits: text) else {
      throw Query.fault("\(name) is the number of an event, not \(Excerpt.quoted(text)).")
    }
    return number
  }

  /// What a cursor stands for; nil: not sent.
  var cursor: String? {
    get throws(Problem) {
      guard let text = values["cursor"] else { return nil }
      guard let id = Cursor.id(text) else {
        throw Query.fault("The cursor \(Excerpt.quoted(text)) is none of this service; begin without one.")
      }
      return id
    }
  }

  static func fault(_ detail: String) -> Problem { Problem(status: 400, detail: detail, code: "query.invalid") }

  static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(Hexadecimal.value),
          let low = rest.popFirst().flatMap(Hexadecimal.value)
        else { return nil }
        bytes.append(high << 4 | low)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension Int {
  /// A whole number without a sign.
  init?(digits text: String) {
    guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
    self.init(text)
  }
}

/// Where the next page of sessions begins; opaque to clients.
enum Cursor {
  private static let prefix = "s1-"

  static func text(_ id: String) -> String { prefix + id }

  /// nil: it is no cursor.
  static func id(_ text: String) -> String? {
    let id = String(text.dropFirst(prefix.count))
    return text.hasPrefix(prefix) && UUIDv7.isOne(id) ? id : nil
  }
}
