/// How much one tenant may keep; 0: as much as comes.
public struct TenantQuota: Sendable, Equatable {
  public var sessions: Int
  /// In the logs of its sessions, those that are given up behind a snapshot too.
  public var events: Int
  /// Of those events.
  public var bytes: Int

  public init(sessions: Int = 0, events: Int = 0, bytes: Int = 0) {
    self.sessions = sessions
    self.events = events
    self.bytes = bytes
  }

  var isUnlimited: Bool { self == TenantQuota() }

  /// What there may be no more of.
  public enum Part: Sendable, Equatable, CaseIterable {
    case sessions, events, bytes
  }

  /// What would be too much if `more` came to what there is; nil: nothing.
  func exceeded(by more: TenantUsage, beside usage: TenantUsage) -> Part? {
    func isTooMuch(_ limit: Int, _ path: KeyPath<TenantUsage, Int>) -> Bool {
      limit > 0 && more[keyPath: path] > 0 && more[keyPath: path] > limit - usage[keyPath: path]
    }
    if isTooMuch(sessions, \.sessions) { return .sessions }
    if isTooMuch(events, \.events) { return .events }
    return isTooMuch(bytes, \.bytes) ? .bytes : nil
  }
}

/// What one tenant keeps.
struct TenantUsage: Equatable {
  private(set) var sessions: Int
  private(set) var events: Int
  private(set) var bytes: Int

  /// - Parameters: what a database says may be anything; here it leaves room for what comes.
  init(sessions: Int = 0, events: Int = 0, bytes: Int = 0) {
    (self.sessions, self.events, self.bytes) = (Self.plausible(sessions), Self.plausible(events), Self.plausible(bytes))
  }

  static func plausible(_ count: Int) -> Int { min(max(0, count), 1 << 60) }

  static func += (left: inout TenantUsage, right: TenantUsage) {
    left.sessions += right.sessions
    left.events += right.events
    left.bytes += right.bytes
  }

  static func -= (left: inout TenantUsage, right: TenantUsage) {
    left.sessions -= right.sessions
    left.events -= right.events
    left.bytes -= right.bytes
  }
}

extension Append {
  /// Bytes of its events.
  var eventBytes: Int { events.reduce(0) { $0 + $1.data.count } }

  /// By how much it makes more of what its tenant keeps; an erasure by nothing.
  var usage: TenantUsage {
    switch change {
    case .create: TenantUsage(sessions: 1, events: base + events.count, bytes: eventBytes)
    case .extend: TenantUsage(events: events.count, bytes: eventBytes)
    case .erase: TenantUsage()
    }
  }
}
