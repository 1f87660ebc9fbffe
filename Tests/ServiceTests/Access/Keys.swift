import SpanAPI
import SpanMessage

/// Keys of two tenants, and a gate that knows them.
struct Keys {
  /// One that is known, and what is kept of it.
  typealias Pair = (secret: String, key: APIKey)

  let owner = APIKey.make(tenant: "acme", scopes: [.measure, .sessions])
  let second = APIKey.make(tenant: "acme", scopes: [.admin])
  let measuring = APIKey.make(tenant: "acme", scopes: [.measure])
  let sessions = APIKey.make(tenant: "acme", scopes: [.sessions])
  let foreign = APIKey.make(tenant: "other", scopes: [.measure, .sessions])
  let foreignAdmin = APIKey.make(tenant: "other", scopes: [.admin])
  let revoked = APIKey.make(tenant: "acme", scopes: [.measure, .sessions])
  /// At the time 1000 of the gate's clock.
  let expiring = APIKey.make(tenant: "acme", scopes: [.measure, .sessions], expires: 1000)
  /// With one request a quarter of an hour, and one at a time.
  let slow = APIKey.make(
    tenant: "acme", scopes: [.admin], limits: APIKey.OwnLimits(rate: 0.001, burst: 1, concurrency: 1))
  let now: Locked<Int64>
  let gate: Gate

  init() {
    let now = Locked<Int64>(0)
    self.now = now
    let all = [owner, second, measuring, sessions, foreign, foreignAdmin, revoked, expiring, slow].map(\.key)
    gate = Gate(KeyRing(all), clock: { now.withLock { $0 } })
  }

  /// Takes the key out of the ring, and lets time pass for the one that expires.
  func end() {
    gate.replace(with: KeyRing([owner, second, measuring, sessions, foreign, foreignAdmin, expiring].map(\.key)))
    now.withLock { $0 = 1000 }
  }
}
