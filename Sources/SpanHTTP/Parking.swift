import SpanMessage

/// The answers of one server that come later. Each connection that waits for one is asleep in the parser, which aborts
/// the process if it is stopped with a sleeper: so all of them are known here.
final class Parking: Sendable {
  private struct Spot {
    let awaited: Awaited
    let end: UInt64
  }

  private struct State {
    var spots: [ObjectIdentifier: Spot] = [:]
    var isClosed = false
  }

  private let state = Locked(State())

  /// False when none may be waited for any more.
  func enter(_ awaited: Awaited, until end: UInt64) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.spots[ObjectIdentifier(awaited)] = Spot(awaited: awaited, end: end)
      return true
    }
  }

  /// The answer went out, or its connection broke.
  func leave(_ awaited: Awaited) {
    _ = state.withLock { $0.spots.removeValue(forKey: ObjectIdentifier(awaited)) }
  }

  /// Answers that are waited for or on their way out.
  var count: Int { state.withLock { $0.spots.count } }

  /// Wakes those that have waited too long.
  func expire(_ now: UInt64) {
    let late = state.withLock { $0.spots.values.filter { $0.end < now } }
    for spot in late { spot.awaited.settle(.overdue) }
  }

  /// Lets nobody in any more and wakes all; none is asleep when this returns.
  func close() {
    let all = state.withLock { state in
      state.isClosed = true
      return Array(state.spots.values)
    }
    for spot in all { spot.awaited.settle(.stopping) }
  }
}
