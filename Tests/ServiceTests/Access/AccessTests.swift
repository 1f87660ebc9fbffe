import SpanAPI
import SpanTestSupport
import Testing

@Suite("Every address of openapi.yaml, asked by those who may not")
struct AccessTests {
  private func isSessions(_ operation: Operation) -> Bool { operation.path.hasPrefix("/v1/sessions") }

  @Test("without a key: 401, before the body is looked at", arguments: Host.Form.direct + [.liveMemory])
  func noKey(form: Host.Form) throws {
    let stage = try AccessStage(form)
    for operation in try Operation.guarded() {
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
    let stage = try AccessStage(form)
    let keys = stage.keys
    for key in [keys.revoked, keys.expiring] {
      #expect(try stage.host.client.showing(key.secret).get(stage.session.address).status == 200)
    }
    keys.end()
    let unknown = APIKey.make(tenant: "acme", scopes: [.admin]).secret
    for operation in try Operation.guarded() {
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
    let stage = try AccessStage(form)
    let secret = stage.keys.owner.secret
    for operation in try Operation.guarded() {
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
    let stage = try AccessStage(form)
    for operation in try Operation.guarded() {
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
    let stage = try AccessStage(form)
    for operation in try Operation.guarded() where operation.path.hasPrefix("/v1/sessions/") {
      for key in [stage.keys.foreign, stage.keys.foreignAdmin] {
        let answer = try stage.ask(operation, key.secret)
        try answer.expectProblem(404)
        let (target, body) = try stage.request(operation)
        let id = "0199a0c2-7d4e-7c1a-9f3b-2f6d8e5a4b17"
        let nowhere = target.replacing(stage.session.id, with: id)
        let unknown = try stage.host.client.showing(key.secret).send(operation.method, nowhere, json: body)
        // What is somebody else's looks like what is not there at all.
        try unknown.expectProblem(404)
        #expect(
          try answer.json.string("/detail")?.replacing(stage.session.id, with: id) == unknown.json.string("/detail"))
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
      for operation in try Operation.guarded() {
        let stage = try AccessStage(form)
        let answer = try stage.ask(operation, pick(stage.keys).secret)
        #expect((200..<300).contains(answer.status), "\(operation): \(answer.body)")
      }
    }
  }

  @Test("what is for everybody needs no key, and shows no difference with one")
  func open() throws {
    let stage = try AccessStage(.directMemory)
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
    let stage = try AccessStage(.directMemory)
    let fields = values.map { ("Authorization", $0.replacing("KEY", with: stage.keys.owner.secret)) }
    let answer = try stage.host.client.get("/v1/sessions", fields)
    try answer.expectProblem(401)
    #expect(try answer.json.string("/code") == "key.unusable")
    let good = [("authorization", "bEARER  \(stage.keys.owner.secret)")]
    #expect(try stage.host.client.get("/v1/sessions", good).status == 200)
  }
}
