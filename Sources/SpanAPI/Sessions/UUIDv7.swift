/// Ids that sort by the time they were made (RFC 9562 §5.7).
enum UUIDv7 {
  /// - Parameter time: milliseconds since 1970, UTC.
  static func make(at time: Int64) -> String {
    var random = SystemRandomNumberGenerator()
    let high = UInt64(truncatingIfNeeded: time) << 16 | 0x7000 | random.next() & 0x0FFF
    let low = 0x8000_0000_0000_0000 | random.next() >> 2
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for (word, dashes) in [(high, [8, 12]), (low, [0, 4])] {
      for place in 0..<16 {
        if dashes.contains(place) { text.append(UInt8(ascii: "-")) }
        let nibble = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * place)) & 15
        text.append(nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
