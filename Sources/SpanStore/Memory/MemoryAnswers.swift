/// Answers to requests that carried an idempotency key, for a day.
struct MemoryAnswers {
  private struct Name: Hashable {
    var scope: ByteString
    var key: ByteString
  }

  private struct Kept {
    var answer: StoredAnswer
    var at: Int64
    /// The log it goes with; nil: it outlives its log.
    var owner: ByteString?
  }

  private var kept: [Name: Kept] = [:]
  private var names: [ByteString: Set<Name>] = [:]
  /// In the order they came, which is that of their times unless somebody sets the clock.
  private var queue: [(name: Name, at: Int64)] = []
  private var expired = 0

  func answer(to key: String, in scope: String, now: Int64) -> StoredAnswer? {
    let name = Name(scope: ByteString(scope), key: ByteString(key))
    guard let found = kept[name], found.at > now - StoredAnswer.lifetime else { return nil }
    return found.answer
  }

  mutating func keep(_ answer: StoredAnswer, in scope: String, owner: ByteString?, at time: Int64) {
    let name = Name(scope: ByteString(scope), key: ByteString(answer.key))
    drop(name)
    kept[name] = Kept(answer: answer, at: time, owner: owner)
    if let owner { names[owner, default: []].insert(name) }
    queue.append((name, time))
  }

  mutating func forget(owner: ByteString) {
    for name in names.removeValue(forKey: owner) ?? [] { kept[name] = nil }
  }

  mutating func expire(now: Int64) {
    while expired < queue.count, queue[expired].at <= now - StoredAnswer.lifetime {
      let (name, at) = queue[expired]
      if kept[name]?.at == at { drop(name) }
      expired += 1
    }
    guard expired > queue.count / 2 else { return }
    queue.removeFirst(expired)
    expired = 0
  }

  private mutating func drop(_ name: Name) {
    guard let owner = kept.removeValue(forKey: name)?.owner else { return }
    names[owner]?.remove(name)
    if names[owner]?.isEmpty == true { names[owner] = nil }
  }
}
