/// How much may be asked with one key.
package struct KeyLimits: Sendable, Equatable {
  /// Requests a second, in the long run; 0: as many as come.
  package var rate: Double
  /// Requests at once after a pause; 0: what the rate gives in a second.
  package var burst: Int
  /// Requests, and streams, that are being answered; 0: as many as come.
  package var concurrency: Int

  package init(rate: Double = 0, burst: Int = 0, concurrency: Int = 0) {
    self.rate = rate
    self.burst = burst
    self.concurrency = concurrency
  }

  /// What a full bucket holds.
  var capacity: Int { burst > 0 ? burst : max(1, Int(min(rate, Self.mostRate).rounded(.up))) }

  /// Requests a second, and at once.
  package static let mostRate = 1e6
  package static let mostBurst = 1_000_000
  /// One request in a quarter of an hour.
  package static let leastRate = 0.001
}
