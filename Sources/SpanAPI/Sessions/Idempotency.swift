internal import SpanMessage
internal import SpanStore

/// A request that may be sent again without doing its work twice.
struct Idempotency: Sendable {
  let key: String
  /// The key as it is kept: tenants may choose the same. What is before the space is a tenant, and holds none.
  let name: String
  /// SHA-256 of method, target and body.
  let fingerprint: [UInt8]

  private static let longestKey = 255

  /// nil: the request carries no key.
  init?(_ request: Request) throws(Problem) {
    let keys = request.head.headers.values(of: "Idempotency-Key")
    guard let key = keys.first else { return nil }
    guard keys.count == 1, (1...Self.longestKey).contains(key.utf8.count),
      key.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
    else {
      throw Problem(
        status: 400,
        detail: "An Idempotency-Key is one word of 1 to \(Self.longestKey) visible ASCII characters.",
        code: "idempotency.invalid")
    }
    self.key = key
    let tenant = request.caller.tenant
    name = tenant.isEmpty ? key : "\(tenant) \(key)"
    let target = request.head.target
    var hash = SHA256()
    hash.update("\(request.head.method) \(target.rawPath)?\(target.rawQuery ?? "")\n")
    unsafe hash.update(request.body.bytes)
    fingerprint = hash.digest
  }

  /// What to say to the same request once more.
  func replay(_ answer: StoredAnswer) throws(Problem) -> Response {
    guard answer.fingerprint == fingerprint else {
      throw Problem(
        RequestFaults([
          RequestFault(
            pointer: "", code: .idempotencyMismatch,
            message:
              "The Idempotency-Key \(Excerpt.quoted(key)) was used for another request; a retry is the same to the last byte."
          )
        ]))
    }
    var headers = HeaderFields()
    for header in answer.headers { headers.append(header.name, header.value) }
    return Response(
      status: answer.status, headers: headers, body: answer.body.isEmpty ? nil : ByteBuffer(answer.body))
  }

  /// What to keep of an answer.
  func stored(_ response: Response) -> StoredAnswer {
    StoredAnswer(
      key: name, fingerprint: fingerprint, status: response.status,
      headers: response.headers.fields.map { StoredAnswer.Header(name: $0.name, value: $0.value) },
      body: response.body.map { unsafe [UInt8]($0.bytes) } ?? [])
  }

  /// Told to a request whose twin is still being worked on.
  static func inFlight(_ key: String) -> Problem {
    Problem(
      status: 409, detail: "A request with the Idempotency-Key \(Excerpt.quoted(key)) is still being worked on.",
      code: "idempotency.inFlight", headers: ["Retry-After": "1"])
  }
}
