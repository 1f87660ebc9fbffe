/// Pauses between attempts: each twice as long as the one before, up to a limit, and none exactly so, lest all
/// replicas come at once.
struct Backoff {
  private let range: ClosedRange<Int>
  private var next: Int

  /// - Parameter range: milliseconds.
  init(_ range: ClosedRange<Int>) {
    self.range = range
    next = range.lowerBound
  }

  /// Milliseconds.
  mutating func pause() -> Int {
    defer { next = min(2 * next, range.upperBound) }
    return Int.random(in: next / 2...next)
  }

  mutating func reset() { next = range.lowerBound }
}
