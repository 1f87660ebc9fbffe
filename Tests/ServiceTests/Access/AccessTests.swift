import SpanAPI
import SpanTestSupport
import Testing

@Suite("Every address of openapi.yaml, asked by those who may not")
struct AccessTests {
  /// A session of `acme` with a bit of everything in it.
  private struct Stage {
    let keys = Keys()
    let host: Host
    let session: SessionClient
    let before: [String]

    init(_ form: Host.Form) throws {
      let gate = keys.gate
      host = try Host(form) { $0.gate = gate }
      let client = host.client.showing(keys.owner.secret)
      let made = try client.post("/v1/sessions", "{}")
      session = SessionClient(client: client, id: try #require(try made.json.string("/id")))
      try session.change("PUT", "/planes/floor", Body.plane("floor"), 201)
      try session.anchor("a", [0, 0, 0])
      try session.anchor("b", [1, 0, 0])
      try session.anchor("c", [2, 0, 0])
      try session.undo()
      try session.measure("distance", ["a", "b"], #", "id": "m""#)
      before = try session.wholeState
    }

    func expectUnchanged(_ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation) throws {
      #expect(try session.wholeState == before, comment, sourceLocation: sourceLocation)
      let list = try session.client.get("/v1/sessions").json
      #expect(list.strings("/items", "/id") == [session.id], comment, sourceLocation: sourceLocation)
    }

    /// A request that its owner would be answered well.
    func request(_ operation: Operation) throws -> (target: String, body: String?) {
      let target = operation.path.replacing("{sid}", with: session.id).replacing("{pid}", with: "floor")
        .replacing("{aid}", with: "a").replacing("{mid}", with: "m")
      switch operation.description {
      case "GET /v1/profiles", "GET /v1/sessions": return (target, nil)
      case "POST /v1/measure", "POST /v1/raycast": return (target, Body.tap())
      case "POST /v1/snap": return (target, #"{"positions": []}"#)
      case "POST /v1/triangulate":
        return (target, "{\"taps\": [\(Body.down("t", 0, 0)), \(Body.down("u", 0, 0, from: 2))]}")
      case "POST /v1/combine": return (target, #"{"values": [{"value": 1, "standard": 0.1}]}"#)
      case "POST /v1/sessions": return (target, "{}")
      default:
        let length = target.split(separator: "/").count
        let known = SessionOperation.all.first { known in
          known.method == operation.method && (session.address + known.path).split(separator: "/").count == length
            && known.path.split(separator: "/").first == target.split(separator: "/").dropFirst(3).first
        }
        return (target, try #require(known, "\(operation)").body)
      }
    }

    func ask(
      _ operation: Operation, _ key: String?, query: String = "", _ fields: [(String, String)] = []
    ) throws -> Answer {
      let (target, body) = try request(operation)
      let client = key.map { host.client.showing($0) } ?? host.client
      return try client.send(operation.method, target + query, json: body, fields)
    }
  }

  /// All that is not for everybody.
  private static func guarded() throws -> [Operation] {
    let operations = try Operation.described().filter { $0.path.hasPrefix("/v1/") }
    // A reader that finds nothing proves nothing.
    try #require(operations.count >= 30)
    return operations
  }

  private func isSessions(_ operation: Operation) -> Bool { operation.path.hasPrefix("/v1/sessions") }

  @Test("without a key: 401, before the body is looked at", arguments: Host.Form.direct + [.liveMemory])
  func noKey(form: Host.Form) throws {
    let stage = try Stage(form)
    for operation in try Self.guarded() {
      let answer = try stage.ask(operation, nil)
      try answer.expectProblem(401)
      #expect(answer["WWW-Authenticate"] == "Bearer", "\(operation)")
      #expect(try answer.json.string("/code") == "key.missing")
      let (target, _) = try stage.request(operation)
      #expect(try stage.host.client.send(operation.method, target, json: "{").status == 401, "\(operation)")
    }
    try stage.expectUnchanged("no key")
  }

  @Test("with a key that never was, or is none any more: 401", arguments: Host.Form.direct + [.liveMemory])
  func deadKeys(form: Host.Form) throws {
    let stage = try Stage(form)
    let keys = stage.keys
    for key in [keys.revoked, keys.expiring] {
      #expect(try stage.host.client.showing(key.secret).get(stage.session.address).status == 200)
    }
    keys.end()
    let unknown = APIKey.make(tenant: "acme", scopes: [.admin]).secret
    for operation in try Self.guarded() {
      for key in [unknown, keys.revoked.secret, keys.expiring.secret, keys.owner.secret + "x"] {
        let answer = try stage.ask(operation, key)
        try answer.expectProblem(401)
        #expect(answer["WWW-Authenticate"] == "Bearer error=\"invalid_token\"", "\(operation)")
        #expect(!answer.body.contains(key))
      }
    }
    try stage.expectUnchanged("dead keys")
  }

  @Test("with a key in the address, even a good one: 401", arguments: Host.Form.direct)
  func query(form: Host.Form) throws {
    let stage = try Stage(form)
    let secret = stage.keys.owner.secret
    for operation in try Self.guarded() {
      for query in [
        "?api_key=\(secret)", "?access_token=x", "?KEY=1", "?a=1&t%6fken=2", "?whatever=\(secret)", "?\(secret)",
      ] {
        for key in [nil, secret] {
          let answer = try stage.ask(operation, key, query: query)
          try answer.expectProblem(401)
          #expect(try answer.json.string("/code") == "key.inQuery")
          #expect(!answer.body.contains(secret))
        }
      }
    }
    try stage.expectUnchanged("keys in addresses")
  }

  @Test(
    "with a key of another scope: 403, which names the one that is missing", arguments: Host.Form.direct + [.liveMemory]
  )
  func scope(form: Host.Form) throws {
    let stage = try Stage(form)
    for operation in try Self.guarded() {
      let needed = isSessions(operation) ? "sessions" : "measure"
      let key = isSessions(operation) ? stage.keys.measuring : stage.keys.sessions
      let answer = try stage.ask(operation, key.secret)
      try answer.expectProblem(403)
      #expect(try answer.json.string("/code") == "scope.missing")
      #expect(try answer.json.string("/detail")?.contains("\"\(needed)\"") == true)
      #expect(answer["WWW-Authenticate"] == "Bearer error=\"insufficient_scope\", scope=\"\(needed)\"")
    }
    try stage.expectUnchanged("another scope")
  }

  @Test("with a key of another tenant: no session is there", arguments: Host.Form.direct + [.liveMemory])
  func foreign(form: Host.Form) throws {
    let stage = try Stage(form)
    for operation in try Self.guarded() where operation.path.hasPrefix("/v1/sessions/") {
      for key in [stage.keys.foreign, stage.keys.foreignAdmin] {
        let answer = try stage.ask(operation, key.secret)
        try answer.expectProblem(404)
        let (target, body) = try stage.request(operation)
        let nowhere = target.replacing(stage.session.id, with: "0199a0c2-7d4e-7c1a-9f3b-2f6d8e5a4b17")
        let unknown = try stage.host.client.showing(key.secret).send(operation.method, nowhere, json: body)
        // What is somebody else's looks like what is not there at all.
        #expect(
          answer.body.replacing(stage.session.id, with: "").replacing("“", with: "") != "" && unknown.status == 404)
        #expect(answer.fields.map(\.name) == unknown.fields.map(\.name))
        for fields in [[("If-Match", "*")], [("Idempotency-Key", "k")], [("Accept", "text/event-stream")]] {
          #expect([404, 406].contains(try stage.ask(operation, key.secret, fields).status), "\(operation) \(fields)")
        }
      }
    }
    let other = stage.host.client.showing(stage.keys.foreign.secret)
    #expect(try other.get("/v1/sessions").json.count("/items") == 0)
    try stage.expectUnchanged("another tenant")
  }

  @Test("by its owner it is answered well, and by another key of the tenant", arguments: Host.Form.direct)
  func allowed(form: Host.Form) throws {
    for pick in [{ (keys: Keys) in keys.owner }, { $0.second }] {
      for operation in try Self.guarded() {
        let stage = try Stage(form)
        let answer = try stage.ask(operation, pick(stage.keys).secret)
        #expect((200..<300).contains(answer.status), "\(operation): \(answer.body)")
      }
    }
  }

  @Test("what is for everybody needs no key, and shows no difference with one")
  func open() throws {
    let stage = try Stage(.directMemory)
    for operation in try Operation.described() where !operation.path.hasPrefix("/v1/") {
      for key in [nil, "nonsense", stage.keys.owner.secret] {
        let client = key.map { stage.host.client.showing($0) } ?? stage.host.client
        #expect(try client.send(operation.method, operation.path).status == 200, "\(operation)")
      }
    }
    #expect(try stage.host.client.send("OPTIONS", "/v1/sessions").status == 204)
    #expect(try stage.host.client.send("HEAD", "/v1/sessions").status == 401)
  }

  @Test(
    "credentials of another form: 401",
    arguments: [
      ["Basic dXNlcjpwYXNz"], ["Bearer"], ["Bearer "], [""], ["KEY"], ["Bearer a b"], ["KEY", "KEY"], ["Token KEY"],
      ["Bearer \u{e4}"], ["BearerKEY"],
    ])
  func otherForms(values: [String]) throws {
    let stage = try Stage(.directMemory)
    let fields = values.map { ("Authorization", $0.replacing("KEY", with: stage.keys.owner.secret)) }
    let answer = try stage.host.client.get("/v1/sessions", fields)
    try answer.expectProblem(401)
    #expect(try answer.json.string("/code") == "key.unusable")
    let good = [("authorization", "bEARER  \(stage.keys.owner.secret)")]
    #expect(try stage.host.client.get("/v1/sessions", good).status == 200)
  }
}
