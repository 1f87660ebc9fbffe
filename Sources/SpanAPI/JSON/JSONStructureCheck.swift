/// What the parser lets pass and this service does not: repeated member names and empty containers one level too deep.
///
/// One pass over the tape. A small object compares fingerprints pairwise; a large one uses a table keyed by the
/// process's random hash seed, so that neither a million names nor chosen collisions make it slow.
enum JSONStructureCheck {
  enum Flaw {
    /// The tape index of the second name.
    case repeatedName(Int)
    case tooDeep(Int)
  }

  static func firstFlaw(in root: JSONValue) -> Flaw? {
    let end = root.endIndex
    var index = root.index
    var depth = 0
    while index < end {
      let value = root.at(index)
      switch value.tag {
      case JSONValue.Tag.object:
        depth &+= 1
        if depth > JSONDocument.maximumDepth { return .tooDeep(index) }
        if let repeated = repeatedName(in: JSONObject(value: value)) { return .repeatedName(repeated) }
        index &+= 1
      case JSONValue.Tag.array:
        depth &+= 1
        if depth > JSONDocument.maximumDepth { return .tooDeep(index) }
        index &+= 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth &-= 1
        index &+= 1
      default:
        index = value.endIndex
      }
    }
    return nil
  }

  private static let smallObject = 16

  private static func repeatedName(in object: JSONObject) -> Int? {
    var seen = InlineArray<16, UInt64>(repeating: 0)
    var count = 0
    for member in object {
      if count == smallObject { return repeatedNameByTable(in: object) }
      let print = fingerprint(of: member.name)
      for earlier in 0..<count where seen[earlier] == print {
        // Fingerprints may agree by chance; only then are the bytes looked at.
        if hasEqual(member.name, in: object) { return member.name.index }
        break
      }
      seen[count] = print
      count &+= 1
    }
    return nil
  }

  private static func hasEqual(_ name: JSONValue, in object: JSONObject) -> Bool {
    for member in object {
      if member.name.index == name.index { return false }
      if sameText(member.name, name) { return true }
    }
    return false
  }

  private static func repeatedNameByTable(in object: JSONObject) -> Int? {
    var count = 0
    for _ in object { count &+= 1 }
    var capacity = 64
    while capacity < count &* 2 { capacity &*= 2 }
    // A slot holds 32 bits of hash above the 32-bit tape index of a name; 0 is free.
    var table = [UInt64](repeating: 0, count: capacity)
    for member in object {
      var hasher = Hasher()
      unsafe hasher.combine(bytes: member.name.utf8)
      let hash = UInt64(truncatingIfNeeded: hasher.finalize())
      let entry = (hash & 0xFFFF_FFFF_0000_0000) | UInt64(truncatingIfNeeded: member.name.index)
      var slot = Int(truncatingIfNeeded: hash) & (capacity &- 1)
      while table[slot] != 0 {
        if (table[slot] ^ entry) >> 32 == 0,
          sameText(member.name.at(Int(truncatingIfNeeded: table[slot] & 0xFFFF_FFFF)), member.name)
        {
          return member.name.index
        }
        slot = (slot &+ 1) & (capacity &- 1)
      }
      table[slot] = entry
    }
    return nil
  }

  private static func sameText(_ a: JSONValue, _ b: JSONValue) -> Bool {
    let a = unsafe a.utf8
    let b = unsafe b.utf8
    return unsafe a.count == b.count && a.elementsEqual(b)
  }

  /// Length, the first eight and the last eight bytes, stirred together.
  @inline(__always)
  private static func fingerprint(of name: JSONValue) -> UInt64 {
    let bytes = unsafe name.utf8
    let length = bytes.count
    guard let start = bytes.baseAddress else { return 0 }
    // The string buffer is readable past its end, see the C header.
    var head = unsafe start.loadUnaligned(as: UInt64.self).littleEndian
    if length < 8 { head &= (1 &<< UInt64(truncatingIfNeeded: length &* 8)) &- 1 }
    let tail = length > 8 ? unsafe (start + (length &- 8)).loadUnaligned(as: UInt64.self) : 0
    return head ^ (tail &* 0x9E37_79B9_7F4A_7C15) ^ (UInt64(truncatingIfNeeded: length) &<< 57)
  }
}
