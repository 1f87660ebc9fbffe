import SpanAPI
import SpanStore
import SpanTestSupport
import Testing

@Suite("What a tenant may keep")
struct QuotaTests {
  private func host(_ quota: TenantQuota) throws -> (Host, Keys) {
    let keys = Keys()
    let gate = keys.gate
    return (
      try Host(.directMemory) {
        $0.gate = gate
        $0.store = MemoryEventStore(tenantQuota: quota)
      }, keys
    )
  }

  @Test("sessions: 507 names them, others are not touched, and a deletion makes room")
  func sessions() throws {
    let (host, keys) = try host(TenantQuota(sessions: 2))
    let (ours, theirs) = (host.client.showing(keys.owner.secret), host.client.showing(keys.foreign.secret))
    #expect(try ours.post("/v1/sessions", "{}").status == 201)
    let second = try ours.post("/v1/sessions", "{}")
    let refusal = try ours.post("/v1/sessions", "{}")
    try refusal.expectProblem(507)
    #expect(try refusal.json.string("/code") == "quota.sessions")
    #expect(try theirs.post("/v1/sessions", "{}").status == 201)
    #expect(try ours.send("DELETE", try #require(second["Location"])).status == 204)
    #expect(try ours.post("/v1/sessions", "{}").status == 201)
  }

  @Test("events and bytes: changes are refused, reading and deleting are not")
  func changes() throws {
    for (quota, code) in [(TenantQuota(events: 3), "quota.events"), (TenantQuota(bytes: 2_000), "quota.bytes")] {
      let (host, keys) = try host(quota)
      let client = host.client.showing(keys.owner.secret)
      let session = SessionClient(
        client: client, id: try #require(try client.post("/v1/sessions", "{}").json.string("/id")))
      var last = try session.send("POST", "/anchors", #"{"position": [0, 0, 0]}"#)
      for number in 1..<50 where last.status == 201 {
        last = try session.send("POST", "/anchors", "{\"position\": [\(number), 0, 0]}")
      }
      try last.expectProblem(507)
      #expect(try last.json.string("/code") == code)
      #expect(try session.send("GET", "/anchors").status == 200)
      #expect(try session.send("DELETE").status == 204)
      #expect(try client.post("/v1/sessions", "{}").status == 201)
    }
  }
}
