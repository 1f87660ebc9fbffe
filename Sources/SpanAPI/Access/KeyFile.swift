package import SpanMessage
internal import SpanUncertainty

/// The file that says which keys there are:
///
///     {"keys": [{"id": "x4Tq81Lm", "name": "the app in the shop", "tenant": "acme", "scopes": ["measure", "sessions"],
///                "sha256": "…64 hexadecimal digits…", "expires": "2027-01-31T00:00:00Z",
///                "limits": {"rate": 5, "burst": 20, "concurrency": 4}}]}
///
/// `name`, `expires` and `limits` may be left out, and any of the limits. A key that is taken out is revoked.
package enum KeyFile {
  package typealias Fault = OperatorFile.Fault

  /// Keys of one file. Each is compared with what a request shows.
  static let limit = 10_000
  static let longestName = 64

  package static func decode(_ text: ByteBuffer) throws(Fault) -> [APIKey] {
    try OperatorFile.decode(text) { $0.keyFile($1) }
  }

  /// The keys in the form that ``decode(_:)`` takes.
  package static func text(_ keys: [APIKey]) -> String {
    let buffer = ByteBuffer(minimumCapacity: 64 + 512 * keys.count)
    var json = JSONWriter(onto: buffer)
    json.beginObject()
    json.name("keys")
    json.beginArray()
    for key in keys { json.key(key) }
    json.endArray()
    json.endObject()
    json.finish()
    return buffer.text
  }

  /// One key as it stands in a file.
  package static func entry(_ key: APIKey) -> String {
    let buffer = ByteBuffer(minimumCapacity: 512)
    var json = JSONWriter(onto: buffer)
    json.key(key)
    json.finish()
    return buffer.text
  }

  /// Ids and tenants: they stand in logs and in file names.
  package static func isName(_ text: String) -> Bool {
    (1...longestName).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
      }
  }

  /// What ``isName(_:)`` asks for.
  package static let nameRule = "1 to \(longestName) letters, digits, dots, dashes and underscores"
}

private enum FileMember: Int, MemberSet {
  case keys
  static let names = MemberNames("keys")
}

private enum KeyMember: Int, MemberSet {
  case id, name, tenant, scopes, sha256, expires, limits
  static let names = MemberNames("id name tenant scopes sha256 expires limits")
}

private enum LimitMember: Int, MemberSet {
  case rate, burst, concurrency
  static let names = MemberNames("rate burst concurrency")
}

private let scopeNames: Choices<Scope> = ["measure": .measure, "sessions": .sessions, "admin": .admin]

extension RequestDecoder {
  fileprivate mutating func keyFile(_ root: JSONValue) -> [APIKey] {
    guard let members = Members<FileMember>(root, &faults) else { return [] }
    guard let value = members[.keys] else {
      faults.missing("keys", in: root)
      return []
    }
    guard let list = entries(value, atMost: KeyFile.limit, "keys", of: "file") else { return [] }
    var keys: [APIKey] = []
    var ids = NameIndex<Int>()
    var digests: Set<[UInt8]> = []
    for element in list {
      if faults.isFull { break }
      guard let key = key(element) else { continue }
      if !ids.insert(key.id, keys.count) {
        faults.add(.idDuplicate, at: element, member: "id", "The id \(Excerpt.quoted(key.id)) is used twice.")
      }
      if !digests.insert(key.digest).inserted {
        faults.add(.valueRepeated, at: element, member: "sha256", "This is the digest of an earlier key.")
      }
      keys.append(key)
    }
    return keys
  }

  private mutating func key(_ value: JSONValue) -> APIKey? {
    guard let members = Members<KeyMember>(value, &faults) else { return nil }
    let id = label(members, .id, "id")
    let tenant = label(members, .tenant, "tenant")
    let scopes = scopes(members)
    let digest = digest(members)
    let name = members[.name].flatMap { self.id($0) }
    let expires = members[.expires].flatMap { time($0) }
    let limits = members[.limits].map { ownLimits($0) } ?? APIKey.OwnLimits()
    guard let id, let tenant, let scopes, let digest else { return nil }
    return APIKey(id: id, name: name, tenant: tenant, scopes: scopes, digest: digest, expires: expires, limits: limits)
  }

  private mutating func label(_ members: Members<KeyMember>, _ member: KeyMember, _ text: String) -> String? {
    guard let value = members[member] else {
      faults.missing(text, in: members.object)
      return nil
    }
    guard value.kind == .string else {
      faults.expected("string", at: value)
      return nil
    }
    if let name = value.string, KeyFile.isName(name) { return name }
    faults.add(.idInvalid, at: value, "\(Excerpt.quoted(value)) is no \(text): \(KeyFile.nameRule).")
    return nil
  }

  private mutating func scopes(_ members: Members<KeyMember>) -> [Scope]? {
    guard let value = members[.scopes] else {
      faults.missing("scopes", in: members.object)
      return nil
    }
    guard let list = entries(value, atMost: Scope.allCases.count, "scopes", of: "key") else { return nil }
    if list.count == 0 { faults.add(.arrayLength, at: value, "A key has one scope at least.") }
    var scopes: [Scope] = []
    for element in list {
      guard let scope = choice(element, scopeNames) else { continue }
      if scopes.contains(scope) { faults.add(.valueRepeated, at: element, "The scope is named twice.") }
      scopes.append(scope)
    }
    return scopes
  }

  private mutating func digest(_ members: Members<KeyMember>) -> [UInt8]? {
    guard let value = members[.sha256] else {
      faults.missing("sha256", in: members.object)
      return nil
    }
    let digits = value.string.map { $0.utf8.compactMap(Hexadecimal.value) } ?? []
    guard digits.count == 2 * SHA256.size, value.string?.utf8.count == digits.count else {
      faults.add(.valueUnknown, at: value, "A SHA-256 is written as \(2 * SHA256.size) hexadecimal digits.")
      return nil
    }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  private mutating func ownLimits(_ value: JSONValue) -> APIKey.OwnLimits {
    var limits = APIKey.OwnLimits()
    guard let members = Members<LimitMember>(value, &faults) else { return limits }
    if let place = members[.rate], let rate = number(place, in: 0...KeyLimits.mostRate, unit: "requests a second") {
      limits.rate = rate
      if rate > 0, rate < KeyLimits.leastRate { noteOutOfRange(place, KeyLimits.leastRate...KeyLimits.mostRate) }
    }
    limits.burst = members[.burst].flatMap { count($0) }
    limits.concurrency = members[.concurrency].flatMap { count($0) }
    return limits
  }

  private mutating func count(_ value: JSONValue) -> Int? {
    guard let number = number(value, in: 0...Double(KeyLimits.mostBurst)) else { return nil }
    if let count = Int(exactly: number) { return count }
    faults.add(.numberOutOfRange, at: value, "\(Excerpt.describing(value)) is no whole number.")
    return nil
  }

  private mutating func time(_ value: JSONValue) -> Int64? {
    if let time = value.string.flatMap(Timestamp.milliseconds) { return time }
    faults.add(
      .valueUnknown, at: value, "\(Excerpt.describing(value)) is no time in UTC such as 2027-01-31T00:00:00Z.")
    return nil
  }
}

extension JSONWriter {
  fileprivate mutating func key(_ key: APIKey) {
    beginObject()
    member("id", key.id)
    if let name = key.name { member("name", name) }
    member("tenant", key.tenant)
    name("scopes")
    beginArray()
    for scope in key.scopes { string(scope.rawValue) }
    endArray()
    member("sha256", Hexadecimal.text(key.digest))
    if let expires = key.expires { member("expires", Timestamp.text(expires)) }
    if key.limits != APIKey.OwnLimits() {
      name("limits")
      beginObject()
      if let rate = key.limits.rate { member("rate", rate) }
      if let burst = key.limits.burst { member("burst", burst) }
      if let concurrency = key.limits.concurrency { member("concurrency", concurrency) }
      endObject()
    }
    endObject()
  }
}
