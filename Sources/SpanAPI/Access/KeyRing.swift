internal import CNettle

/// The keys that are known; several of one tenant may be in use at a time.
package struct KeyRing: Sendable {
  private let keys: [APIKey]
  /// Of all keys, one behind the other.
  private let digests: [UInt8]

  /// - Parameter keys: whose digests differ.
  package init(_ keys: [APIKey]) {
    self.keys = keys
    digests = keys.flatMap(\.digest)
  }

  package var count: Int { keys.count }

  var ids: Set<String> { Set(keys.map(\.id)) }

  /// The key that a text is, unless it has expired; nil: none.
  ///
  /// All digests are compared to their ends, so that the time it takes tells nothing of any of them.
  /// - Parameter now: milliseconds since 1970.
  package func key(for secret: String, now: Int64) -> APIKey? {
    let digest = SHA256.digest(of: secret)
    var found = 0
    unsafe digests.withUnsafeBytes { digests in
      unsafe digest.withUnsafeBytes { digest in
        guard let all = digests.baseAddress, let one = digest.baseAddress else { return }
        for place in keys.indices {
          let isEqual = unsafe nettle_memeql_sec(all + place * SHA256.size, one, SHA256.size)
          found |= Int(isEqual) * (place + 1)
        }
      }
    }
    guard found > 0, now < keys[found - 1].expires ?? .max else { return nil }
    return keys[found - 1]
  }
}
