import SpanMessage
import SpanStore

/// What became of appends, by their places.
final class Outcomes: Sendable {
  private let faults = Locked<[Int: StoreFault?]>([:])

  var count: Int { faults.withLock { $0.count } }

  subscript(place: Int) -> StoreFault? { faults.withLock { $0[place] ?? nil } }

  /// Appends all at once.
  func append(_ appends: [Append], to store: any EventStore) {
    for (place, append) in appends.enumerated() {
      store.append(append) { result in
        var fault: StoreFault?
        if case .failure(let failure) = result { fault = failure }
        self.faults.withLock { $0[place] = fault }
      }
    }
  }
}
