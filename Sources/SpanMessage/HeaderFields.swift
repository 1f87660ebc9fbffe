/// The header fields of a message: a plain list in the order they came or will be sent (RFC 9110 §5.3).
///
/// Names compare without regard to ASCII case; a name may occur more than once.
public struct HeaderFields: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  public struct Field: Sendable, Equatable {
    public var name: String
    public var value: String
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  public private(set) var fields: [Field] = []

  public init() {}
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }

  /// Room for so many fields without another allocation.
  public mutating func reserveCapacity(_ count: Int) { fields.reserveCapacity(count) }

  public mutating func append(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }

  /// Replaces every field of that name by one.
  public mutating func set(_ name: String, _ value: String) {
    fields.removeAll { Self.sameName($0.name, name) }
    append(name, value)
  }

  /// The first value of that name.
  public subscript(_ name: String) -> String? {
    let fields = fields.span
    for place in fields.indices where Self.sameName(fields[place].name, name) { return fields[place].value }
    return nil
  }

  public func values(of name: String) -> [String] {
    var values: [String] = []
    let fields = fields.span
    for place in fields.indices where Self.sameName(fields[place].name, name) { values.append(fields[place].value) }
    return values
  }

  static func sameName(_ a: String, _ b: String) -> Bool {
    guard a.utf8.count == b.utf8.count else { return false }
    let (a, b) = (a.utf8.span, b.utf8.span)
    for index in a.indices where lowercased(a[index]) != lowercased(b[index]) { return false }
    return true
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 0x20 : byte }
}
