/// A bucket that fills at a steady rate and gives a token to each request. Times are seconds of a clock that nobody sets.
struct TokenBucket: Equatable {
  private var tokens: Double
  private var time: Double

  init(_ limits: KeyLimits, now: Double) {
    tokens = Double(limits.capacity)
    time = now
  }

  /// - Returns: was there one left?
  mutating func take(_ limits: KeyLimits, now: Double) -> Bool {
    fill(limits, now: now)
    guard tokens >= 1 else { return false }
    tokens -= 1
    return true
  }

  /// Whole tokens that are left, seconds until the bucket is full, and until there is one; rounded up.
  mutating func state(_ limits: KeyLimits, now: Double) -> (left: Int, full: Int, next: Int) {
    fill(limits, now: now)
    func seconds(_ missing: Double) -> Int { Int((max(0, missing) / limits.rate).rounded(.up)) }
    return (Int(tokens), seconds(Double(limits.capacity) - tokens), seconds(1 - tokens))
  }

  private mutating func fill(_ limits: KeyLimits, now: Double) {
    tokens = min(Double(limits.capacity), tokens + max(0, now - time) * limits.rate)
    time = max(time, now)
  }
}
