/// The shortest decimal that reads back as a double; of those of equal length the nearest.
///
/// R. Giulietti's way (The Schubfach way to render doubles, 2020), for the magnitudes that measurements have: there
/// the power of ten that scales the double up is exact in 128 bits, and so is the comparison of candidates.
struct ShortestDecimal {
  /// 17 digits, the last ones may be zeros.
  let digits: UInt64
  /// How many of the digits stand before the point; zero or negative when zeros stand between it and them.
  let point: Int

  /// nil: zero, not finite, or of a magnitude outside of ``magnitudes``.
  /// - Parameter powers: ``powersOfFive``; whoever makes many decimals asks for them once.
  init?(_ number: Double, _ powers: borrowing [PowerOfFive]) {
    let magnitude = number.magnitude
    guard Self.magnitudes.contains(magnitude) else { return nil }
    // |number| = c · 2^q with 53 bits in c.
    let bits = magnitude.bitPattern
    let fraction = bits & (1 << 52 - 1)
    let c = fraction | 1 << 52
    let q = Int(truncatingIfNeeded: bits >> 52) &- 1075
    // The gap below a power of two is half the one above it.
    let isEven = fraction == 0
    // n = −⌊log₁₀ of the wider gap⌋: units of 10⁻ⁿ are finer than what a digit more would tell.
    let n = 0 &- (q &* 1_262_611 &- (isEven ? 524_031 : 0)) >> 22
    let power = powers[n]
    let shift = q &+ n &+ power.exponent
    func scaled(_ quarters: UInt64) -> UInt64 { Self.product(quarters &<< UInt64(truncatingIfNeeded: shift), power) }
    // The number and the ends of what reads back as it, in quarters of a unit; odd when something was cut off.
    let lower = scaled(4 &* c &- (isEven ? 1 : 2))
    let middle = scaled(4 &* c)
    let upper = scaled(4 &* c &+ 2)
    // The ends themselves read back as an even c.
    let open = c & 1
    func isIn(_ units: UInt64) -> Bool { lower &+ open <= 4 &* units && 4 &* units &+ open <= upper }

    let below = middle >> 2
    let tens = below / 10 &* 10
    let shortest: UInt64
    if isIn(tens) {
      shortest = tens
    } else if isIn(tens &+ 10) {
      shortest = tens &+ 10
    } else if isIn(below) != isIn(below &+ 1) {
      shortest = isIn(below) ? below : below &+ 1
    } else {
      let half = 4 &* below &+ 2
      shortest = middle < half || (middle == half && below & 1 == 0) ? below : below &+ 1
    }
    let isShort = shortest < 10_000_000_000_000_000
    digits = isShort ? shortest &* 10 : shortest
    point = (isShort ? 16 : 17) &- n
  }

  /// From here the power of five still fits, to here no integer is cut.
  private static let magnitudes = 0x1p-120..<0x1p53

  /// 5ⁿ = significand · 2^(exponent − 128), the topmost bit of the significand set.
  struct PowerOfFive {
    fileprivate let high: UInt64
    fileprivate let low: UInt64
    fileprivate let exponent: Int

    fileprivate init(_ power: UInt128) {
      let zeros = power.leadingZeroBitCount
      let significand = power << zeros
      (high, low) = (UInt64(truncatingIfNeeded: significand >> 64), UInt64(truncatingIfNeeded: significand))
      exponent = 128 - zeros
    }
  }

  static let powersOfFive: [PowerOfFive] = {
    var power: UInt128 = 1
    var powers = [PowerOfFive(power)]
    for _ in 1...55 {
      power *= 5
      powers.append(PowerOfFive(power))
    }
    return powers
  }()

  /// The topmost 64 of 192 bits, with its last bit set when any below it is.
  @inline(__always)
  private static func product(_ a: UInt64, _ power: PowerOfFive) -> UInt64 {
    let low = a.multipliedFullWidth(by: power.low)
    let high = a.multipliedFullWidth(by: power.high)
    let (middle, carries) = high.low.addingReportingOverflow(low.high)
    return (high.high &+ (carries ? 1 : 0)) | (middle | low.low == 0 ? 0 : 1)
  }
}
