/// Short, harmless pieces of what a client sent, for messages and pointers.
enum Excerpt {
  static let limit = 40

  /// A value in words: `"sofa"`, `1.5`, `true`, `null`, `an object`, `an array of 3`.
  static func describing(_ value: JSONValue) -> String {
    switch value.kind {
    case .object: return "an object"
    case .array:
      let count = value.array?.count ?? 0
      return count == 0 ? "an empty array" : "an array of \(count)"
    case .string: return "the string \(quoted(value))"
    case .number: return numberText(value.number ?? 0)
    case .boolean: return value.boolean == true ? "true" : "false"
    case .null: return "null"
    }
  }

  /// A number as it is written in answers: whole ones without a point.
  static func numberText(_ number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  static func quoted(_ value: JSONValue) -> String { "\"\(plain(value, limit: limit))\"" }

  static func quoted(_ text: String) -> String { "\"\(plain(text.unicodeScalars, limit: limit))\"" }

  /// The text of a string value, cut after `limit` scalars.
  static func plain(_ value: JSONValue, limit: Int) -> String {
    // A scalar has at most four bytes; the rest of a huge string is not even decoded.
    let bytes = unsafe value.utf8
    let head = unsafe UnsafeRawBufferPointer(rebasing: bytes.prefix((limit + 1) * 4))
    return plain(unsafe String(decoding: head, as: UTF8.self).unicodeScalars, limit: limit)
  }

  /// Replaces what could disturb a terminal or the order of a line: control, format, private and unassigned characters.
  private static func plain(_ scalars: String.UnicodeScalarView, limit: Int) -> String {
    var result = ""
    var count = 0
    for scalar in scalars {
      if count == limit { return result + "…" }
      result.unicodeScalars.append(isHarmless(scalar) ? scalar : "\u{FFFD}")
      count += 1
    }
    return result
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value >= 0x20, scalar.value < 0x7F { return true }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return false
    default: return true
    }
  }
}
