import SpanTestSupport
import Testing

@Suite("The list of sessions")
struct SessionListTests {
  /// Follows the cursors from an address to the end.
  private func walk(
    _ client: Client, limit: Int, between: (Int) throws -> Void = { _ in }
  ) throws -> [String] {
    var ids: [String] = []
    var target = "/v1/sessions?limit=\(limit)"
    for page in 0..<100 {
      let json = try client.get(target).json
      let found = json.strings("/items", "/id")
      #expect(found.count <= limit)
      ids += found
      guard let cursor = json.string("/nextCursor") else { return ids }
      #expect(found.count == limit)
      target = "/v1/sessions?limit=\(limit)&cursor=\(cursor)"
      try between(page)
    }
    Issue.record("the pages never end")
    return ids
  }

  @Test("comes in pages, every session once, the greatest id first", arguments: Host.Form.allCases)
  func pages(form: Host.Form) throws {
    let host = try Host(form)
    let made = try (0..<11).map { _ in try host.session().id }
    for limit in [1, 3, 5, 10, 11, 12, 200] {
      #expect(try walk(host.client, limit: limit) == made.sorted(by: >))
    }
    #expect(try host.client.get("/v1/sessions").json.count("/items") == 11)
  }

  @Test("neither skips nor repeats while others are made and deleted", arguments: Host.Form.allCases)
  func stable(form: Host.Form) throws {
    let host = try Host(form)
    let made = try (0..<12).map { _ in try host.session().id }.sorted(by: >)
    let ids = try walk(host.client, limit: 3) { page in
      // What comes is greater, and so before what was seen; what goes is the last that was seen, and the next.
      _ = try host.session()
      for id in [made[page * 3 + 2]] + (page == 1 ? [made[6]] : []) {
        #expect(try host.client.send("DELETE", "/v1/sessions/\(id)").status == 204)
      }
    }
    #expect(ids == made.filter { $0 != made[6] })
  }

  @Test("tells each session as it is", arguments: Host.Form.allCases)
  func items(form: Host.Form) throws {
    let host = try Host(form)
    let session = try host.floored("{\"name\": \"hall\", \"metadata\": {\"floor\": 3}}")
    try session.tap(0, 0)
    try session.tap(1, 0)
    try session.tap(1, 1)
    try session.tap(0, 0, "", 200)
    try session.move([("anchor-1", [0.02, 0, 0])])
    let list = try host.client.get("/v1/sessions").json
    #expect(list["/items/0"] == (try session.read()))
    #expect(list["/items/0/closed"] == .boolean(true) && list["/items/0/drift/warning"] == .boolean(true))
    #expect(list["/nextCursor"] == .null)
  }

  @Test("of no sessions is empty", arguments: Host.Form.allCases)
  func empty(form: Host.Form) throws {
    let answer = try Host(form).client.get("/v1/sessions")
    #expect(answer.status == 200 && answer.body == "{\"items\":[],\"nextCursor\":null}")
  }

  @Test(
    "answers 400 to what it was not told to understand", arguments: Host.Form.direct,
    [
      "limit=0", "limit=-1", "limit=201", "limit=x", "limit=1.5", "limit=", "limit=99999999999999999999",
      "cursor=nonsense", "cursor=", "cursor=s1-", "cursor=s1-zz", "cursor=s1--", "limit=1&limit=1", "after=1",
      "Limit=1", "cursor=%ff", "limit=%2B1",
    ])
  func faults(form: Host.Form, query: String) throws {
    let host = try Host(form)
    let answer = try host.client.get("/v1/sessions?\(query)")
    try answer.expectProblem(400)
    #expect(try answer.json.string("/code") == "query.invalid")
  }
}
