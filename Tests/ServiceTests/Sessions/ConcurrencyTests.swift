import SpanAPI
import SpanMessage
import SpanTestSupport
import Testing

@Suite("Many who write to one session at once")
struct ConcurrencyTests {
  @Test("who deletes a session before its maker is told of it is not overtaken by that")
  func listedEarly() throws {
    let stage = try SessionStage()
    stage.store.isHolding = true
    let made = stage.start(SessionOperation("POST", "", body: "{}"), at: "/v1/sessions")
    let id = try #require(stage.client.get("/v1/sessions?limit=1").json.string("/items/0/id"))
    #expect(id != stage.id)
    let deleted = stage.start(SessionOperation("DELETE", ""), at: "/v1/sessions/\(id)")
    stage.store.letGo(lastFirst: true)
    for (reply, status) in [(made, 201), (deleted, 204)] {
      guard case .response(let response)? = reply.awaited.outcome else {
        Issue.record("\(status) is not there")
        continue
      }
      #expect(response.status == status)
    }
    #expect(try stage.client.get("/v1/sessions/\(id)").status == 404)
  }

  @Test("leave a log without gaps that gives the same numbers again", arguments: Host.Form.allCases)
  func log(form: Host.Form) throws {
    let host = try Host(form) { $0.limits.sessionCache = 1 }
    let session = try host.floored()
    let tags = try inParallel(6) { number -> [String] in
      var walk = Walk(session, seed: UInt64(number))
      return try (0..<25).compactMap { _ in
        let answer = try walk.step()
        #expect(answer.status < 500, "\(answer.body)")
        return (200...299).contains(answer.status) ? answer["ETag"] : nil
      }
    }
    let events = try session.read("/events?limit=1000")
    let version = try session.version
    #expect(events.each("/items", "/seq").map { $0?.number("") } == (1...version).map { Double($0) })
    #expect(Set(tags.flatMap(\.self)).isSubset(of: Set((1...version).map { "\"\($0)\"" })))
    #expect(try SessionLog.firstDifference(in: session.id, of: host.store) == nil)
  }

  @Test("lose no update when each writes only to what it has read", arguments: Host.Form.allCases)
  func optimistic(form: Host.Form) throws {
    let session = try Host(form).session("{\"metadata\": {\"n\": 0}}")
    _ = try inParallel(4) { _ in
      var done = 0
      while done < 10 {
        let read = try session.send("GET")
        let number = Int(try #require(read.json.number("/metadata/n"))) + 1
        let tag = try #require(read["ETag"])
        let answer = try session.send("PATCH", "", "{\"metadata\": {\"n\": \(number)}}", [("If-Match", tag)])
        if answer.status == 200 { done += 1 } else { #expect(answer.status == 412) }
      }
    }
    try session.read().expect("/metadata/n", 40)
    #expect(try session.version == 41)
  }

  @Test("are read from and watched meanwhile, and every answer is of one version", arguments: Host.Form.allCases)
  func readers(form: Host.Form) throws {
    let session = try Host(form).floored()
    try session.tap(0, 0)
    try session.tap(1, 0)
    let isDone = Locked(false)
    _ = try inParallel(4) { number in
      if number == 0 {
        defer { isDone.withLock { $0 = true } }
        for round in 1...30 {
          let shift = Double(round) / 100
          try session.move([("anchor-1", [shift, 0, 0]), ("anchor-2", [1 + shift, 0, 0])])
        }
      } else {
        while !isDone.withLock({ $0 }) {
          // Both anchors move together: never is one seen without the other.
          try session.send("GET", "/path").json.expect("/length/value", 1, within: 1e-9)
          let anchors = try session.send("GET", "/anchors").json
          let (a, b) = (anchors.number("/items/0/drift") ?? 0, anchors.number("/items/1/drift") ?? 1)
          #expect(abs(a - b) < 1e-9)
        }
      }
    }
  }
}
