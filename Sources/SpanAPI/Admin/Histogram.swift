/// Values counted by the bucket they fall into.
struct Histogram: Sendable {
  /// Upper bounds of the buckets, ascending.
  let bounds: [Double]
  /// One more than the bounds: the last is what exceeds them all.
  private(set) var counts: [UInt64]
  private(set) var sum = 0.0

  init(_ bounds: [Double]) {
    self.bounds = bounds
    counts = [UInt64](repeating: 0, count: bounds.count + 1)
  }

  mutating func add(_ value: Double) {
    counts[bounds.firstIndex { value <= $0 } ?? bounds.count] &+= 1
    sum += value
  }

  /// Seconds, from 50 µs up.
  static let durations = [
    50e-6, 100e-6, 250e-6, 500e-6, 1e-3, 2.5e-3, 5e-3, 10e-3, 25e-3, 50e-3, 100e-3, 250e-3, 1, 5,
  ]
  /// Of what is done together.
  static let counts: [Double] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000]
}
