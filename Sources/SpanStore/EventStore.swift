/// Keeps the logs of sessions: bytes and versions, no geometry.
///
/// A log is a list of events numbered from 1, 16 million at most; its version is the number of its last event. What a completed
/// ``append(_:completion:)`` said is durable; every read sees it.
public protocol EventStore: EventReader {
  /// Adds to a log, durably, or not at all. Does not block; `completion` is called once, from any thread, possibly
  /// before this returns.
  func append(_ append: Append, completion: @escaping @Sendable (Result<Void, StoreFault>) -> Void)

  /// Can it be written to at the moment?
  var isReachable: Bool { get }

  /// Others may write to the same logs: what was read a moment ago may be old.
  var isShared: Bool { get }

  /// Calls `changed`, from any thread, when others have changed a log; the version is nil when it was erased. Only a
  /// hint: it may come late, twice or not at all.
  func observe(_ changed: @escaping @Sendable (_ session: String, _ version: Int?) -> Void)

  /// Waits for what is on its way, then lets go of everything.
  func close()
}

/// Reads the logs of sessions.
public protocol EventReader: Sendable {
  /// nil: there is no such log.
  func head(of session: String) throws(StoreFault) -> SessionHead?

  /// The versions of those logs that there are.
  func versions(of sessions: [String]) throws(StoreFault) -> [String: Int]

  /// The state that the log is folded on from; nil: from its beginning.
  func snapshot(of session: String) throws(StoreFault) -> Snapshot?

  /// Events with larger numbers than `sequence`, in order: a page of them, which ends with `limit` or when it has more than
  /// ``StoredEvent/pageBytes``. Empty where nothing follows, and for an unknown session.
  /// Throws ``StoreFault/compacted(horizon:)`` when some of them are not kept any more.
  func events(of session: String, after sequence: Int, limit: Int) throws(StoreFault) -> [StoredEvent]

  /// Heads in descending order of their ids.
  /// - Parameters:
  ///   - tenant: whose sessions; nil: everybody's.
  ///   - id: only ids that are less; nil: from the greatest.
  func sessions(of tenant: String?, before id: String?, limit: Int) throws(StoreFault) -> [SessionHead]

  /// What was answered to a request with this key, if that is less than a day ago.
  /// - Parameter scope: of the key: a session's id, or empty for requests that make one.
  func answer(to key: String, in scope: String) throws(StoreFault) -> StoredAnswer?
}

extension EventStore {
  public var isShared: Bool { false }
  public func observe(_ changed: @escaping @Sendable (_ session: String, _ version: Int?) -> Void) {}
}

extension EventReader {
  /// Everybody's.
  public func sessions(before id: String?, limit: Int) throws(StoreFault) -> [SessionHead] {
    try sessions(of: nil, before: id, limit: limit)
  }

  public func versions(of sessions: [String]) throws(StoreFault) -> [String: Int] {
    var versions: [String: Int] = [:]
    for session in sessions { versions[session] = try head(of: session)?.version }
    return versions
  }
}

/// One event of a log.
public struct StoredEvent: Sendable, Equatable {
  /// From 1, without gaps.
  public var sequence: Int
  public var type: String
  /// Milliseconds since 1970, UTC.
  public var at: Int64
  /// JSON.
  public var data: [UInt8]

  public init(sequence: Int, type: String, at: Int64, data: [UInt8]) {
    self.sequence = sequence
    self.type = type
    self.at = at
    self.data = data
  }
}

extension StoredEvent {
  /// A page of events takes no further one once it has so many bytes of data.
  package static let pageBytes = 8 << 20
}

extension [StoredEvent] {
  /// Whether this page, of at most `limit`, was the last.
  package func isLastPage(of limit: Int) -> Bool {
    count < limit && reduce(0) { $0 + $1.data.count } < StoredEvent.pageBytes
  }
}

/// What is known of a log without reading it.
public struct SessionHead: Sendable, Equatable {
  public var id: String
  /// Whose it is; empty: nobody's in particular.
  public var tenant: String
  public var version: Int
  /// Milliseconds since 1970, UTC.
  public var createdAt: Int64
  public var updatedAt: Int64
  /// The session in short, JSON, as its last ``Append`` brought it.
  public var summary: [UInt8]

  public init(
    id: String, tenant: String = "", version: Int, createdAt: Int64, updatedAt: Int64, summary: [UInt8]
  ) {
    self.id = id
    self.tenant = tenant
    self.version = version
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.summary = summary
  }
}

/// A state that the events behind it can be folded onto.
public struct Snapshot: Sendable, Equatable {
  /// Of the log it was made from.
  public var version: Int
  public var data: [UInt8]

  public init(version: Int, data: [UInt8]) {
    self.version = version
    self.data = data
  }
}

/// What was answered to a request that carried an idempotency key.
public struct StoredAnswer: Sendable, Equatable {
  public var key: String
  /// Of the request; another request with the same key is a mistake.
  public var fingerprint: [UInt8]
  public var status: Int
  public var headers: [Header]
  public var body: [UInt8]

  public struct Header: Sendable, Equatable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  public init(key: String, fingerprint: [UInt8], status: Int, headers: [Header], body: [UInt8]) {
    self.key = key
    self.fingerprint = fingerprint
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// One addition to a log with everything that belongs to it: all of it is kept, or nothing.
public struct Append: Sendable {
  public var session: String
  /// Whose the session is from its creation on, and later still.
  public var tenant: String
  public var change: Change
  /// Milliseconds since 1970, UTC.
  public var at: Int64
  /// Numbered on from the version before.
  public var events: [StoredEvent]
  /// Replaces the one in ``SessionHead``.
  public var summary: [UInt8]
  /// Kept for a day from ``at``, in the scope of the session; a creation's in the empty scope.
  public var answers: [StoredAnswer]
  /// Replaces the one before. Not older than what was compacted.
  public var snapshot: Snapshot?
  /// Events up to the snapshot are not needed any more.
  public var compacts: Bool

  public enum Change: Sendable, Equatable {
    /// The log must not exist. With ``Append/compacts`` it may begin behind the snapshot, where another log was cut.
    case create
    /// The log must have this version.
    case extend(from: Int)
    /// The log with its events, snapshot and answers goes, also the answer to its creation; it must have this
    /// version. Of the append only the answers are kept.
    case erase(at: Int)
  }

  public init(
    session: String, of tenant: String = "", change: Change, at: Int64, events: [StoredEvent] = [],
    summary: [UInt8] = [], answers: [StoredAnswer] = [], snapshot: Snapshot? = nil, compacts: Bool = false
  ) {
    self.session = session
    self.tenant = tenant
    self.change = change
    self.at = at
    self.events = events
    self.summary = summary
    self.answers = answers
    self.snapshot = snapshot
    self.compacts = compacts
  }
}

/// Why a store did not do what it was asked.
public enum StoreFault: Error, Sendable, Equatable {
  /// The log has another version than was expected, or is not there; or events or snapshot do not continue it.
  case conflict
  /// An answer with this key is kept already; told before a ``conflict``.
  case answered
  /// No room for another session.
  case tooManySessions
  /// The tenant may not keep more.
  case tenantFull(TenantQuota.Part)
  /// Events up to this one are not kept any more.
  case compacted(horizon: Int)
  /// Not at the moment: what the operator should know. Nothing was changed, unless it says that this is not known.
  case unavailable(String)
}
