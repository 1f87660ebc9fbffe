/// A fault with its place in the request, ready to be written.
package struct RequestFault: Equatable, Sendable {
  /// RFC 6901, for instance `/planes/3/polygon/2/0`; empty for the whole body.
  package var pointer: String
  package var code: FaultCode
  /// A full sentence that names the offending value and the likely mistake.
  package var message: String

  package init(pointer: String, code: FaultCode, message: String) {
    self.pointer = pointer
    self.code = code
    self.message = message
  }
}

/// Everything found wrong with a request that is valid JSON (422).
package struct RequestFaults: Error, Equatable, Sendable {
  /// In the order in which they were found, at least one, at most ``Faults/maximum``.
  package var list: [RequestFault]

  package init(_ list: [RequestFault]) { self.list = list }
}

/// Collects faults while a request is decoded; pointers are made only when there are any.
package struct Faults {
  /// After this many a decoder may stop: a longer list helps nobody.
  package static let maximum = 20

  private struct Entry {
    var index: Int
    var member: String?
    var code: FaultCode
    var message: String
  }

  private var entries: [Entry] = []

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }
  package var isFull: Bool { entries.count >= Self.maximum }
  package var count: Int { entries.count }

  /// Notes a fault of `value`, or of its member `member`, which need not be there.
  @inline(never)
  package mutating func add(
    _ code: FaultCode, at value: JSONValue, member: String? = nil, _ message: @autoclosure () -> String
  ) {
    guard !isFull else { return }
    entries.append(Entry(index: value.index, member: member, code: code, message: message()))
  }

  /// The value has another kind than the one wanted.
  /// - Parameter kind: `object`, `array`, `number`, `string` or `boolean`.
  @inline(never)
  mutating func expected(_ kind: String, at value: JSONValue, hint: String = "") {
    let article = "aeiou".contains(kind.prefix(1)) ? "an" : "a"
    add(
      FaultCode(stringLiteral: kind + ".expected"), at: value,
      "Expected \(article) \(kind), got \(Excerpt.describing(value))." + (hint.isEmpty ? "" : " " + hint))
  }

  @inline(never)
  mutating func missing(_ member: String, in value: JSONValue, hint: String = "") {
    add(
      .memberMissing, at: value, member: member,
      "The member \"\(member)\" is missing." + (hint.isEmpty ? "" : " " + hint))
  }

  @inline(never)
  mutating func unknownMember(_ name: JSONValue, known: MemberNames) {
    let names = known.list.map(\.text)
    guard !names.isEmpty else {
      return add(.memberUnknown, at: name, "There is no member \(Excerpt.quoted(name)) here, nor any other.")
    }
    let text = name.string?.lowercased() ?? ""
    let meant = names.first { $0.lowercased() == text }
    let advice = meant.map { "did you mean \"\($0)\"?" } ?? "known are \(names.joined(separator: ", "))."
    add(.memberUnknown, at: name, "There is no member \(Excerpt.quoted(name)) here; \(advice)")
  }

  /// Throws what was found, with its pointers.
  package func check(in document: borrowing JSONDocument) throws(RequestFaults) {
    guard !isEmpty else { return }
    throw RequestFaults(
      entries.map { entry in
        var pointer = JSONPointer.pointer(to: entry.index, from: document.root)
        if let member = entry.member { pointer += "/" + JSONPointer.escaped(member) }
        return RequestFault(pointer: pointer, code: entry.code, message: entry.message)
      })
  }
}
