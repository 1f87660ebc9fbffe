/// What a transaction found and locked, and what it will change: appends are decided on it in memory, one after the
/// other, and then written all at once.
struct Ledger {
  struct Log {
    var version: Int
    var horizon: Int
    var tenant = ""
    /// Of all events that came.
    var bytes = 0

    var usage: TenantUsage { TenantUsage(sessions: 1, events: version, bytes: bytes) }
  }

  struct AnswerName: Hashable, Comparable {
    var scope: ByteString
    var key: ByteString

    static func < (left: AnswerName, right: AnswerName) -> Bool {
      left.scope == right.scope ? left.key < right.key : left.scope < right.scope
    }
  }

  struct FoundAnswer {
    /// The session whose end is its end too, if any.
    var owner: ByteString?
    /// Neither expired nor left by a session that is gone.
    var counts: Bool
  }

  /// What one log becomes.
  struct Change {
    /// nil: it is made.
    var before: Int?
    var log: Log
    /// The horizon moved: events are to be deleted.
    var isCompacted = false
    /// Of the first and the last append.
    var createdAt: Int64
    var updatedAt: Int64
    var summary: [UInt8]
    var events: [StoredEvent] = []
    var snapshot: Snapshot?
  }

  struct NewAnswer {
    var answer: StoredAnswer
    var owner: ByteString?
    var at: Int64
  }

  private static let creations = ByteString("")

  private var logs: [ByteString: Log]
  private var answers: [AnswerName: FoundAnswer]
  private let quota: TenantQuota
  /// What tenants keep, as far as that is limited.
  private(set) var usage: [String: TenantUsage]

  private(set) var changes: [ByteString: Change] = [:]
  /// The versions they had.
  private(set) var erased: [ByteString: Int] = [:]
  private(set) var newAnswers: [AnswerName: NewAnswer] = [:]
  /// Those in the way of new ones.
  private(set) var staleAnswers: Set<AnswerName> = []

  init(
    logs: [ByteString: Log], answers: [AnswerName: FoundAnswer], quota: TenantQuota, usage: [String: TenantUsage]
  ) {
    self.logs = logs
    self.answers = answers
    self.quota = quota
    self.usage = usage
  }

  var isEmpty: Bool { changes.isEmpty && erased.isEmpty }

  enum Verdict: Equatable {
    case taken
    case refused(StoreFault)
    /// It touches a log that this transaction erases, or erases one that this transaction changes.
    case later
  }

  mutating func decide(_ append: Append) -> Verdict {
    let id = ByteString(append.session)
    if erased[id] != nil { return .later }
    if case .erase = append.change, changes[id] != nil { return .later }
    for answer in append.answers where answers[Self.name(of: answer, append)]?.counts == true {
      return .refused(.answered)
    }
    let isTaken =
      switch append.change {
      case .create: create(id, append)
      case .extend(let version): extend(id, append, from: version)
      case .erase(let version): erase(id, at: version)
      }
    if let fault = isTaken { return .refused(fault) }
    keepAnswers(of: append, id)
    return .taken
  }

  private mutating func create(_ id: ByteString, _ append: Append) -> StoreFault? {
    guard logs[id] == nil, append.isNumbered(from: append.base) else { return .conflict }
    if let fault = charge(append) { return fault }
    let log = Log(
      version: append.base + append.events.count, horizon: append.horizon, tenant: append.tenant,
      bytes: append.eventBytes)
    logs[id] = log
    changes[id] = Change(
      log: log, isCompacted: append.horizon > 0, createdAt: append.at, updatedAt: append.at,
      summary: append.summary, events: append.events, snapshot: append.snapshot)
    return nil
  }

  private mutating func extend(_ id: ByteString, _ append: Append, from version: Int) -> StoreFault? {
    guard var log = logs[id], log.version == version, append.isNumbered(from: version),
      append.snapshot?.version ?? .max >= log.horizon
    else { return .conflict }
    if let fault = charge(append) { return fault }
    log.version += append.events.count
    log.bytes += append.eventBytes
    log.horizon = max(log.horizon, append.horizon)
    logs[id] = log
    var change =
      changes[id] ?? Change(before: version, log: log, createdAt: append.at, updatedAt: append.at, summary: [])
    change.log = log
    change.isCompacted = change.isCompacted || append.horizon > 0
    change.updatedAt = append.at
    change.summary = append.summary
    change.events += append.events
    change.snapshot = append.snapshot ?? change.snapshot
    changes[id] = change
    return nil
  }

  private mutating func erase(_ id: ByteString, at version: Int) -> StoreFault? {
    guard let log = logs[id], log.version == version else { return .conflict }
    logs[id] = nil
    erased[id] = version
    usage[log.tenant]? -= log.usage
    // The answer to its creation goes with it, and is not in the way of a new one.
    for (name, answer) in answers where answer.owner == id && name.scope == Self.creations { answers[name] = nil }
    return nil
  }

  private mutating func charge(_ append: Append) -> StoreFault? {
    if let part = quota.exceeded(by: append.usage, beside: usage[append.tenant] ?? TenantUsage()) {
      return .tenantFull(part)
    }
    usage[append.tenant]? += append.usage
    return nil
  }

  private mutating func keepAnswers(of append: Append, _ id: ByteString) {
    let isErasure = erased[id] != nil
    for answer in append.answers {
      let name = Self.name(of: answer, append)
      if answers[name]?.counts == false { staleAnswers.insert(name) }
      let owner = isErasure ? nil : id
      answers[name] = FoundAnswer(owner: owner, counts: true)
      newAnswers[name] = NewAnswer(answer: answer, owner: owner, at: append.at)
    }
  }

  static func name(of answer: StoredAnswer, _ append: Append) -> AnswerName {
    AnswerName(scope: ByteString(append.answerScope), key: ByteString(answer.key))
  }
}
