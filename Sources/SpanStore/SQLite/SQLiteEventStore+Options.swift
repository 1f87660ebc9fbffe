import SpanMessage

extension SQLiteEventStore {
  /// What a store may hold and how patient it is.
  public struct Options: Sendable {
    /// More of a tenant is refused.
    public var tenantQuota = TenantQuota()
    /// Another one is refused.
    public var maximumSessions = 1_000_000
    /// Milliseconds: sessions not updated for so long are erased; nil: never.
    public var timeToLive: Int64?
    /// Milliseconds since 1970.
    public var clock: @Sendable () -> Int64
    /// Milliseconds between two rounds that look for what has had its time.
    public var retentionInterval = 60_000
    /// Milliseconds from one look at a file that could not be written to, to the next.
    public var probeInterval = 1_000
    /// Milliseconds to wait for another program that has locked the file.
    public var busyTimeout = 1_000
    /// Calls the completions of one transaction, somewhere that the next one need not wait for; by default on the thread
    /// that writes.
    public var deliver: @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() }
    /// Called before each commit, on the thread that writes, with the number of appends in it.
    public var willCommit: (@Sendable (Int) -> Void)?

    /// What suits a service.
    public init() { clock = WallClock.now }
  }
}
