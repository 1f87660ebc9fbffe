internal import SpanMessage

/// Keeps keys within their limits. It counts what this process answers: each of several replicas counts for itself.
final class Meter: Sendable {
  private struct Account {
    var bucket: TokenBucket?
    var busy = 0
  }

  private let accounts = Locked<[String: Account]>([:])
  private let clock: @Sendable () -> Double

  /// - Parameter clock: seconds; nobody sets it.
  init(clock: @escaping @Sendable () -> Double) { self.clock = clock }

  /// Takes a token for a request.
  /// - Returns: whether there was one.
  func spend(_ key: String, _ limits: KeyLimits) -> Bool {
    guard limits.rate > 0 else { return true }
    let now = clock()
    return accounts.withLock { accounts in
      var bucket = accounts[key]?.bucket ?? TokenBucket(limits, now: now)
      defer { accounts[key, default: Account()].bucket = bucket }
      return bucket.take(limits, now: now)
    }
  }

  /// How much is left; nil: there is no limit.
  func state(_ key: String, _ limits: KeyLimits) -> (left: Int, full: Int, next: Int)? {
    guard limits.rate > 0 else { return nil }
    let now = clock()
    return accounts.withLock { accounts in
      var bucket = accounts[key]?.bucket ?? TokenBucket(limits, now: now)
      return bucket.state(limits, now: now)
    }
  }

  /// Held while a request is being answered, until ``leave()`` or, where nobody says so, the end of this.
  final class Slot: Sendable {
    private let meter: Meter
    private let key: String
    private let isLeft = Locked(false)

    fileprivate init(_ meter: Meter, _ key: String) {
      self.meter = meter
      self.key = key
    }

    deinit { leave() }

    /// The answer is there; also said again.
    func leave() {
      let isLeft = isLeft.withLock { isLeft in
        defer { isLeft = true }
        return isLeft
      }
      if !isLeft { meter.leave(key) }
    }
  }

  /// - Returns: nil: too many are being answered.
  func enter(_ key: String, _ limits: KeyLimits) -> Slot? {
    let isIn = accounts.withLock { accounts -> Bool in
      var account = accounts[key] ?? Account()
      guard limits.concurrency == 0 || account.busy < limits.concurrency else { return false }
      account.busy += 1
      accounts[key] = account
      return true
    }
    return isIn ? Slot(self, key) : nil
  }

  private func leave(_ key: String) { accounts.withLock { $0[key]?.busy -= 1 } }

  /// Forgets those that are no keys any more, unless they are still being answered.
  func forget(allBut keys: Set<String>) {
    accounts.withLock { accounts in
      accounts = accounts.filter { keys.contains($0.key) || $0.value.busy > 0 }
    }
  }
}
