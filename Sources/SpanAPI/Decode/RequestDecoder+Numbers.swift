internal import SpanGeometry

extension JSONValue {
  /// The elements of an array of exactly `count` numbers within a range; nil for anything else.
  @inline(__always)
  func numbers<let count: Int>(in range: ClosedRange<Double> = Bounds.any) -> InlineArray<count, Double>? {
    guard isArray(of: count, inWords: 2 &* count) else { return nil }
    var result = InlineArray<count, Double>(repeating: 0)
    var position = index &+ 1
    for place in 0..<count {
      guard let number = at(position).number, range.contains(number) else { return nil }
      result[place] = number
      position &+= 2
    }
    return result
  }
}

extension RequestDecoder {
  /// An array of exactly `count` numbers within a range.
  /// - Parameter form: how to write it, for the message, as in `[x, y, z]`.
  @inline(__always)
  mutating func numbers<let count: Int>(
    _ value: JSONValue, in range: ClosedRange<Double>, form: String
  ) -> InlineArray<count, Double>? {
    if let numbers: InlineArray<count, Double> = value.numbers(in: range) { return numbers }
    noteNumbers(value, count, range, form: form)
    return nil
  }

  /// A position in space, metres.
  @inline(__always)
  mutating func position(_ value: JSONValue) -> Vector3? {
    guard let p: InlineArray<3, Double> = numbers(value, in: Bounds.coordinate, form: "[x, y, z]") else { return nil }
    return Vector3(p[0], p[1], p[2])
  }

  /// Notes why a value is no array of `count` numbers within a range.
  @inline(never)
  private mutating func noteNumbers(_ value: JSONValue, _ count: Int, _ range: ClosedRange<Double>, form: String) {
    guard let array = value.array else {
      faults.expected("array", at: value, hint: Self.howToSend(value, form: form))
      return
    }
    guard array.count == count else {
      let hint = array.contains { $0.kind == .array } ? " Send it flat, without inner arrays." : ""
      faults.add(.arrayLength, at: value, "Expected \(count) numbers \(form), got \(Excerpt.describing(value)).\(hint)")
      return
    }
    for element in array { _ = number(element, in: range) }
  }

  /// Advice for numbers that came in a form other than an array.
  static func howToSend(_ value: JSONValue, form: String) -> String {
    guard let object = value.object else { return "Send \(form)." }
    let isNumbered = object.contains { $0.name.string == "0" }
    return isNumbered
      ? "A typed array turns into an object in JSON; send \(form), as Array.from(values) gives it."
      : "Send the numbers as \(form)."
  }
}
