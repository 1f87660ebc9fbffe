/// What is known of a key: whose it is and what it opens, not the key itself.
package struct APIKey: Sendable, Equatable {
  /// For logs and people.
  package var id: String
  package var name: String?
  package var tenant: String
  package var scopes: [Scope]
  /// SHA-256 of the key.
  package var digest: [UInt8]
  /// Milliseconds since 1970; from then on it is no key any more. nil: it stays one.
  package var expires: Int64?
  /// Of its own, instead of those of all.
  package var limits: OwnLimits

  /// nil: as for all.
  package struct OwnLimits: Sendable, Equatable {
    package var rate: Double?
    package var burst: Int?
    package var concurrency: Int?

    package init(rate: Double? = nil, burst: Int? = nil, concurrency: Int? = nil) {
      self.rate = rate
      self.burst = burst
      self.concurrency = concurrency
    }
  }

  package init(
    id: String, name: String? = nil, tenant: String, scopes: [Scope], digest: [UInt8], expires: Int64? = nil,
    limits: OwnLimits = OwnLimits()
  ) {
    self.id = id
    self.name = name
    self.tenant = tenant
    self.scopes = scopes
    self.digest = digest
    self.expires = expires
    self.limits = limits
  }

  func limits(_ standard: KeyLimits) -> KeyLimits {
    KeyLimits(
      rate: limits.rate ?? standard.rate, burst: limits.burst ?? standard.burst,
      concurrency: limits.concurrency ?? standard.concurrency)
  }

  func covers(_ scope: Scope) -> Bool { scopes.contains { $0.covers(scope) } }
}

extension APIKey {
  private static let prefix = "span_"
  private static let letters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
  /// 43 of 62 letters are worth 256 bits.
  private static let secretLength = 43
  private static let idLength = 8

  /// A new key.
  /// - Returns: the key itself, which is in no one else's hands, and what to keep of it.
  package static func make(
    name: String? = nil, tenant: String, scopes: [Scope], expires: Int64? = nil, limits: OwnLimits = OwnLimits()
  ) -> (secret: String, key: APIKey) {
    let id = random(idLength)
    let secret = "\(prefix)\(id)_\(random(secretLength))"
    let key = APIKey(
      id: id, name: name, tenant: tenant, scopes: scopes, digest: SHA256.digest(of: secret), expires: expires,
      limits: limits)
    return (secret, key)
  }

  /// From the system's generator, each letter as likely as the others.
  private static func random(_ count: Int) -> String {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<count).map { _ in letters[Int.random(in: letters.indices, using: &generator)] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Does a text look like a key of this service?
  static func looksLike(_ text: some StringProtocol) -> Bool { text.hasPrefix(prefix) }
}
