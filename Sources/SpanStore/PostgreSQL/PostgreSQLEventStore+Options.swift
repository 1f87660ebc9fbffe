import SpanMessage

extension PostgreSQLEventStore {
  public struct Options: Sendable {
    /// Brings the tables up to date before anything else.
    public var migrates = false
    /// More of a tenant is refused. With several replicas it is kept roughly.
    public var tenantQuota = TenantQuota()
    /// Milliseconds: sessions not updated for so long are erased; nil: never.
    public var timeToLive: Int64?
    /// Milliseconds since 1970.
    public var clock: @Sendable () -> Int64
    /// Milliseconds between two rounds that look for what has had its time.
    public var retentionInterval = 60_000
    /// Connections that read, at most; another one writes, and one listens.
    public var readers = 8
    /// Seconds to wait for a connection, for each of several hosts; PostgreSQL knows no less than 2.
    public var connectTimeout = 3
    /// Milliseconds for one statement.
    public var statementTimeout = 5_000
    /// Milliseconds between two looks at an idle connection.
    public var probeInterval = 5_000
    /// Milliseconds from one attempt to connect to the next: the first pause, and the longest.
    public var pauses = 100...2_000
    /// Milliseconds that appends wait to hear what became of a commit whose answer was lost.
    public var doubtLimit = 10_000
    /// Tells other replicas of changes. PostgreSQL commits such transactions one at a time.
    public var announces = true
    /// Calls the completions of one transaction, somewhere that the next one need not wait for; by default on the thread
    /// that writes.
    public var deliver: @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() }
    /// Called before each commit, on the thread that writes, with the number of appends in it.
    public var willCommit: (@Sendable (Int) -> Void)?
    /// Called with the reason, on a thread of its own, when what has had its time could not be let go of; it is tried
    /// again.
    public var upkeepFailed: (@Sendable (String) -> Void)?

    public init() { clock = WallClock.now }
  }
}
