import SpanGeometry

/// A seeded source of random things; tests that use it take the seed as an argument, so a failure names it.
struct Random {
  private var bits: SplitMix64

  init(_ seed: UInt64) { bits = SplitMix64(seed: seed) }

  static let seeds: [UInt64] = Array(1...8)

  mutating func uniform(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * Double.random(in: 0..<1, using: &bits)
  }

  mutating func integer(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &bits) }

  mutating func vector(_ reach: Double = 1) -> Vector3 {
    Vector3(uniform(-reach, reach), uniform(-reach, reach), uniform(-reach, reach))
  }

  mutating func unit() -> Vector3 {
    while true {
      let v = vector()
      if (0.01...1).contains(v.length) { return v / v.length }
    }
  }

  mutating func rotation() -> Matrix3 { Matrix3(rotationVector: uniform(-3, 3) * unit()) }

  mutating func pose(_ reach: Double = 5) -> Pose { Pose(rotation: rotation(), position: vector(reach)) }
}
