import SpanAPI
import SpanTestSupport
import Testing

@Suite("Tenants of one service")
struct TenantTests {
  private let keys = Keys()

  private func host(_ form: Host.Form) throws -> Host {
    let gate = keys.gate
    return try Host(form) { $0.gate = gate }
  }

  @Test("each lists its own sessions, page by page", arguments: Host.Form.direct)
  func lists(form: Host.Form) throws {
    let host = try host(form)
    let (ours, theirs) = (host.client.showing(keys.owner.secret), host.client.showing(keys.foreign.secret))
    var made: [[String]] = [[], []]
    for number in 0..<7 {
      let place = number % 2
      let answer = try [ours, theirs][place].post("/v1/sessions", "{}")
      made[place].insert(try #require(try answer.json.string("/id")), at: 0)
    }
    for (client, expected) in zip([ours, theirs, host.client.showing(keys.second.secret)], made + [made[0]]) {
      var found: [String] = []
      var cursor = ""
      repeat {
        let page = try client.get("/v1/sessions?limit=2\(cursor)").json
        found += page.strings("/items", "/id")
        cursor = page.string("/nextCursor").map { "&cursor=\($0)" } ?? ""
      } while !cursor.isEmpty
      #expect(found == expected)
    }
  }

  @Test("may use the same Idempotency-Key, for creations and for what is gone", arguments: Host.Form.direct)
  func idempotency(form: Host.Form) throws {
    let host = try host(form)
    let (ours, theirs) = (host.client.showing(keys.owner.secret), host.client.showing(keys.foreign.secret))
    let key = [("Idempotency-Key", "k")]
    let first = try ours.post("/v1/sessions", "{}", key)
    let second = try theirs.post("/v1/sessions", "{}", key)
    #expect(first.status == 201 && second.status == 201)
    #expect(try first.json.string("/id") != second.json.string("/id"))
    #expect(try ours.post("/v1/sessions", "{}", key).body == first.body)
    #expect(try theirs.post("/v1/sessions", "{}", key).body == second.body)

    let address = "/v1/sessions/\(try #require(try first.json.string("/id")))"
    #expect(try ours.send("DELETE", address, key).status == 204)
    // The answer is kept for a day, but for whom it was.
    #expect(try ours.send("DELETE", address, key).status == 204)
    #expect(try theirs.send("DELETE", address, key).status == 404)
  }

  @Test("keep their sessions over a restart of the service, and nobody gets those of others by leaving keys out")
  func restart() throws {
    let stage = try SessionStage()
    let gate = keys.gate
    let guarded = try stage.again { $0.gate = gate }
    let ours = guarded.client.showing(keys.owner.secret)
    #expect(try ours.get(stage.address).status == 404)
    let address = "/v1/sessions/\(try #require(try ours.post("/v1/sessions", "{}").json.string("/id")))"
    let again = try stage.again { $0.gate = gate }
    #expect(try again.client.showing(keys.second.secret).get(address).status == 200)
    #expect(try again.client.showing(keys.foreign.secret).get(address).status == 404)
    let open = try stage.again()
    #expect(try open.client.get(address).status == 404)
    #expect(try open.client.get(stage.address).status == 200)
    #expect(try open.client.get("/v1/sessions").json.strings("/items", "/id") == [stage.id])
  }
}
