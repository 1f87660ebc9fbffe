/// The elements of an array, in order.
package struct JSONArray: Sequence {
  fileprivate let value: JSONValue

  /// How many there are; exact below 16 777 215, where the parser stops counting.
  package var count: Int { Int(truncatingIfNeeded: (value.word >> 32) & 0xFF_FFFF) }

  package struct Iterator: IteratorProtocol {
    var position: JSONValue
    let end: Int

    @inline(__always)
    package mutating func next() -> JSONValue? {
      guard position.index < end else { return nil }
      let element = position
      position = position.at(position.endIndex)
      return element
    }
  }

  @inline(__always)
  package func makeIterator() -> Iterator {
    Iterator(position: value.at(value.index &+ 1), end: value.containerEnd &- 1)
  }
}

/// The members of an object, in order.
package struct JSONObject: Sequence {
  fileprivate let value: JSONValue

  package struct Member {
    /// A string.
    package let name: JSONValue
    package let value: JSONValue
  }

  package struct Iterator: IteratorProtocol {
    var position: JSONValue
    let end: Int

    @inline(__always)
    package mutating func next() -> Member? {
      guard position.index < end else { return nil }
      let member = Member(name: position, value: position.at(position.index &+ 1))
      position = position.at(member.value.endIndex)
      return member
    }
  }

  @inline(__always)
  package func makeIterator() -> Iterator {
    Iterator(position: value.at(value.index &+ 1), end: value.containerEnd &- 1)
  }
}

extension JSONValue {
  /// An array of `count` elements that take as many words between its brackets; told by one comparison.
  @inline(__always)
  func isArray(of count: Int, inWords words: Int) -> Bool {
    word == UInt64(Tag.array) &<< 56 | UInt64(truncatingIfNeeded: count &<< 32 | (index &+ words &+ 2))
  }

  /// Two doubles in brackets, as most of what outlines are made of.
  @inline(__always)
  var isPairOfDoubles: Bool {
    isArray(of: 2, inWords: 4) && at(index &+ 1).word == Tag.doubleWord && at(index &+ 3).word == Tag.doubleWord
  }

  /// The words that an array of two numbers takes.
  static let wordsOfPair = 6

  /// Calls `body` with each element of an array of `count` pairs of numbers, until it returns false.
  /// - Returns: false when it did, and when this is another array.
  @inline(__always)
  func eachPair(of count: Int, _ body: (Double, Double) -> Bool) -> Bool {
    guard isArray(of: count, inWords: count &* Self.wordsOfPair) else { return false }
    var pair = at(index &+ 1)
    for _ in 0..<count {
      guard pair.isArray(of: 2, inWords: 4), let first = at(pair.index &+ 1).number,
        let second = at(pair.index &+ 3).number, body(first, second)
      else { return false }
      pair = at(pair.index &+ Self.wordsOfPair)
    }
    return true
  }

  /// nil when this is no array.
  @inline(__always)
  package var array: JSONArray? { tag == Tag.array ? JSONArray(value: self) : nil }

  /// nil when this is no object.
  @inline(__always)
  package var object: JSONObject? { tag == Tag.object ? JSONObject(value: self) : nil }

  /// The member of that name; nil when there is none or this is no object. For tests and rare look-ups.
  package subscript(_ name: String) -> JSONValue? {
    object?.first { $0.name.string == name }?.value
  }

  /// The element at that place; nil when there is none or this is no array. For tests and rare look-ups.
  package subscript(_ place: Int) -> JSONValue? {
    guard let array, place >= 0 else { return nil }
    return array.dropFirst(place).first { _ in true }
  }
}
