import SpanStore

extension Append {
  /// A new log with so many events.
  static func create(
    _ session: String, _ count: Int = 1, at time: Int64 = 1, summary: String = "new", answers: [StoredAnswer] = []
  ) -> Append {
    Append(
      session: session, change: .create, at: time, events: .numbered(1, count, at: time), summary: Array(summary.utf8),
      answers: answers)
  }

  /// So many events more.
  static func extend(
    _ session: String, from version: Int, _ count: Int = 1, at time: Int64 = 2, summary: String = "longer",
    answers: [StoredAnswer] = [], snapshot: Snapshot? = nil, compacts: Bool = false
  ) -> Append {
    Append(
      session: session, change: .extend(from: version), at: time, events: .numbered(version + 1, count, at: time),
      summary: Array(summary.utf8), answers: answers, snapshot: snapshot, compacts: compacts)
  }

  static func erase(_ session: String, at version: Int, answers: [StoredAnswer] = []) -> Append {
    Append(session: session, change: .erase(at: version), at: 3, answers: answers)
  }
}

extension [StoredEvent] {
  static func numbered(_ first: Int, _ count: Int, at time: Int64 = 1) -> [StoredEvent] {
    (first..<first + count).map {
      StoredEvent(sequence: $0, type: "tapped", at: time, data: [UInt8]("{\"number\":\($0)}".utf8))
    }
  }
}

extension StoredAnswer {
  static func example(_ key: String, _ body: String = "{}") -> StoredAnswer {
    StoredAnswer(
      key: key, fingerprint: [0, 255, 1], status: 201, headers: [.init(name: "ETag", value: "\"1\"")],
      body: Array(body.utf8))
  }
}
