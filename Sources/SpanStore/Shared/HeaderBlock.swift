/// Header fields as bytes: name, value, name, value …, each behind its length in four bytes, least significant first.
enum HeaderBlock {
  static func bytes(_ headers: [StoredAnswer.Header]) -> [UInt8] {
    var bytes: [UInt8] = []
    for text in headers.flatMap({ [$0.name, $0.value] }) {
      let length = UInt32(clamping: text.utf8.count)
      for shift in stride(from: UInt32(0), to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: length >> shift)) }
      bytes += text.utf8
    }
    return bytes
  }

  static func headers(_ bytes: [UInt8]) -> [StoredAnswer.Header] {
    var rest = bytes[...]
    func text() -> String {
      let length = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(4)
      defer { rest = rest.dropFirst(length) }
      return String(decoding: rest.prefix(length), as: UTF8.self)
    }
    var headers: [StoredAnswer.Header] = []
    while !rest.isEmpty {
      let name = text()
      headers.append(StoredAnswer.Header(name: name, value: text()))
    }
    return headers
  }
}
