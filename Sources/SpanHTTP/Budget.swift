import Synchronization

/// How much of something all connections together may hold.
package final class Budget: Sendable {
  private let limit: Int
  private let held = Atomic(0)

  package init(limit: Int) { self.limit = limit }

  /// What is held now.
  package var used: Int { held.load(ordering: .relaxed) }

  /// Takes `amount`, or nothing if that would be too much.
  package func take(_ amount: Int) -> Bool {
    // Several threads may overshoot for a moment and then all give back: refused a little early, never exceeded.
    if held.wrappingAdd(amount, ordering: .relaxed).newValue <= limit { return true }
    give(amount)
    return false
  }

  package func give(_ amount: Int) { held.wrappingSubtract(amount, ordering: .relaxed) }
}
