internal import SpanSession

/// Look-up of ids as they were sent: two ids are equal when their bytes are.
///
/// Swift's own `String ==` would take canonically equivalent spellings for one id.
struct NameIndex<Value> {
  /// Up to here a walk over the entries is quicker than a table.
  private static var few: Int { 16 }

  private struct Entry {
    let text: String
    let print: NamePrint
    let value: Value

    @inline(__always)
    func has(_ name: String, _ print: NamePrint) -> Bool {
      self.print == print && (print.isWhole || Identifier.same(text, name))
    }
  }

  private var entries: [Entry] = []
  /// A table with open addressing, at most half full; none for few entries. In a slot: the upper half of the hash of a
  /// name, and the place of its entry, counted from 1; 0 is free.
  private var slots: [UInt64] = []

  /// Makes room for this many names.
  mutating func reserveCapacity(_ count: Int) {
    entries.reserveCapacity(count)
    if count > Self.few { makeSlots(for: count) }
  }

  /// The value of a name; nil when it is not known.
  subscript(_ name: String) -> Value? {
    let print = NamePrint(name)
    if slots.isEmpty { return entries.first { $0.has(name, print) }?.value }
    let found = slots[slot(of: name, print, Self.hash(of: name, print))]
    return found == 0 ? nil : entries[Self.place(found)].value
  }

  /// Adds a name.
  /// - Returns: false when it is there already; the older value stays.
  mutating func insert(_ name: String, _ value: Value) -> Bool { insert(name, NamePrint(name), value) }

  /// The same for a name whose print is known.
  mutating func insert(_ name: String, _ print: NamePrint, _ value: Value) -> Bool {
    if slots.isEmpty, entries.count < Self.few {
      if entries.contains(where: { $0.has(name, print) }) { return false }
    } else {
      if slots.count < 2 &* (entries.count &+ 1) { makeSlots(for: 2 &* entries.count) }
      let hash = Self.hash(of: name, print)
      let slot = slot(of: name, print, hash)
      if slots[slot] != 0 { return false }
      slots[slot] = hash | UInt64(truncatingIfNeeded: entries.count &+ 1)
    }
    entries.append(Entry(text: name, print: print, value: value))
    return true
  }

  private mutating func makeSlots(for count: Int) {
    var capacity = 4 * Self.few
    while capacity < 2 * count { capacity *= 2 }
    slots = [UInt64](repeating: 0, count: capacity)
    for (place, entry) in entries.enumerated() {
      let hash = Self.hash(of: entry.text, entry.print)
      slots[slot(of: entry.text, entry.print, hash)] = hash | UInt64(truncatingIfNeeded: place &+ 1)
    }
  }

  /// The slot that a name has, or could take.
  private func slot(of name: String, _ print: NamePrint, _ hash: UInt64) -> Int {
    let last = slots.count &- 1
    var slot = Int(truncatingIfNeeded: hash >> 32) & last
    while slots[slot] != 0 {
      if (slots[slot] ^ hash) >> 32 == 0, entries[Self.place(slots[slot])].has(name, print) { break }
      slot = (slot &+ 1) & last
    }
    return slot
  }

  private static func place(_ slot: UInt64) -> Int { Int(truncatingIfNeeded: slot & 0xFFFF_FFFF) &- 1 }

  /// The upper half of it. Nobody who does not know the secret can choose names that meet.
  private static func hash(of name: String, _ print: NamePrint) -> UInt64 {
    var product = (print.head ^ secret.0).multipliedFullWidth(by: print.tail ^ secret.1)
    // Of a longer name the print knows only the ends.
    if !print.isWhole { product.high ^= UInt64(truncatingIfNeeded: Identifier(name).hashValue) }
    // Odd, 2⁶⁴ over the golden ratio: spreads what differs in few bits.
    return ((product.high ^ product.low) &* 0x9E37_79B9_7F4A_7C15) & 0xFFFF_FFFF_0000_0000
  }
}

/// Of this process.
private let secret = (UInt64.random(in: 0...UInt64.max), UInt64.random(in: 0...UInt64.max))
