/// Makes ids from positions in a list, counted from 1, and skips those that are taken.
struct NameGenerator {
  let prefix: String
  private var last = 0

  init(prefix: String) { self.prefix = prefix }

  /// The id of the element at `place`, entered into the index with `value`.
  mutating func name<Value>(at place: Int, in names: inout NameIndex<Value>, value: Value) -> String {
    // Everything from an earlier place up to the last id made was taken, so the search goes on behind it.
    last = max(last, place)
    while true {
      last += 1
      let name = "\(prefix)-\(last)"
      if names.insert(name, value) { return name }
    }
  }
}

extension RequestDecoder {
  private static let longestID = 128

  /// An id: 1 to 128 scalars, none of them control, format, surrogate, unassigned or a separator but the space.
  mutating func id(_ value: JSONValue) -> String? {
    guard value.kind == .string else {
      faults.expected("string", at: value)
      return nil
    }
    let bytes = unsafe value.utf8
    if (1...Self.longestID).contains(bytes.count), unsafe bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
      return value.string
    }
    // Four bytes make at most one scalar; longer strings need no look inside.
    guard bytes.count <= Self.longestID * 4, let text = unsafe String(validating: bytes, as: UTF8.self),
      Self.isID(text)
    else {
      noteInvalidID(value)
      return nil
    }
    return text
  }

  private static func isID(_ text: String) -> Bool {
    (1...longestID).contains(text.unicodeScalars.count) && text.unicodeScalars.allSatisfy(mayStandInID)
  }

  /// An id that stands in the address of the request.
  mutating func checkID(_ text: String, at value: JSONValue) -> Bool {
    if Self.isID(text) { return true }
    faults.add(
      .idInvalid, at: value,
      "The address ends in no id: 1 to \(Self.longestID) characters, no control, format or separator but the space.")
    return false
  }

  private static func mayStandInID(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == " " { return true }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .unassigned, .spaceSeparator, .lineSeparator, .paragraphSeparator: return false
    default: return true
    }
  }

  @inline(never)
  private mutating func noteInvalidID(_ value: JSONValue) {
    let reason: String
    if let text = value.string, !text.isEmpty {
      reason =
        text.unicodeScalars.count > Self.longestID
        ? "is longer than \(Self.longestID) characters"
        : "holds a control, format, unassigned or separator character other than the space"
      faults.add(.idInvalid, at: value, "The id \(Excerpt.quoted(value)) \(reason).")
    } else {
      faults.add(.idInvalid, at: value, "An id has at least one character.")
    }
  }

  /// Looks at a text that says something to people only.
  mutating func note(_ value: JSONValue) {
    guard let text = value.string else { return faults.expected("string", at: value) }
    guard text.utf8.count > limits.note, text.unicodeScalars.count > limits.note else { return }
    faults.add(.tooMany, at: value, "\(Excerpt.quoted(value)) is longer than \(limits.note) characters.")
  }

  /// Enters an id that must be new.
  /// - Parameter place: where it stands.
  mutating func enter<Value>(_ name: String, _ value: Value, into names: inout NameIndex<Value>, at place: JSONValue) {
    guard !names.insert(name, NamePrint(place), value) else { return }
    faults.add(.idDuplicate, at: place, "The id \(Excerpt.quoted(name)) is used twice; ids must differ.")
  }
}
