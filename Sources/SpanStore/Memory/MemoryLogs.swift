/// All logs of a ``MemoryEventStore`` with the answers that go with them.
struct MemoryLogs {
  private let maximum: Int
  private let quota: TenantQuota
  private var logs: [ByteString: MemoryLog] = [:]
  /// Ascending. New ids are greater than those before nearly always.
  private var ids: [ByteString] = []
  /// The same for each tenant.
  private var idsOfTenants: [ByteString: [ByteString]] = [:]
  private var usage: [ByteString: TenantUsage] = [:]
  private(set) var answers = MemoryAnswers()

  init(maximum: Int, quota: TenantQuota = TenantQuota()) {
    self.maximum = maximum
    self.quota = quota
  }

  subscript(id: String) -> MemoryLog? { logs[ByteString(id)] }

  /// - Returns: the log that went.
  mutating func apply(_ append: Append, now: Int64) throws(StoreFault) -> MemoryLog? {
    answers.expire(now: now)
    for answer in append.answers where answers.answer(to: answer.key, in: append.answerScope, now: now) != nil {
      throw .answered
    }
    let id = ByteString(append.session)
    switch append.change {
    case .create:
      guard logs[id] == nil, append.isNumbered(from: append.base) else { throw .conflict }
      guard logs.count < maximum else { throw .tooManySessions }
      try charge(append, to: append.tenant)
      logs[id] = MemoryLog(append)
      ids.add(id)
      idsOfTenants[ByteString(append.tenant), default: []].add(id)
    case .extend(let version):
      // Nobody may hold the log while it grows in its place.
      guard logs[id]?.isContinued(by: append, from: version) == true, let tenant = logs[id]?.head.tenant else {
        throw .conflict
      }
      try charge(append, to: tenant)
      logs[id]?.extend(append)
    case .erase(let version):
      guard let log = logs[id], log.head.version == version else { throw .conflict }
      erase(id)
      for answer in append.answers { answers.keep(answer, in: append.answerScope, owner: nil, at: append.at) }
      return log
    }
    for answer in append.answers { answers.keep(answer, in: append.answerScope, owner: id, at: append.at) }
    return nil
  }

  private mutating func charge(_ append: Append, to tenant: String) throws(StoreFault) {
    let tenant = ByteString(tenant)
    if let part = quota.exceeded(by: append.usage, beside: usage[tenant] ?? TenantUsage()) { throw .tenantFull(part) }
    usage[tenant, default: TenantUsage()] += append.usage
  }

  func heads(of tenant: String?, before id: String?, limit: Int) -> [SessionHead] {
    let ids = tenant.map { idsOfTenants[ByteString($0)] ?? [] } ?? self.ids
    let end = id.map { ids.firstPlace(notLessThan: ByteString($0)) } ?? ids.count
    return ids[..<end].suffix(max(0, limit)).reversed().compactMap { logs[$0]?.head }
  }

  /// - Returns: the logs that went.
  mutating func erase(updatedBefore time: Int64) -> [MemoryLog] {
    let old = logs.filter { $0.value.head.updatedAt < time }
    for id in old.keys { erase(id) }
    return Array(old.values)
  }

  private mutating func erase(_ id: ByteString) {
    guard let log = logs.removeValue(forKey: id) else { return }
    ids.remove(id)
    let tenant = ByteString(log.head.tenant)
    idsOfTenants[tenant]?.remove(id)
    usage[tenant]? -= log.usage
    if idsOfTenants[tenant]?.isEmpty == true {
      idsOfTenants[tenant] = nil
      usage[tenant] = nil
    }
    answers.forget(owner: id)
  }
}

extension [ByteString] {
  fileprivate mutating func add(_ element: ByteString) { insert(element, at: firstPlace(notLessThan: element)) }

  /// - Parameter element: that is in it.
  fileprivate mutating func remove(_ element: ByteString) { remove(at: firstPlace(notLessThan: element)) }

  /// In an ascending list: the place of the first element that is not less.
  fileprivate func firstPlace(notLessThan element: ByteString) -> Int {
    var places = startIndex..<endIndex
    while !places.isEmpty {
      let middle = places.lowerBound + places.count / 2
      places = self[middle] < element ? middle + 1..<places.upperBound : places.lowerBound..<middle
    }
    return places.lowerBound
  }
}
