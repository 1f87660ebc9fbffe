import SpanAPI
import SpanMessage
import Testing

/// A value as a plain tree, written by hand in the tests and read off the tape.
indirect enum Tree: Equatable {
  case object([String], [Tree])
  case array([Tree])
  case string(String)
  case number(Double)
  case boolean(Bool)
  case null

  init(_ value: JSONValue) {
    switch value.kind {
    case .object:
      var names: [String] = []
      var values: [Tree] = []
      for member in value.object.map(Array.init) ?? [] {
        names.append(member.name.string ?? "?")
        values.append(Tree(member.value))
      }
      self = .object(names, values)
    case .array: self = .array((value.array.map(Array.init) ?? []).map(Tree.init))
    case .string: self = .string(value.string ?? "?")
    case .number: self = .number(value.number ?? .nan)
    case .boolean: self = .boolean(value.boolean ?? false)
    case .null: self = .null
    }
  }
}

@Suite("Reading values off the tape")
struct JSONValueTests {
  @Test(
    "The tape holds what the text says",
    arguments: [
      ("[]", .array([])), ("{}", .object([], [])),
      ("[[],{},[[]]]", .array([.array([]), .object([], []), .array([.array([])])])),
      (
        "[1,-2,3.5,1e3,18446744073709551615]",
        .array([.number(1), .number(-2), .number(3.5), .number(1000), .number(0x1p64)])
      ),
      ("[true,false,null]", .array([.boolean(true), .boolean(false), .null])),
      (
        "{\"b\":1,\"a\":{\"c\":[\"x\",{\"d\":null}]},\"e\":\"\"}",
        .object(
          ["b", "a", "e"],
          [
            .number(1), .object(["c"], [.array([.string("x"), .object(["d"], [.null])])]), .string(""),
          ])
      ),
      ("\"\\u00e4\\ud83c\\udfe0\\\"\\\\\\/\\b\\f\\n\\r\\t\"", .string("ä🏠\"\\/\u{8}\u{c}\n\r\t")),
      ("\"台\u{7f}\\u0000z\"", .string("台\u{7f}\0z")),
      (" [ 1 , [ 2 ] , 3 ] ", .array([.number(1), .array([.number(2)]), .number(3)])),
    ] as [(String, Tree)])
  func tree(_ text: String, expected: Tree) throws {
    let document = try JSONDocument(parsing: ByteBuffer(text))
    #expect(Tree(document.root) == expected)
  }

  @Test("Counts are known before the elements are read", arguments: [0, 1, 2, 1000])
  func counts(_ count: Int) throws {
    let text = "[" + (0..<count).map { $0 % 2 == 0 ? "1.5" : "[[],{}]" }.joined(separator: ",") + "]"
    let document = try JSONDocument(parsing: ByteBuffer(text))
    let array = try #require(document.root.array)
    #expect(array.count == count)
    #expect(Array(array).count == count)
  }

  @Test("Minus zero is read as zero", arguments: ["-0", "-0.0", "-0e5", "-1e-999"])
  func minusZero(_ text: String) throws {
    let document = try JSONDocument(parsing: ByteBuffer("[\(text)]"))
    let number = try #require(document.root[0]?.number)
    #expect(number == 0 && number.sign == .plus)
  }

  @Test("A value of another kind yields nil, not a guess")
  func wrongKinds() throws {
    let document = try JSONDocument(parsing: ByteBuffer("[\"1\",1,null,{},[]]"))
    #expect(document.root[0]?.number == nil)
    #expect(document.root[1]?.string == nil)
    #expect(document.root[1]?.boolean == nil)
    #expect(document.root[2]?.isNull == true)
    #expect(document.root[3]?.array == nil)
    #expect(document.root[4]?.object == nil)
    #expect(document.root[5] == nil)
    #expect(document.root["a"] == nil)
  }
}
