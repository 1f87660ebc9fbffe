/// What takes the place of a `$1` in a statement, in PostgreSQL's binary format.
package enum PostgreSQLValue {
  case integer(Int)
  case boolean(Bool)
  /// nil: NULL.
  case bytes([UInt8]?)
  case text(String)
  case byteStrings([[UInt8]])
  case texts([String])

  /// Of a string: it may hold NUL, and is compared byte by byte.
  static func bytes(_ text: String) -> PostgreSQLValue { .bytes(Array(text.utf8)) }

  /// The object id of its type in every PostgreSQL database.
  var type: UInt32 {
    switch self {
    case .integer: BaseType.integer
    case .boolean: BaseType.boolean
    case .bytes: BaseType.bytes
    case .text: BaseType.text
    case .byteStrings: 1001
    case .texts: 1009
    }
  }

  var isNull: Bool {
    if case .bytes(nil) = self { true } else { false }
  }

  func write(onto bytes: inout [UInt8]) {
    switch self {
    case .integer(let number): bytes.append(bigEndian: Int64(number))
    case .boolean(let isTrue): bytes.append(isTrue ? 1 : 0)
    case .bytes(let string): bytes += string ?? []
    case .text(let text): bytes += text.utf8
    case .byteStrings(let list):
      bytes.append(list, of: BaseType.bytes) { string, bytes in
        bytes.append(bigEndian: Int32(string.count))
        bytes += string
      }
    case .texts(let list):
      bytes.append(list, of: BaseType.text) { text, bytes in
        bytes.append(bigEndian: Int32(text.utf8.count))
        bytes += text.utf8
      }
    }
  }
}

private enum BaseType {
  static let boolean: UInt32 = 16
  static let bytes: UInt32 = 17
  static let integer: UInt32 = 20
  static let text: UInt32 = 25
}

extension [UInt8] {
  fileprivate mutating func append(bigEndian number: some FixedWidthInteger) {
    for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// An array of one dimension, as `array_recv` of PostgreSQL reads it: dimensions, whether there are NULLs, the type
  /// of the elements, length, first index, and each element behind its length.
  fileprivate mutating func append<Item>(
    _ list: [Item], of type: UInt32, _ write: (Item, inout [UInt8]) -> Void
  ) {
    append(bigEndian: Int32(list.isEmpty ? 0 : 1))
    append(bigEndian: Int32(0))
    append(bigEndian: type)
    guard !list.isEmpty else { return }
    append(bigEndian: Int32(list.count))
    append(bigEndian: Int32(1))
    for item in list { write(item, &self) }
  }
}
