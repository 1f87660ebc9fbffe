import SpanStore
import Testing

/// A store whose commits wait until the first of them is let go.
struct HeldStore {
  let store: any EventStore
  private let gate = Gate()

  /// - Parameter open: opens a store that calls what it is given before each commit, with the number of appends in it.
  init(_ open: (@escaping @Sendable (Int) -> Void) throws -> any EventStore) throws {
    store = try open { [gate] in if $0 > 0 { gate.pass($0) } }
  }

  /// Appends in each transaction.
  var transactions: [Int] { gate.passed }

  /// Appends all of them while the commit of another log is held; all are written when it returns, the held one too,
  /// which a store that writes on several connections may finish after them.
  func append(_ appends: [Append]) async throws -> Outcomes {
    let (first, outcomes) = (Outcomes(), Outcomes())
    first.append([.create("held")], to: store)
    try await eventually { gate.passed == [1] }
    outcomes.append(appends, to: store)
    gate.open()
    try await eventually { first.count == 1 && outcomes.count == appends.count }
    #expect(first[0] == nil)
    return outcomes
  }
}
