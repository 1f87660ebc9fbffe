internal import SpanMessage

/// Lets requests in by their keys and within their limits, as far as the head tells: before the body is read.
package final class Gate: Sendable {
  private let ring: Locked<KeyRing>
  private let limits: KeyLimits
  private let clock: @Sendable () -> Int64
  private let meter: Meter

  /// - Parameters:
  ///   - limits: of keys that have none of their own.
  ///   - clock: milliseconds since 1970; nil: the system's.
  ///   - uptime: seconds that nobody sets; nil: the system's.
  package init(
    _ ring: KeyRing, limits: KeyLimits = KeyLimits(), clock: (@Sendable () -> Int64)? = nil,
    uptime: (@Sendable () -> Double)? = nil
  ) {
    self.ring = Locked(ring)
    self.limits = limits
    self.clock = clock ?? { Timestamp.now }
    let start = ContinuousClock.now
    meter = Meter(clock: uptime ?? { start.duration(to: .now) / .seconds(1) })
  }

  /// Other keys from now on; requests that are being answered go on.
  package func replace(with ring: KeyRing) {
    self.ring.withLock { $0 = ring }
    meter.forget(allBut: ring.ids)
  }

  /// Why somebody is not let in, and who it is, if that is known.
  struct Refusal: Error {
    var problem: Problem
    var visitor: Visitor?
  }

  /// Somebody with a key.
  struct Visitor {
    let caller: Caller
    /// The id of the key.
    fileprivate let key: String
    fileprivate let limits: KeyLimits
  }

  /// - Parameter scope: what is asked for.
  func admit(_ head: RequestHead, to scope: Scope) throws(Refusal) -> Visitor {
    let key: APIKey
    do throws(Problem) {
      key = try self.key(of: head)
    } catch {
      throw Refusal(problem: error)
    }
    let visitor = Visitor(
      caller: Caller(tenant: key.tenant, key: key.id), key: key.id, limits: key.limits(limits))
    guard key.covers(scope) else { throw Refusal(problem: .outOfScope(scope), visitor: visitor) }
    return visitor
  }

  /// Counts a request against the rate of its key; once for each.
  func spend(_ visitor: Visitor) throws(Refusal) {
    guard !meter.spend(visitor.key, visitor.limits) else { return }
    let wait = meter.state(visitor.key, visitor.limits)?.next ?? 1
    throw Refusal(problem: .tooFast(wait: max(1, wait)), visitor: visitor)
  }

  /// Counts a request that is being answered, as long as what this returns is held.
  func enter(_ visitor: Visitor) throws(Refusal) -> Meter.Slot {
    guard let slot = meter.enter(visitor.key, visitor.limits) else {
      throw Refusal(problem: .tooMany(visitor.limits.concurrency), visitor: visitor)
    }
    return slot
  }

  /// Tells in a response what is left of the rate (draft-ietf-httpapi-ratelimit-headers).
  func describe(_ response: inout Response, to visitor: Visitor) {
    guard let state = meter.state(visitor.key, visitor.limits) else { return }
    let capacity = visitor.limits.capacity
    let window = max(1, Int((Double(capacity) / visitor.limits.rate).rounded(.up)))
    response.headers.append("RateLimit-Policy", "\"key\";q=\(capacity);w=\(window)")
    response.headers.append("RateLimit", "\"key\";r=\(state.left);t=\(state.full)")
  }

  private func key(of head: RequestHead) throws(Problem) -> APIKey {
    switch Credentials(head) {
    case .none: throw .keyMissing
    case .unusable(let reason): throw .keyUnusable(reason)
    case .inQuery: throw .keyInQuery
    case .bearer(let secret):
      guard let key = ring.withLock({ $0 }).key(for: secret, now: clock()) else { throw .keyUnknown }
      return key
    }
  }
}

extension Problem {
  private static let howTo = "Send one in the header Authorization: Bearer KEY."

  fileprivate static let keyMissing = Problem(
    status: 401, detail: "This needs a key. \(howTo)", code: "key.missing", headers: ["WWW-Authenticate": "Bearer"])

  fileprivate static let keyUnknown = Problem(
    status: 401, detail: "The key is not known here, or not any more.", code: "key.unknown",
    headers: ["WWW-Authenticate": "Bearer error=\"invalid_token\""])

  fileprivate static let keyInQuery = Problem(
    status: 401,
    detail: "A key in the address is seen by everybody who keeps addresses: give this one up and use another. \(howTo)",
    code: "key.inQuery", headers: ["WWW-Authenticate": "Bearer error=\"invalid_request\""])

  fileprivate static func keyUnusable(_ reason: String) -> Problem {
    Problem(
      status: 401, detail: "This needs a key, but \(reason). \(howTo)", code: "key.unusable",
      headers: ["WWW-Authenticate": "Bearer error=\"invalid_request\""])
  }

  fileprivate static func tooFast(wait: Int) -> Problem {
    Problem(
      status: 429, detail: "The key has used up its rate; it gets the next request in \(wait) s.",
      code: "rate.exceeded",
      headers: ["Retry-After": "\(wait)"])
  }

  fileprivate static func tooMany(_ limit: Int) -> Problem {
    Problem(
      status: 429,
      detail: "The key has \(limit) requests or streams that are being answered, which is all it may have.",
      code: "concurrency.exceeded", headers: ["Retry-After": "1"])
  }

  fileprivate static func outOfScope(_ scope: Scope) -> Problem {
    Problem(
      status: 403, detail: "The key does not have the scope \"\(scope.rawValue)\", which this needs.",
      code: "scope.missing",
      headers: ["WWW-Authenticate": "Bearer error=\"insufficient_scope\", scope=\"\(scope.rawValue)\""])
  }
}
