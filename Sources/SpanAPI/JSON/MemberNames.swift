/// Names prepared to be found at once: at most 24 of at most 24 ASCII bytes.
final class MemberNames: Sendable {
  struct Name {
    let text: String
    let print: NamePrint
    /// The bytes behind the first eight; counts when print does not hold the whole name.
    let middle: UInt64
  }

  let list: [Name]
  /// The place of a name in the list, by the topmost bits of its hash times ``multiplier``; no two share a slot.
  private let slots: [UInt8]
  private let multiplier: UInt64

  /// - Parameter text: the names with one space between them.
  init(_ text: String) {
    list = text.split(separator: " ").map(String.init).map { name in
      Name(text: name, print: NamePrint(name), middle: NamePrint.word(name.utf8.dropFirst(8).prefix(8)))
    }
    var multiplier: UInt64 = 1
    while true {
      if let slots = Self.slots(list, multiplier) {
        (self.slots, self.multiplier) = (slots, multiplier)
        return
      }
      multiplier &+= 2
    }
  }

  /// nil when two names meet in a slot.
  private static func slots(_ list: [Name], _ multiplier: UInt64) -> [UInt8]? {
    var slots = [UInt8](repeating: 0, count: 64)
    var taken: UInt64 = 0
    for (place, name) in list.enumerated() {
      let slot = slot(of: name.print, multiplier)
      if taken & 1 << slot != 0 { return nil }
      taken |= 1 << slot
      slots[slot] = UInt8(place)
    }
    return slots
  }

  @inline(__always)
  private static func slot(of print: NamePrint, _ multiplier: UInt64) -> Int {
    Int(truncatingIfNeeded: (print.hash &* multiplier) >> 58)
  }

  /// The place of a name in the list; nil when it is not there.
  @inline(__always)
  func place(of name: JSONValue) -> Int? {
    let print = NamePrint(name)
    let place = Int(truncatingIfNeeded: slots[Self.slot(of: print, multiplier)])
    // A list without names has a place in no slot.
    guard place < list.count, list[place].print == print else { return nil }
    if print.isWhole { return place }
    guard print.length <= 24, let start = unsafe name.utf8.baseAddress else { return nil }
    let middle = unsafe (start + 8).loadUnaligned(as: UInt64.self).littleEndian
    return list[place].middle == middle ? place : nil
  }
}
