import Foundation
import SpanAPI
import SpanStore
import SpanTestSupport
import Testing

@Suite("The events of a session")
struct EventTests {
  @Test("are its whole history", arguments: Host.Form.allCases)
  func history(form: Host.Form) throws {
    let session = try Host(form).floored("{\"name\": \"n\"}")
    try session.tap(0, 0)
    try session.anchor("a", [1, 0, 0])
    try session.move([("a", [1.1, 0, 0])])
    try session.measure("distance", ["anchor-1", "a"])
    try session.change("DELETE", "/measurements/measurement-1", nil, 204)
    try session.change("DELETE", "/anchors/a", nil, 204)
    try session.undo()
    try session.redo()
    try session.change("POST", "/reset")
    try session.change("PATCH", "", "{\"unit\": \"cm\"}")
    let json = try session.read("/events")
    #expect(
      json.strings("/items", "/type") == [
        "created", "planesChanged", "tapped", "anchorAdded", "anchorsUpdated", "measurementAdded",
        "measurementRemoved", "anchorRemoved", "undone", "redone", "reset", "settingsChanged",
      ])
    #expect(json.each("/items", "/seq").map { $0?.text } == (1...12).map { "\($0)" })
    #expect(json["/nextCursor"] == .null)
    #expect(json.names("/items/2") == ["seq", "type", "at", "data"])
    #expect(json.string("/items/0/data/input/name") == "n")
    #expect(json.string("/items/2/data/result/anchorId") == "anchor-1")
    json.expect("/items/2/data/input/ray/direction", [0, -1, 0])
    json.expect("/items/5/data/result/value", 1.1)
    // Which event was taken back.
    json.expect("/items/8/data/result/seq", 8)
    json.expect("/items/9/data/result/seq", 8)
    let times = json.strings("/items", "/at")
    #expect(times == times.sorted())
    #expect(times.first == (try session.read().string("/createdAt")))
    #expect(times.last == (try session.read().string("/updatedAt")))
  }

  @Test("come in pages", arguments: Host.Form.allCases)
  func pages(form: Host.Form) throws {
    let session = try Host(form).session()
    for number in 0..<6 { try session.change("PATCH", "", "{\"name\": \"\(number)\"}") }
    var found: [Double] = []
    var after = "0"
    for _ in 0..<10 {
      let json = try session.read("/events?limit=3&after=\(after)")
      found += json.each("/items", "/seq").compactMap { $0?.number("") }
      guard let next = json.string("/nextCursor") else { break }
      after = next
    }
    #expect(found == [1, 2, 3, 4, 5, 6, 7])
    #expect(try session.read("/events?after=7").count("/items") == 0)
    #expect(try session.read("/events?after=700").count("/items") == 0)
    #expect(try session.read("/events?after=5&limit=1000").count("/items") == 2)
  }

  @Test("come in shorter pages where they are large", arguments: Host.Form.direct)
  func largePages(form: Host.Form) throws {
    let host = try Host(form)
    let session = try host.session()
    // Some 5 MB each.
    let ring = (0..<2_000).map { place -> String in
      let angle = Double(place) * .pi / 1_000
      return "[\(cos(angle)),\(sin(angle))]"
    }.joined(separator: ",")
    let pose = "[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]"
    let planes = (0..<60).map { "{\"id\":\"\($0)\",\"pose\":\(pose),\"polygon\":[\(ring)]}" }.joined(separator: ",")
    for _ in 0..<4 { try session.change("PATCH", "/planes", "{\"upsert\":[\(planes)]}") }
    var pages: [[Double]] = []
    var after = "0"
    for _ in 0..<10 {
      let json = try session.read("/events?limit=1000&after=\(after)")
      pages.append(json.each("/items", "/seq").compactMap { $0?.number("") })
      guard let next = json.string("/nextCursor") else { break }
      after = next
    }
    #expect(pages == [[1, 2, 3], [4, 5], []] || pages == [[1, 2, 3], [4, 5]], "\(pages)")
    #expect(try SessionLog.firstDifference(in: session.id, of: host.store) == nil)
    let text = try SessionExport.text(of: session.id, in: host.store)
    #expect(try SessionExport.read(Array(text.utf8)).events.count == 5)
    var settings = Service.Settings()
    settings.store = host.store
    #expect(try Client(Service(settings)).get(session.address).body == session.send("GET").body)
  }

  @Test(
    "are refused to who asks for what there cannot be", arguments: Host.Form.direct,
    [
      "after=-1", "after=x", "after=", "limit=0", "limit=1001", "cursor=1", "after=1&after=2", "after=1e3",
    ])
  func faults(form: Host.Form, query: String) throws {
    try Host(form).session().expectRefusal("GET", "/events?\(query)", nil, 400, "query.invalid")
  }

  @Test("as a stream have their own type, and HEAD does not start one", arguments: Host.Form.allCases)
  func negotiation(form: Host.Form) throws {
    let session = try Host(form).session()
    let head = try session.send("HEAD", "/events", nil, [("Accept", "text/event-stream")])
    #expect(head.status == 200 && head["Content-Type"] == "text/event-stream; charset=utf-8")
    #expect(head["Cache-Control"] == "no-store, no-transform" && head["X-Accel-Buffering"] == "no")
    for accept in ["application/json", "*/*", "application/*", "text/event-stream;q=0, */*"] {
      let answer = try session.send("GET", "/events", nil, [("Accept", accept)])
      #expect(answer.status == 200 && answer["Content-Type"] == "application/json")
    }
    try session.expectRefusal("GET", "/events", nil, [("Accept", "text/html")], 406)
    let stream = ("Accept", "text/event-stream")
    for id in ["x", "-1", "1.5"] {
      try session.expectRefusal("GET", "/events", nil, [stream, ("Last-Event-ID", id)], 400, "query.invalid")
    }
    try session.expectRefusal("GET", "/events?after=x", nil, [stream], 400)
  }
}
