internal import SpanMessage

/// Ids that sort by the time they were made (RFC 9562 §5.7), also those of one millisecond, as far as one process made
/// them (§6.2, a counter in `rand_a`).
enum UUIDv7 {
  private struct Last {
    var time: Int64 = 0
    var count: UInt64 = 0
  }

  private static let last = Locked(Last())
  private static let mostCounts: UInt64 = 0x0FFF

  /// - Parameter time: milliseconds since 1970, UTC.
  static func make(at time: Int64) -> String {
    var random = SystemRandomNumberGenerator()
    // Room to count on in, whatever the start.
    let start = random.next() & (mostCounts >> 1)
    let place = last.withLock { last in
      if time > last.time {
        last = Last(time: time, count: start)
      } else if last.count < mostCounts {
        last.count += 1
      } else {
        last = Last(time: last.time + 1, count: start)
      }
      return last
    }
    let high = UInt64(truncatingIfNeeded: place.time) << 16 | 0x7000 | place.count
    let low = 0x8000_0000_0000_0000 | random.next() >> 2
    return text(high, low)
  }

  /// Does a text look like one?
  static func isOne(_ text: String) -> Bool {
    text.utf8.count == 36
      && text.utf8.enumerated().allSatisfy { place, byte in
        [8, 13, 18, 23].contains(place)
          ? byte == UInt8(ascii: "-")
          : "0123456789abcdef".utf8.contains(byte)
      }
  }

  private static func text(_ high: UInt64, _ low: UInt64) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for (word, dashes) in [(high, [8, 12]), (low, [0, 4])] {
      for place in 0..<16 {
        if dashes.contains(place) { text.append(UInt8(ascii: "-")) }
        text.append(Hexadecimal.digit(UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * place)) & 15))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
