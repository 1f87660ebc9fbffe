import Glibc
import SpanAPI
import SpanMessage
import Testing

/// What the parser says to a text: nil when it accepts it.
func syntaxFault(_ bytes: [UInt8]) -> JSONSyntaxFault? {
  do {
    _ = try JSONDocument(parsing: ByteBuffer(bytes))
    return nil
  } catch {
    return error
  }
}

func syntaxFault(_ text: String) -> JSONSyntaxFault? { syntaxFault(Array(text.utf8)) }

func nested(_ depth: Int, inside: String = "") -> String {
  String(repeating: "[", count: depth) + inside + String(repeating: "]", count: depth)
}

@Suite("Parsing a body")
struct JSONParsingTests {
  @Test(
    "A text that is JSON by RFC 8259 is accepted",
    arguments: [
      "{}", "[]", "0", "-0", "\"\"", "true", "false", "null", " \t\r\n{} \n", "[1,2.5e-3,-0.0,1E+2]",
      "{\"a\":{\"b\":[{}]},\"c\":{\"a\":1,\"b\":2}}", "\"\\u0041\\ud83c\\udfe0\\n\\/\"", "\"ä台🏠\"",
      "[18446744073709551615]",
      "[-9223372036854775808]", "[1.7976931348623157e308,5e-324]", "[1e-999]", "{\"\":1}", "\"\\u0000\"",
      "[\"\u{7f}\"]", nested(32), nested(32, inside: "1"),
    ])
  func accepts(_ text: String) {
    #expect(syntaxFault(text) == nil)
  }

  @Test(
    "A text that is not JSON is refused with its place and a reason",
    arguments: [
      ("", 0, "empty"), (" \n ", 3, "empty"), ("{", 1, "cut off"), ("{\"a\"", 4, "cut off"), ("{\"a\":", 5, "cut off"),
      ("[1,", 3, "cut off"), ("[1", 2, "cut off"), ("{\"a\":1,", 7, "cut off"), ("[\"abc", 1, "no end"),
      ("{\"a\":1}x", 7, "follows the end"), ("{} {}", 3, "Another document"), ("{\"a\":1,}", 6, "trailing comma"),
      ("[1,]", 2, "trailing comma"), ("[,1]", 1, "a value is expected"), ("[1 2]", 3, "a comma"),
      ("{\"a\" 1}", 5, "colon"), ("{\"a\":1 \"b\":2}", 7, "a comma"), ("{a:1}", 1, "double quotes"),
      ("{'a':1}", 1, "double quotes"), ("['a']", 1, "double quotes"), ("[NaN]", 1, "NaN is not JSON"),
      ("[-Infinity]", 1, "not JSON"), ("[None]", 1, "lower case"), ("[True]", 1, "lower case"),
      ("[undefined]", 1, "not JSON"), ("[abc]", 1, "double quotes"), ("[tru]", 1, "not a JSON value"),
      ("/* x */{}", 0, "Comments"), ("[1 // x\n]", 3, "Comments"), ("[1e999]", 1, "range of a double"),
      ("[-1e999]", 1, "range of a double"), ("[123e4567]", 1, "range of a double"),
      ("[18446744073709551616]", 1, "64 bits"), ("[-9223372036854775809]", 1, "64 bits"), ("[01]", 1, "zero"),
      ("[-01]", 1, "zero"), ("[+1]", 1, "plus"), ("[.5]", 1, "before its point"), ("[1.]", 1, "behind its point"),
      ("[1.e5]", 1, "behind its point"), ("[1e]", 1, "exponent"), ("[1e+]", 1, "exponent"), ("[-]", 1, "digit"),
      ("[0x10]", 1, "not a number"), ("[1.2.3]", 1, "not a number"), ("[1-2]", 1, "not a number"),
      ("\"a\nb\"", 2, "control character"), ("\"\\x41\"", 1, "escape"), ("\"\\u12G4\"", 1, "hexadecimal"),
      ("\"\\ud800\"", 1, "surrogate"), ("\"\\ud800\\u0041\"", 1, "surrogate"), ("\"\\udc00\"", 1, "surrogate"),
      ("[}", 1, "a value is expected"),
      ("{]", 1, "member name"), ("[1}", 2, "a comma"), ("]", 0, "a value is expected"),
      ("\u{FEFF}{}", 0, "byte order mark"), ("{1:2}", 1, "member name"), (nested(33), 32, "32 levels"),
      ("{\"a\":=}", 5, "a value is expected"),
    ])
  func refuses(_ text: String, offset: Int, reason: String) throws {
    let fault = try #require(syntaxFault(text))
    #expect(fault.offset == offset)
    #expect(fault.message.contains(reason), "\(fault.message)")
  }

  @Test(
    "Bytes that are not UTF-8 are refused where they stand",
    arguments: [
      [0x80], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xFF], [0xE4, 0xBA],
    ] as [[UInt8]])
  func refusesBadUTF8(_ bytes: [UInt8]) throws {
    let fault = try #require(syntaxFault(Array("[\"ä".utf8) + bytes + Array("\"]".utf8)))
    #expect(fault.offset == 4)
    #expect(fault.message.contains("UTF-8"), "\(fault.message)")
  }

  @Test("An empty container one level too deep is refused although nothing is in it")
  func depthOfEmptyContainers() throws {
    #expect(syntaxFault(nested(31, inside: "{}")) == nil)
    let fault = try #require(syntaxFault(nested(32, inside: "{}")))
    #expect(fault.message.contains("32 levels"))
    #expect(fault.pointer == String(repeating: "/0", count: 32))
  }

  @Test("Levels are counted past numbers and pairs of them", arguments: ["{}", "[]"])
  func depthBehindNumbers(_ empty: String) throws {
    #expect(syntaxFault(nested(31, inside: "[0.5,1.5],[1,2],0.5,1,[],\(empty)")) == nil)
    let fault = try #require(syntaxFault(nested(31, inside: "[0.5,1.5],[1,2],0.5,1,[],[0.5,\(empty)]")))
    #expect(fault.pointer == String(repeating: "/0", count: 30) + "/5/1")
  }

  @Test("A body of opening brackets only is refused quickly", arguments: ["[", "{\"a\":"])
  func manyOpenings(_ opening: String) {
    #expect(syntaxFault(String(repeating: opening, count: 1_000_000)) != nil)
  }

  @Test(
    "A member name that occurs twice in one object is refused",
    arguments: [
      ("{\"a\":1,\"b\":2,\"a\":3}", 13, "/a"), ("{\"a\":1,\"\\u0061\":2}", 7, "/a"), ("{\"\":1,\"\":2}", 6, "/"),
      ("{\"x\":{\"~/\":[{\"q\":1,\"q\":\"\\\"\"}]}}", 19, "/x/~0~1/0/q"),
      ("{\"estimatedOffset\":1,\"k\":[],\"estimatedOffset\":2}", 28, "/estimatedOffset"),
      ("[\"a\\\"\",{\"b\":\"c\",\"b\":1}]", 16, "/1/b"),
      ("[[0.5,1.5],[0,1],7,{\"a\":1,\"a\":2}]", 26, "/3/a"), ("[[0.5,{\"a\":1,\"a\":2}]]", 13, "/0/1/a"),
      ("{\"p\":[[0.5,1.5],[[],[]],[{},{}],0.5],\"p\":0}", 37, "/p"),
    ])
  func repeatedNames(_ text: String, offset: Int, pointer: String) throws {
    let fault = try #require(syntaxFault(text))
    #expect(fault.offset == offset)
    #expect(fault.pointer == pointer)
    #expect(fault.message.contains("twice"))
  }

  @Test("Names that differ only in the middle, or by a final zero, are different")
  func similarNames() {
    #expect(syntaxFault("{\"aaaaaaaa1aaaaaaaaa\":1,\"aaaaaaaa2aaaaaaaaa\":2,\"a\":3,\"a\\u0000\":4}") == nil)
  }

  @Test("Repetitions are found at every place of a large object", arguments: [15, 16, 17, 100, 5000])
  func repetitionsInLargeObjects(_ count: Int) throws {
    let names = (0..<count).map { "\"name \($0)\":[\($0)]" }
    #expect(syntaxFault("{\(names.joined(separator: ","))}") == nil)
    for place in [0, count / 2, count - 1] {
      let fault = try #require(syntaxFault("{\(names.joined(separator: ",")),\"name \(place)\":0}"))
      #expect(fault.pointer == "/name \(place)")
    }
  }

  @Test("Hundreds of thousands of names are checked in linear time")
  func manyNames() {
    let names = (0..<700_000).map { "\"\($0)\":0" }.joined(separator: ",")
    let body = ByteBuffer("{\(names)}")
    let start = clock()
    _ = try? JSONDocument(parsing: body)
    let milliseconds = Double(clock() - start) / Double(CLOCKS_PER_SEC) * 1000
    print("700 000 names, \(body.count) bytes: \(milliseconds) ms of the process")
    // Generous, for other tests run beside this one; pairwise comparison would take minutes.
    #expect(milliseconds < 20_000)
  }

  @Test("Two documents can live at once on a thread")
  func twoDocuments() throws {
    let first = try JSONDocument(parsing: ByteBuffer("[\"first\"]"))
    let second = try JSONDocument(parsing: ByteBuffer("[\"second\"]"))
    #expect(first.root[0]?.string == "first")
    #expect(second.root[0]?.string == "second")
  }
}

@Suite("The parser's memory")
struct JSONParserMemoryTests {
  /// Runs on a thread of its own, whose parser nobody has used.
  private func onNewThread(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let boxed = unsafe Unmanaged.passRetained(Box(body))
    unsafe pthread_create(
      &thread, nil,
      {
        guard let argument = unsafe $0 else { return nil }
        unsafe Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, boxed.toOpaque())
    pthread_join(thread, nil)
  }

  private final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  @Test("The first body of a thread may be empty")
  func emptyFirst() {
    onNewThread {
      #expect(syntaxFault("")?.offset == 0)
      #expect(syntaxFault("{}") == nil)
    }
  }

  @Test("A huge document's memory is given back, a small one's is kept for the next")
  func memoryIsBounded() {
    onNewThread {
      #expect(JSONDocument.spareCapacity == 0)
      #expect(syntaxFault("{}") == nil)
      let small = JSONDocument.spareCapacity
      #expect(small > 0 && small <= 1 << 20)
      #expect(syntaxFault("[" + String(repeating: "1,", count: 1_000_000) + "1]") == nil)
      #expect(JSONDocument.spareCapacity <= 1 << 20)
      #expect(syntaxFault("[1]") == nil)
    }
  }
}
