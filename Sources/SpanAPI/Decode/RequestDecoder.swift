internal import SpanGeometry
internal import SpanUncertainty

/// Turns the values of a document into domain values and collects what is wrong with them.
///
/// Each method returns nil after noting a fault, and the others go on, so that one answer lists all faults.
struct RequestDecoder {
  var faults = Faults()
  let limits: Limits
  let profiles: [NoiseProfile]
  /// Vertices of the outlines decoded so far.
  var vertices = 0
  /// Taps of triangulated points decoded so far.
  var views = 0
  /// What is left of ``Limits/edgePairs``.
  var edgePairs: Int

  init(limits: Limits, profiles: [NoiseProfile]) {
    self.limits = limits
    self.profiles = profiles
    edgePairs = limits.edgePairs
  }
}

extension RequestDecoder {
  /// Decodes a whole document with `body`, and throws whatever faults it noted.
  static func decode<Value>(
    _ document: borrowing JSONDocument, limits: Limits, profiles: [NoiseProfile] = [],
    _ body: (inout RequestDecoder, JSONValue) -> Value?
  ) throws(RequestFaults) -> Value {
    var decoder = RequestDecoder(limits: limits, profiles: profiles)
    let value = body(&decoder, document.root)
    try decoder.faults.check(in: document)
    // Without a fault there is a value; `body` says nil only after noting one.
    guard let value else { throw RequestFaults([]) }
    return value
  }
}

// MARK: - Scalars

extension RequestDecoder {
  /// A number within a range.
  /// - Parameter unit: for the message, as in "metres".
  mutating func number(_ value: JSONValue, in range: ClosedRange<Double>, unit: String = "") -> Double? {
    guard let number = value.number else {
      faults.expected("number", at: value)
      return nil
    }
    guard range.contains(number) else {
      noteOutOfRange(value, range, unit: unit)
      return nil
    }
    return number
  }

  @inline(never)
  mutating func noteOutOfRange(_ value: JSONValue, _ range: ClosedRange<Double>, unit: String = "") {
    let (lower, upper) = (Excerpt.numberText(range.lowerBound), Excerpt.numberText(range.upperBound))
    faults.add(
      .numberOutOfRange, at: value,
      "\(Excerpt.describing(value)) is out of range; allowed is \(lower) to \(upper)\(unit.isEmpty ? "" : " " + unit).")
  }

  mutating func boolean(_ value: JSONValue) -> Bool? {
    if let boolean = value.boolean { return boolean }
    faults.expected("boolean", at: value)
    return nil
  }

  /// A member of an enumeration, by its name in the API.
  mutating func choice<Choice>(_ value: JSONValue, _ choices: Choices<Choice>) -> Choice? {
    guard value.kind == .string else {
      faults.expected("string", at: value, hint: "One of \(choices.names.list.map(\.text).joined(separator: ", ")).")
      return nil
    }
    if let place = choices.names.place(of: value) { return choices.values[place] }
    noteUnknown(value, known: choices.names.list.map(\.text))
    return nil
  }

  @inline(never)
  mutating func noteUnknown(_ value: JSONValue, known: [String]) {
    let text = value.string?.lowercased() ?? ""
    let meant = known.first { $0.lowercased() == text }.map { " Did you mean \"\($0)\"?" } ?? ""
    faults.add(
      .valueUnknown, at: value, "\(Excerpt.quoted(value)) is none of \(known.joined(separator: ", ")).\(meant)")
  }

  /// More elements than a limit allows.
  /// - Returns: true when a fault was noted.
  mutating func exceeds(_ limit: Int, _ count: Int, _ what: String, at value: JSONValue) -> Bool {
    guard count > limit else { return false }
    faults.add(.tooMany, at: value, "\(count) \(what) are more than the \(limit) that one request may hold.")
    return true
  }

  /// The elements of an array with at most `limit` of them.
  mutating func list(_ value: JSONValue, atMost limit: Int, _ what: String, hint: String = "") -> JSONArray? {
    guard let array = value.array else {
      faults.expected("array", at: value, hint: hint)
      return nil
    }
    return exceeds(limit, array.count, what, at: value) ? nil : array
  }
}

/// The names of an enumeration in the API with what they stand for.
struct Choices<Choice: Sendable>: ExpressibleByDictionaryLiteral, Sendable {
  let names: MemberNames
  let values: [Choice]

  init(dictionaryLiteral elements: (String, Choice)...) {
    names = MemberNames(elements.map(\.0).joined(separator: " "))
    values = elements.map(\.1)
  }
}
