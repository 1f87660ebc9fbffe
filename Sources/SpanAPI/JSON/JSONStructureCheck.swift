/// What the parser lets pass and this service does not: repeated member names and empty containers one level too deep.
///
/// One pass over the tape. A small object compares prints pairwise; a large one uses a table keyed by the
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
      case JSONValue.Tag.array:
        if depth == JSONDocument.maximumDepth { return .tooDeep(index) }
        depth &+= 1
        index &+= 1
        // Most arrays hold numbers, or pairs of them; the parser has seen to the depth of what is not empty.
        while root.at(index).isPairOfDoubles { index &+= JSONValue.wordsOfPair }
        while root.at(index).isNumber { index &+= 2 }
      case JSONValue.Tag.object:
        if depth == JSONDocument.maximumDepth { return .tooDeep(index) }
        depth &+= 1
        if let object = value.object, let repeated = repeatedName(in: object, value) {
          return .repeatedName(repeated)
        }
        index &+= 1
      case JSONValue.Tag.arrayEnd, JSONValue.Tag.objectEnd:
        depth &-= 1
        index &+= 1
      case JSONValue.Tag.string:
        index &+= 1
      default:
        index = value.endIndex
      }
    }
    return nil
  }

  private static let smallObject = 16

  private static func repeatedName(in object: JSONObject, _ value: JSONValue) -> Int? {
    var seen = InlineArray<16, UInt64>(repeating: 0)
    var count = 0
    for member in object {
      if count == smallObject { return repeatedNameByTable(in: object, value) }
      let print = NamePrint(member.name).hash
      for earlier in 0..<count where seen[earlier] == print {
        // Prints may agree by chance; only then are the bytes looked at.
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

  /// Hash in the upper half, tape index of the name in the lower.
  private typealias Entry = UInt64

  /// More names than this are first sorted into parts by their hash, so that each part's table stays in the cache.
  private static let onePart = 4096

  private static func repeatedNameByTable(in object: JSONObject, _ value: JSONValue) -> Int? {
    var entries: [Entry] = []
    for member in object {
      var hasher = Hasher()
      unsafe hasher.combine(bytes: member.name.utf8)
      let hash = UInt64(truncatingIfNeeded: hasher.finalize())
      entries.append((hash & 0xFFFF_FFFF_0000_0000) | UInt64(truncatingIfNeeded: member.name.index))
    }
    if entries.count <= onePart { return repeatedName(among: entries[...], of: value) }
    let (sorted, ends) = parted(entries)
    var start = 0
    var first: Int?
    for end in ends {
      if let repeated = repeatedName(among: sorted[start..<end], of: value) {
        first = min(repeated, first ?? .max)
      }
      start = end
    }
    return first
  }

  /// The entries by the uppermost eight bits of their hashes, in order within each part, and where the parts end.
  private static func parted(_ entries: [Entry]) -> (sorted: [Entry], ends: [Int]) {
    var ends = [Int](repeating: 0, count: 256)
    for entry in entries { ends[Int(entry >> 56)] &+= 1 }
    var total = 0
    for part in ends.indices {
      let count = ends[part]
      ends[part] = total
      total &+= count
    }
    var sorted = [Entry](repeating: 0, count: entries.count)
    for entry in entries {
      let part = Int(entry >> 56)
      sorted[ends[part]] = entry
      ends[part] &+= 1
    }
    return (sorted, ends)
  }

  /// The first name among the entries that an earlier one repeats, by a table with open addressing.
  private static func repeatedName(among entries: ArraySlice<Entry>, of value: JSONValue) -> Int? {
    var capacity = 64
    while capacity < entries.count &* 2 { capacity &*= 2 }
    // The tape index is never 0, so neither is an entry: 0 is a free slot.
    var table = [Entry](repeating: 0, count: capacity)
    for entry in entries {
      let name = value.at(Int(truncatingIfNeeded: entry & 0xFFFF_FFFF))
      var slot = Int(truncatingIfNeeded: entry >> 32) & (capacity &- 1)
      while table[slot] != 0 {
        if (table[slot] ^ entry) >> 32 == 0,
          sameText(value.at(Int(truncatingIfNeeded: table[slot] & 0xFFFF_FFFF)), name)
        {
          return name.index
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
}
