import SpanMessage

/// Takes all sessions of one store to another, whatever the two are. Nobody should write to either in the meantime.
///
/// What was interrupted is gone on with by doing it again: sessions that are there are compared only. Answers to
/// requests with idempotency keys are left behind, since nobody can list them; they last for a day.
public enum StoreCopy {
  public struct Report: Sendable, Equatable {
    /// Sessions that were copied now, wholly or to their ends.
    public var copied = 0
    /// Sessions that were there already.
    public var skipped = 0
    /// Of all these sessions, as far as they are kept.
    public var events = 0
    /// Sessions that are not the same in both, or not sound.
    public var differing = 0
    /// A line for each of those; of many, for the first.
    public var faults: [String] = []
  }

  /// Sessions on their way at the same time: their appends share transactions.
  private static let window = 64
  private static let mostFaults = 100

  /// - Parameter examine: looks at a session in the target that is as it should be, byte by byte.
  ///   Returns what is wrong with it all the same; nil: nothing.
  /// - Throws: when one of the stores fails; what has been copied until then stays.
  public static func copy(
    from source: any EventReader, to target: any EventStore, examine: (_ session: String) -> String? = { _ in nil }
  ) throws(StoreFault) -> Report {
    var report = Report()
    var heads = try source.sessions(before: nil, limit: window)
    while let last = heads.last {
      for copy in try copy(heads, from: source, to: target) {
        if copy.isWritten { report.copied += 1 } else { report.skipped += 1 }
        report.events += copy.events
        guard let fault = try copy.difference() ?? examine(copy.head.id) else { continue }
        report.differing += 1
        if report.differing <= mostFaults { report.faults.append("session \(copy.head.id): \(fault)") }
      }
      heads = try source.sessions(before: last.id, limit: window)
    }
    return report
  }

  private static func copy(
    _ heads: [SessionHead], from source: any EventReader, to target: any EventStore
  ) throws(StoreFault) -> [SessionCopy] {
    var copies: [SessionCopy] = []
    for head in heads { copies.append(try SessionCopy(head, from: source, to: target)) }
    while true {
      var appends: [Append] = []
      for place in copies.indices {
        if let append = try copies[place].next() { appends.append(append) }
      }
      guard !appends.isEmpty else { return copies }
      try write(appends, to: target)
    }
  }

  private static func write(_ appends: [Append], to target: any EventStore) throws(StoreFault) {
    let promises = appends.map { append in
      let promise = Promise<Result<Void, StoreFault>>()
      target.append(append) { promise.fulfil($0) }
      return promise
    }
    for promise in promises { try promise.wait().get() }
  }
}
