internal import SpanMessage

/// What a request shows to be let in.
enum Credentials: Equatable {
  case none
  case bearer(String)
  /// Something that cannot be one: why.
  case unusable(String)
  /// A key in the address, where logs and histories keep it.
  case inQuery

  private static let longest = 256
  /// Names under which keys come in addresses.
  private static let parameters: Set = [
    "access_token", "accesstoken", "api_key", "apikey", "api-key", "auth", "authorization", "bearer", "key", "token",
    "x-api-key",
  ]

  init(_ head: RequestHead) {
    if let query = head.target.rawQuery, Self.holdsKey(query) {
      self = .inQuery
      return
    }
    let values = head.headers.values(of: "Authorization")
    guard let value = values.first else {
      self = .none
      return
    }
    guard values.count == 1 else {
      self = .unusable("Authorization comes more than once")
      return
    }
    let parts = value.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].utf8.elementsEqual("bearer".utf8, by: { $0 | 0x20 == $1 }) else {
      self = .unusable("Authorization has another form")
      return
    }
    let token = parts[1].drop { $0 == " " }
    guard (1...Self.longest).contains(token.utf8.count), token.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      self = .unusable("Authorization has another form")
      return
    }
    self = .bearer(String(token))
  }

  private static func holdsKey(_ query: String) -> Bool {
    query.split(separator: "&").contains { part in
      let pieces = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
        Query.decoded($0) ?? ""
      }
      return parameters.contains(pieces[0].lowercased()) || pieces.contains(where: APIKey.looksLike)
    }
  }
}
