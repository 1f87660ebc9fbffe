#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif
internal import SpanGeometry

/// Standard normal numbers from a seeded generator, by Marsaglia's polar method (1964).
struct NormalSource {
  private var random: SplitMix64
  private var spare: Double?

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func next() -> Double {
    if let spare {
      self.spare = nil
      return spare
    }
    while true {
      let (x, y) = (uniform(), uniform())
      let square = x * x + y * y
      guard square < 1, square > 0 else { continue }
      let factor = (-2 * log(square) / square).squareRoot()
      spare = y * factor
      return x * factor
    }
  }

  mutating func vector() -> Vector3 { Vector3(next(), next(), next()) }

  /// From −1 to 1.
  private mutating func uniform() -> Double {
    // 53 random bits.
    Double(random.next() >> 11) * 0x1p-52 - 1
  }
}
