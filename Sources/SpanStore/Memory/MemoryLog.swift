/// One log in memory.
struct MemoryLog {
  private(set) var head: SessionHead
  private(set) var snapshot: Snapshot?
  /// Those behind the horizon.
  private var events: [StoredEvent]
  private var horizon = 0
  /// Of all events that came.
  private(set) var bytes: Int

  /// - Parameter creation: an append that was found to fit.
  init(_ creation: Append) {
    head = SessionHead(
      id: creation.session, tenant: creation.tenant, version: creation.base + creation.events.count,
      createdAt: creation.at, updatedAt: creation.at, summary: creation.summary)
    events = creation.events
    bytes = creation.eventBytes
    horizon = creation.base
    keepSnapshot(of: creation)
  }

  func isContinued(by append: Append, from version: Int) -> Bool {
    head.version == version && append.isNumbered(from: version) && append.snapshot?.version ?? .max >= horizon
  }

  /// - Parameter append: that was found to fit.
  mutating func extend(_ append: Append) {
    head.version += append.events.count
    head.updatedAt = append.at
    head.summary = append.summary
    events += append.events
    bytes += append.eventBytes
    keepSnapshot(of: append)
  }

  var usage: TenantUsage { TenantUsage(sessions: 1, events: head.version, bytes: bytes) }

  func events(after sequence: Int, limit: Int) throws(StoreFault) -> [StoredEvent] {
    let sequence = max(0, sequence)
    guard sequence >= horizon else { throw .compacted(horizon: horizon) }
    var room = StoredEvent.pageBytes
    let page = events.dropFirst(sequence - horizon).prefix(max(0, limit)).prefix { event in
      defer { room -= event.data.count }
      return room > 0
    }
    return Array(page)
  }

  private mutating func keepSnapshot(of append: Append) {
    guard let snapshot = append.snapshot else { return }
    self.snapshot = snapshot
    guard append.compacts else { return }
    events.removeFirst(snapshot.version - horizon)
    horizon = snapshot.version
  }
}
