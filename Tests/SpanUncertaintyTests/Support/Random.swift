import Foundation
import SpanGeometry

/// A seeded source of random numbers. The same seed gives the same test; a failing seed is named by the test.
struct Random: Sendable {
  private var bits: SplitMix64
  private var spare: Double?

  init(_ seed: UInt64) { bits = SplitMix64(seed: seed) }

  mutating func uniform(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * (Double(bits.next() >> 11) * 0x1p-53)
  }

  mutating func logUniform(_ low: Double, _ high: Double) -> Double { exp(uniform(log(low), log(high))) }

  mutating func chance(_ probability: Double) -> Bool { uniform(0, 1) < probability }

  mutating func integer(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(bits.next() % UInt64(range.count))
  }

  mutating func pick<T>(_ choices: [T]) -> T { choices[integer(0...choices.count - 1)] }

  /// Standard normal (Box & Muller).
  mutating func normal() -> Double {
    if let spare {
      self.spare = nil
      return spare
    }
    let radius = (-2 * log(1 - uniform(0, 1))).squareRoot()
    let angle = uniform(0, 2 * .pi)
    spare = radius * sin(angle)
    return radius * cos(angle)
  }

  mutating func normal(_ sigma: Double) -> Double { sigma * normal() }

  mutating func normals(_ sigma: Double) -> Vector3 { Vector3(normal(sigma), normal(sigma), normal(sigma)) }

  mutating func vector(_ reach: Double) -> Vector3 {
    Vector3(uniform(-reach, reach), uniform(-reach, reach), uniform(-reach, reach))
  }

  /// A rotation by up to ±π about a random axis.
  mutating func rotation() -> Matrix3 { Matrix3(rotationVector: vector(.pi / 3.0.squareRoot())) }

  mutating func matrix() -> Matrix3 { Matrix3(columns: vector(1), vector(1), vector(1)) }
}
