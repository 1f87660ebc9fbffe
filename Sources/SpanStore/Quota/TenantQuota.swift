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
      limit > 0 && more[keyPath: path] > 0 && usage[keyPath: path] + more[keyPath: path] > limit
    }
    if isTooMuch(sessions, \.sessions) { return .sessions }
    if isTooMuch(events, \.events) { return .events }
    return isTooMuch(bytes, \.bytes) ? .bytes : nil
  }
}

/// What one tenant keeps.
struct TenantUsage: Equatable {
  var sessions = 0
  var events = 0
  var bytes = 0

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
