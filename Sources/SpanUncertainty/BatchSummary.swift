#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The figures of simulated batches and whether they have settled (JCGM 101:2008, §7.9.4).
struct BatchSummary {
  let confidence: Double
  private(set) var draws = 0
  /// Of each batch: standard deviation, and the two ends of the central interval.
  private var figures: [Figures] = []

  private struct Figures {
    var standard: Double
    var low: Double
    var high: Double
  }

  init(confidence: Double) { self.confidence = confidence }

  mutating func add(_ values: [Double]) {
    draws += values.count
    let sorted = values.sorted()
    let tail = (1 - confidence) / 2
    let finite = sorted.filter(\.isFinite)
    let mean = finite.reduce(0, +) / Double(max(1, finite.count))
    let square = finite.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    figures.append(
      Figures(
        standard: (square / Double(max(1, finite.count - 1))).squareRoot(), low: Self.quantile(sorted, tail),
        high: Self.quantile(sorted, 1 - tail)))
  }

  var standard: Double { mean(\.standard) }
  var low: Double { mean(\.low) }
  /// nil: beyond every bound.
  var high: Double? { mean(\.high).isFinite ? mean(\.high) : nil }

  /// Twice the standard deviation of each mean is within half a unit of the second digit of u.
  var isStable: Bool {
    guard figures.count >= 2 else { return false }
    guard standard > 0 else { return true }
    let tolerance = 0.5 * pow(10, log10(standard).rounded(.down) - 1)
    return [\Figures.standard, \.low, \.high].allSatisfy { path in
      guard mean(path).isFinite else { return true }
      let m = mean(path)
      let n = Double(figures.count)
      let square = figures.reduce(0) { $0 + ($1[keyPath: path] - m) * ($1[keyPath: path] - m) }
      return 2 * (square / (n * (n - 1))).squareRoot() <= tolerance
    }
  }

  private func mean(_ path: KeyPath<Figures, Double>) -> Double {
    figures.reduce(0) { $0 + $1[keyPath: path] } / Double(max(1, figures.count))
  }

  private static func quantile(_ sorted: [Double], _ p: Double) -> Double {
    guard !sorted.isEmpty else { return 0 }
    let place = Int((p * Double(sorted.count)).rounded(.down))
    return sorted[min(max(place, 0), sorted.count - 1)]
  }
}

extension Uncertainty {
  /// Draws scatter about the value that was found, and a scattered length is hardly ever zero, a scattered angle never
  /// straight. So an end of the range that is at what is possible at all stays there, and the spread does not shrink.
  mutating func apply(_ summary: BatchSummary, to value: Double) {
    let reachesZero = low == 0
    let reachesStraight = flags.contains(.indistinguishableFromStraight)
    let isAtEnd = reachesZero || reachesStraight
    standard = isAtEnd ? max(standard, summary.standard) : summary.standard
    if !reachesZero { low = max(0, summary.low) }
    if !reachesStraight { high = summary.high }
    expanded = high.map { isAtEnd ? max($0 - value, value - low) : ($0 - low) / 2 } ?? expanded
    if standard > 0 { coverageFactor = expanded / standard }
    draws = summary.draws
    flags.removeAll { $0 == .unbounded }
    if high == nil { flags.append(.unbounded) }
  }
}
