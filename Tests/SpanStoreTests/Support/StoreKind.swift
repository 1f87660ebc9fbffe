import SpanStore

/// What the shared tests run against.
enum StoreKind: CaseIterable, Sendable {
  case memory

  func open(
    maximumSessions: Int = 1_000_000, timeToLive: Int64? = nil, clock: @escaping @Sendable () -> Int64 = { 0 }
  ) throws -> any EventStore {
    switch self {
    case .memory: MemoryEventStore(maximumSessions: maximumSessions, timeToLive: timeToLive, clock: clock)
    }
  }
}
