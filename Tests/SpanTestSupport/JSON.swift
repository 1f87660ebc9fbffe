/// A JSON value as a strict reader of its own sees it: members keep their order, and what must not stand in an answer
/// (`-0`, a repeated member, a number that is no JSON) is an error.
public enum JSON: Sendable, Equatable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([Member])

  /// One member of an object.
  public struct Member: Sendable, Equatable {
    public var name: String
    public var value: JSON

    public init(_ name: String, _ value: JSON) { (self.name, self.value) = (name, value) }
  }

  /// What is wrong, and at which byte.
  public struct Fault: Error { public var message: String, offset: Int }

  public init(_ text: String) throws {
    var reader = JSONReader(text)
    self = try reader.document()
  }

  /// The value at a JSON pointer without escapes, `/taps/0/hit`; nil when there is none.
  public subscript(pointer: String) -> JSON? {
    var value = self
    for part in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      switch value {
      case .array(let elements):
        guard let index = Int(part), elements.indices.contains(index) else { return nil }
        value = elements[index]
      case .object(let members):
        guard let member = members.first(where: { $0.name == part }) else { return nil }
        value = member.value
      default: return nil
      }
    }
    return value
  }

  public func number(_ pointer: String) -> Double? {
    if case .number(let number)? = self[pointer] { number } else { nil }
  }

  public func string(_ pointer: String) -> String? {
    if case .string(let string)? = self[pointer] { string } else { nil }
  }

  public func numbers(_ pointer: String) -> [Double]? {
    guard case .array(let elements)? = self[pointer] else { return nil }
    return elements.compactMap { if case .number(let number) = $0 { number } else { nil } }
  }

  /// The values at `rest` in each element of the array at `pointer`.
  public func each(_ pointer: String, _ rest: String) -> [JSON?] {
    guard case .array(let elements)? = self[pointer] else { return [] }
    return elements.map { $0[rest] }
  }

  public func strings(_ pointer: String, _ rest: String = "") -> [String] {
    each(pointer, rest).compactMap { if case .string(let string)? = $0 { string } else { nil } }
  }

  /// The names of an object's members, in their order.
  public func names(_ pointer: String = "") -> [String]? {
    if case .object(let members)? = self[pointer] { members.map(\.name) } else { nil }
  }

  public func count(_ pointer: String) -> Int? {
    if case .array(let elements)? = self[pointer] { elements.count } else { nil }
  }
}

extension JSON {
  /// As it is written, in one line.
  public var text: String {
    switch self {
    case .null: "null"
    case .boolean(let boolean): "\(boolean)"
    case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    case .string(let string): Self.quoted(string)
    case .array(let elements): "[\(elements.map(\.text).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\(Self.quoted($0.name)):\($0.value.text)" }.joined(separator: ","))}"
    }
  }

  private static func quoted(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
