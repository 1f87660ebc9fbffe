internal import SpanMessage

extension JSONValue {
  /// The value written anew: without blanks, numbers as the shortest text that reads back the same, members in the
  /// order they came, those that are `null` left out.
  var canonical: [UInt8] {
    let buffer = ByteBuffer(minimumCapacity: 512)
    var json = JSONWriter(onto: buffer)
    json.value(self)
    json.finish()
    return unsafe [UInt8](buffer.bytes)
  }
}

extension JSONWriter {
  /// Goes as deep as the parser lets documents be.
  mutating func value(_ value: JSONValue) {
    switch value.kind {
    case .object:
      beginObject()
      if let members = value.object {
        for member in members where !member.value.isNull {
          name(member.name.string ?? "")
          self.value(member.value)
        }
      }
      endObject()
    case .array:
      beginArray()
      if let elements = value.array { for element in elements { self.value(element) } }
      endArray()
    case .string: string(value.string ?? "")
    case .number: number(value.number ?? 0)
    case .boolean: boolean(value.boolean ?? false)
    case .null: null()
    }
  }
}
