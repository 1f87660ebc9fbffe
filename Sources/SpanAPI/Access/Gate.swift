internal import SpanMessage

/// Lets requests in by their keys, as far as the head tells: before the body is read.
package final class Gate: Sendable {
  private let ring: Locked<KeyRing>
  private let clock: @Sendable () -> Int64

  /// - Parameter clock: milliseconds since 1970; nil: the system's.
  package init(_ ring: KeyRing, clock: (@Sendable () -> Int64)? = nil) {
    self.ring = Locked(ring)
    self.clock = clock ?? { Timestamp.now }
  }

  /// Other keys from now on; requests that were let in go on.
  package func replace(with ring: KeyRing) { self.ring.withLock { $0 = ring } }

  /// Why somebody is not let in, and who it is, if that is known.
  struct Refusal: Error {
    var problem: Problem
    var caller: Caller?
  }

  /// - Parameter scope: what is asked for; nil: what anybody may.
  func admit(_ head: RequestHead, to scope: Scope?) throws(Refusal) -> Caller {
    guard let scope else { return .anybody }
    let key: APIKey
    do throws(Problem) {
      key = try self.key(of: head)
    } catch {
      throw Refusal(problem: error)
    }
    let caller = Caller(tenant: key.tenant, key: key.id)
    guard key.covers(scope) else { throw Refusal(problem: .outOfScope(scope), caller: caller) }
    return caller
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

  fileprivate static func outOfScope(_ scope: Scope) -> Problem {
    Problem(
      status: 403, detail: "The key does not have the scope \"\(scope.rawValue)\", which this needs.",
      code: "scope.missing",
      headers: ["WWW-Authenticate": "Bearer error=\"insufficient_scope\", scope=\"\(scope.rawValue)\""])
  }
}
