extension Append {
  /// Does every event follow the one before, is there room for the last, and does the snapshot belong to this log?
  func isNumbered(from version: Int) -> Bool {
    guard (0..<Self.longestLog).contains(version) else { return false }
    let last = version + events.count
    return last < Self.longestLog && zip(events, version + 1...last + 1).allSatisfy { $0.sequence == $1 }
      && 0...last ~= snapshot?.version ?? 0
  }

  private static let longestLog = 1 << 24  // events; the API's limit is far below

  /// What the events of a creation continue: nothing, or a snapshot behind which the log begins.
  var base: Int {
    guard compacts, let snapshot, events.first?.sequence ?? .max > snapshot.version else { return 0 }
    return snapshot.version
  }

  /// Events up to this one are not needed any more.
  var horizon: Int { compacts ? snapshot?.version ?? 0 : 0 }

  /// The scope of its answers.
  var answerScope: String { change == .create ? "" : session }
}

extension StoreFault {
  static let closed = StoreFault.unavailable("the store is closed")
}

extension StoredAnswer {
  /// How long it can be asked for.
  static let lifetime: Int64 = 24 * 60 * 60 * 1000  // ms
}
