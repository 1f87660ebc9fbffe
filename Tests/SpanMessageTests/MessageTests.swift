import SpanMessage
import Testing

@Suite("Header fields: an ordered list, names without case")
struct HeaderFieldsTests {
  @Test("names compare without regard to ASCII case, and only ASCII case")
  func names() {
    let fields: HeaderFields = ["Content-Type": "a", "X-[": "b"]
    #expect(fields["content-type"] == "a")
    #expect(fields["CONTENT-TYPE"] == "a")
    #expect(fields["Content-Typ"] == nil)
    #expect(fields["x-{"] == nil)
  }

  @Test("repeated names keep their order; set leaves one")
  func repeated() {
    var fields: HeaderFields = ["Vary": "Origin"]
    fields.append("vary", "Accept")
    #expect(fields.values(of: "VARY") == ["Origin", "Accept"])
    #expect(fields["Vary"] == "Origin")
    fields.set("Vary", "*")
    #expect(fields.fields == [.init(name: "Vary", value: "*")])
  }
}

@Suite("Byte buffers")
struct ByteBufferTests {
  @Test("fills what was reserved without being moved, and keeps what it held")
  func reserved() {
    let buffer = ByteBuffer("begin")
    buffer.reserveCapacity(100_000)
    let base = unsafe buffer.base
    for _ in 0..<1000 { buffer.append(String(repeating: "x", count: 99)) }
    #expect(unsafe buffer.base == base)
    buffer.reserveCapacity(10)
    #expect(buffer.text == "begin" + String(repeating: "x", count: 99_000))
  }

  @Test("grows, keeps its content, and leaves readable padding")
  func growth() {
    let buffer = ByteBuffer(minimumCapacity: 0)
    let text = String(repeating: "0123456789", count: 1000)
    for character in text.utf8 { buffer.append(character) }
    buffer.append(text)
    buffer.append("end" as StaticString)
    unsafe buffer.append(upTo: 10) { room in
      unsafe room.storeBytes(of: 0x21, as: UInt8.self)
      return 1
    }
    #expect(buffer.text == text + text + "end!")
    unsafe (buffer.base + buffer.count).initializeMemory(as: UInt8.self, repeating: 0, count: ByteBuffer.padding)
  }

  @Test("can be emptied and used again")
  func reuse() {
    let buffer = ByteBuffer("abc")
    buffer.removeAll()
    buffer.append("d")
    #expect(buffer.text == "d")
    #expect(ByteBuffer([0xFF]).text == "\u{FFFD}")
  }
}
