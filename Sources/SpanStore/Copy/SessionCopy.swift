/// One session on its way from one store to another.
struct SessionCopy {
  let head: SessionHead
  private let source: any EventReader
  private let target: any EventStore
  private let snapshot: Snapshot?
  /// Events up to this one are not kept any more.
  private let horizon: Int
  private var step: Step
  private(set) var isWritten = false

  private enum Step {
    /// What is there is of another log, or was begun otherwise.
    case erase(at: Int)
    case create
    case extend(from: Int)
    /// All events are there; time, summary or snapshot may not be.
    case finish
    case done
  }

  private static let page = 256

  /// How many are kept.
  var events: Int { head.version - horizon }

  init(_ head: SessionHead, from source: any EventReader, to target: any EventStore) throws(StoreFault) {
    self.head = head
    self.source = source
    self.target = target
    snapshot = try source.snapshot(of: head.id)
    horizon = try source.horizon(of: head.id)
    step = .create
    step = try firstStep()
  }

  private func firstStep() throws(StoreFault) -> Step {
    guard let there = try target.head(of: head.id) else { return .create }
    guard there.version <= head.version else { return .done }
    let isWhole = there.version == head.version
    let isOther = try eventsDiffer(through: there.version)
    if isOther || there.createdAt != head.createdAt || there.tenant != head.tenant {
      return isWhole ? .done : .erase(at: there.version)
    }
    guard isWhole else { return .extend(from: there.version) }
    return try isFinished(there) ? .done : .finish
  }

  /// What to append now; nil: nothing more.
  mutating func next() throws(StoreFault) -> Append? {
    switch step {
    case .erase(let version):
      step = .create
      return append(.erase(at: version), at: head.updatedAt)
    case .create:
      let events = try source.events(of: head.id, after: horizon, limit: Self.page)
      go(on: horizon + events.count)
      return append(.create, at: head.createdAt, events, snapshot: start, compacts: horizon > 0)
    case .extend(let version):
      let events = try source.events(of: head.id, after: version, limit: Self.page)
      // Somebody has changed the source: that will be seen when the two are compared.
      guard !events.isEmpty else { return finish() }
      go(on: version + events.count)
      return append(.extend(from: version), at: head.updatedAt, events)
    case .finish: return finish()
    case .done: return nil
    }
  }

  private mutating func go(on version: Int) { step = version < head.version ? .extend(from: version) : .finish }

  private mutating func finish() -> Append {
    step = .done
    return append(.extend(from: head.version), at: head.updatedAt, snapshot: snapshot)
  }

  /// Where the events begin, a log needs a snapshot. Its own may be younger and follows at the end; until then there is
  /// an empty one, which nobody takes for the session as it was.
  private var start: Snapshot? {
    guard horizon > 0 else { return nil }
    return snapshot?.version == horizon ? snapshot : Snapshot(version: horizon, data: [])
  }

  private mutating func append(
    _ change: Append.Change, at time: Int64, _ events: [StoredEvent] = [], snapshot: Snapshot? = nil,
    compacts: Bool = false
  ) -> Append {
    isWritten = true
    return Append(
      session: head.id, of: head.tenant, change: change, at: time, events: events, summary: head.summary,
      snapshot: snapshot, compacts: compacts)
  }
}

// MARK: - Comparing

extension SessionCopy {
  /// In what the session is not the same in both stores; nil: in nothing.
  func difference() throws(StoreFault) -> String? {
    guard let there = try target.head(of: head.id) else { return "is not there" }
    guard there.version == head.version else { return "has version \(there.version), not \(head.version)" }
    if try eventsDiffer(through: head.version) { return "has other events" }
    return try isFinished(there) ? nil : "has another owner, summary, time or snapshot"
  }

  private func isFinished(_ there: SessionHead) throws(StoreFault) -> Bool {
    let snapshot = try target.snapshot(of: head.id)
    return there == head && snapshot == self.snapshot
  }

  private func eventsDiffer(through version: Int) throws(StoreFault) -> Bool {
    guard try target.horizon(of: head.id) == horizon else { return true }
    var place = horizon
    while place < version {
      let limit = min(Self.page, version - place)
      let events = try source.events(of: head.id, after: place, limit: limit)
      guard !events.isEmpty, try target.events(of: head.id, after: place, limit: events.count) == events else {
        return true
      }
      place += events.count
    }
    return false
  }
}

extension EventReader {
  /// Up to which event a log is not kept any more.
  fileprivate func horizon(of session: String) throws(StoreFault) -> Int {
    do throws(StoreFault) {
      _ = try events(of: session, after: 0, limit: 1)
      return 0
    } catch {
      guard case .compacted(let horizon) = error else { throw error }
      return horizon
    }
  }
}
