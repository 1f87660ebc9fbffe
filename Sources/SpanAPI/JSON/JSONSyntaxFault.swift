/// Why a body is not an acceptable JSON text (400 `json.syntax`).
package struct JSONSyntaxFault: Error, Equatable {
  /// A full sentence that names the likely mistake.
  package var message: String
  /// The place in the body, counted in bytes from 0; nil when it is not known.
  package var offset: Int?
  /// The value concerned; the whole document when it could not be read that far.
  package var pointer = ""
  /// The service, not the body, is at fault: there was no memory.
  package var isOutOfMemory = false

  static var outOfMemory: Self { Self(message: "There is no memory to parse the body.", isOutOfMemory: true) }

  static func at(_ offset: Int, _ message: String) -> Self { Self(message: message, offset: offset) }
}

extension JSONSyntaxFault {
  init(_ flaw: JSONStructureCheck.Flaw, root: JSONValue, body: UnsafeRawBufferPointer) {
    switch flaw {
    case .repeatedName(let index):
      self.init(
        message: "The member \(Excerpt.quoted(root.at(index))) occurs twice in one object; each may occur once.",
        offset: unsafe Self.offset(ofStringAt: index, root: root, body: body),
        pointer: JSONPointer.pointer(to: index, from: root))
    case .tooDeep(let index):
      self = unsafe JSONSyntaxScanner.fault(in: body, parserSays: 0)
      pointer = JSONPointer.pointer(to: index, from: root)
    }
  }

  /// Finds a string of the tape in the body by counting quotes; both hold the strings in the same order.
  private static func offset(ofStringAt target: Int, root: JSONValue, body: UnsafeRawBufferPointer) -> Int? {
    var remaining = 0
    var index = root.index
    while index < target {
      let value = root.at(index)
      if value.tag == JSONValue.Tag.string { remaining &+= 1 }
      index = value.tag == JSONValue.Tag.object || value.tag == JSONValue.Tag.array ? index &+ 1 : value.endIndex
    }
    var offset = 0
    while offset < body.count {
      if unsafe body[offset] == UInt8(ascii: "\"") {
        if remaining == 0 { return offset }
        remaining &-= 1
        offset &+= 1
        while offset < body.count, unsafe body[offset] != UInt8(ascii: "\"") {
          offset &+= unsafe body[offset] == UInt8(ascii: "\\") ? 2 : 1
        }
      }
      offset &+= 1
    }
    return nil
  }
}
