/// The member names an object may have, as cases whose raw values count from 0 in the order of ``names``.
protocol MemberSet: RawRepresentable<Int> {
  static var names: MemberNames { get }
}

/// Names prepared for comparison word by word: at most 24 names of at most 24 ASCII bytes.
struct MemberNames {
  struct Name {
    var text: String
    var length: UInt32
    var head: UInt64
    var middle: UInt64
    var tail: UInt64
  }

  let list: [Name]

  /// - Parameter text: the names with one space between them.
  init(_ text: String) {
    list = text.split(separator: " ").map { name in
      var words: [UInt64] = [0, 0, 0]
      for (place, byte) in name.utf8.enumerated() { words[place / 8] |= UInt64(byte) << UInt64(place % 8 * 8) }
      return Name(
        text: String(name), length: UInt32(name.utf8.count), head: words[0], middle: words[1], tail: words[2])
    }
  }

  /// The place of a name in the list; nil when it is not there.
  @inline(__always)
  func place(of name: JSONValue) -> Int? {
    let bytes = unsafe name.utf8
    guard bytes.count <= 24, let start = bytes.baseAddress else { return nil }
    let length = UInt32(truncatingIfNeeded: bytes.count)
    // The string buffer is readable past its end, see the C header.
    let head = unsafe start.loadUnaligned(as: UInt64.self).littleEndian & Self.mask(length)
    for place in list.indices {
      let candidate = list[place]
      guard candidate.length == length, candidate.head == head else { continue }
      if length <= 8 { return place }
      let middle = unsafe (start + 8).loadUnaligned(as: UInt64.self).littleEndian & Self.mask(length &- 8)
      guard candidate.middle == middle else { continue }
      if length <= 16 { return place }
      let tail = unsafe (start + 16).loadUnaligned(as: UInt64.self).littleEndian & Self.mask(length &- 16)
      if candidate.tail == tail { return place }
    }
    return nil
  }

  /// The low `length` bytes.
  @inline(__always)
  private static func mask(_ length: UInt32) -> UInt64 { length >= 8 ? .max : (1 &<< UInt64(length &* 8)) &- 1 }
}

/// An object's members sorted into the slots of a ``MemberSet``.
struct Members<Name: MemberSet> {
  let object: JSONValue
  private var slots = InlineArray<24, UInt32>(repeating: 0)

  /// Notes a fault for each member that the set does not have; nil when the value is no object.
  init?(_ value: JSONValue, _ faults: inout Faults) {
    guard let members = value.object else {
      faults.expected("object", at: value)
      return nil
    }
    object = value
    let names = Name.names
    for member in members {
      if let place = names.place(of: member.name) {
        slots[place] = UInt32(truncatingIfNeeded: member.value.index)
      } else {
        faults.unknownMember(member.name, known: names)
        if faults.isFull { break }
      }
    }
  }

  /// The value of a member; nil when it is absent or `null`.
  @inline(__always)
  subscript(_ name: Name) -> JSONValue? { self[place: name.rawValue] }

  /// The same by the place of the name in the list.
  @inline(__always)
  subscript(place place: Int) -> JSONValue? {
    let index = slots[place]
    guard index != 0 else { return nil }
    let value = object.at(Int(index))
    return value.isNull ? nil : value
  }
}
