internal import SpanMessage

/// Milliseconds since 1970, UTC, as they are stored; as text in answers (RFC 3339).
package enum Timestamp {
  package static var now: Int64 { WallClock.now() }

  /// Up to the last year that is written with four digits.
  static let range: ClosedRange<Int64> = 0...253_402_300_799_999

  /// `2026-03-01T12:30:00.250Z`.
  package static func text(_ milliseconds: Int64) -> String {
    let (days, rest) = milliseconds.quotientAndRemainderFloored(by: 86_400_000)
    let (year, month, day) = date(days)
    let seconds = rest / 1000
    return unsafe String(unsafeUninitializedCapacity: 24) { bytes in
      var count = 0
      func put(_ number: Int64, _ digits: Int, _ end: Unicode.Scalar) {
        var number = number
        for place in stride(from: count + digits - 1, through: count, by: -1) {
          unsafe bytes[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10)
          number /= 10
        }
        unsafe bytes[count + digits] = UInt8(ascii: end)
        count += digits + 1
      }
      put(year, 4, "-")
      put(month, 2, "-")
      put(day, 2, "T")
      put(seconds / 3600, 2, ":")
      put(seconds / 60 % 60, 2, ":")
      put(seconds % 60, 2, ".")
      put(rest % 1000, 3, "Z")
      return count
    }
  }

  /// Reads `2026-03-01T12:30:00Z`, with or without up to three digits of a fraction; nil: it is something else.
  static func milliseconds(_ text: String) -> Int64? {
    var rest = text.utf8[...]
    func number(_ digits: ClosedRange<Int>, _ values: ClosedRange<Int64>) -> Int64? {
      let taken = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      guard digits.contains(taken.count), let value = Int64(Substring(taken)), values.contains(value) else {
        return nil
      }
      rest = rest.dropFirst(taken.count)
      return value
    }
    func skip(_ byte: Unicode.Scalar) -> Bool { rest.popFirst() == UInt8(ascii: byte) }
    guard let year = number(4...4, 1970...9999), skip("-"), let month = number(2...2, 1...12), skip("-"),
      let day = number(2...2, 1...31), skip("T"), let hour = number(2...2, 0...23), skip(":"),
      let minute = number(2...2, 0...59), skip(":"), let second = number(2...2, 0...59)
    else { return nil }
    var fraction: Int64 = 0
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      let count = rest.count - 1
      guard (1...3).contains(count), let digits = number(count...count, 0...999) else { return nil }
      fraction = [100, 10, 1][count - 1] * digits
    }
    guard skip("Z"), rest.isEmpty else { return nil }
    let days = self.day(year, month, day)
    // What is no day of its month comes back as one of the next.
    guard date(days) == (year, month, day) else { return nil }
    return (days * 86_400 + hour * 3600 + minute * 60 + second) * 1000 + fraction
  }

  /// The number of a date, counted from 1970-01-01.
  private static func day(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    let dayOfYear = (153 * shifted.1 + 2) / 5 + day - 1
    return shifted.0 * 365 + shifted.0 / 4 - shifted.0 / 100 + shifted.0 / 400 + dayOfYear - 719_468
  }

  /// The Gregorian date of a day counted from 1970-01-01. Years are counted from March, so that a leap day is the last.
  private static func date(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = (days + 719_468).quotientAndRemainderFloored(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}

extension Int64 {
  /// The remainder is never negative.
  fileprivate func quotientAndRemainderFloored(by divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
