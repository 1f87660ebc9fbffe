import SpanAPI
import SpanTestSupport
import Testing

@Suite("Planes of a session")
struct PlaneTests {
  @Test("are put one by one: 201, then 200; their answers tell what to warn of", arguments: Host.Form.allCases)
  func put(form: Host.Form) throws {
    let session = try Host(form).session()
    #expect(
      try session.change("PUT", "/planes/floor", Body.plane("floor"), 201).text
        == "{\"planes\":1,\"warnings\":[],\"version\":2}")
    #expect(
      try session.change("PUT", "/planes/floor", Body.plane("floor"), 200).text
        == "{\"planes\":1,\"warnings\":[],\"version\":3}")
    let line = """
      {"pose": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], "polygon": [[0, 0], [1, 0], [2, 0]]}
      """
    let json = try session.change("PUT", "/planes/line", line, 201)
    #expect(json.strings("/warnings", "/code") == ["polygon.degenerate"])
    #expect(try session.read("/planes").strings("/items", "/id") == ["floor", "line"])
  }

  @Test("are told as they were sent", arguments: Host.Form.allCases)
  func verbatim(form: Host.Form) throws {
    let session = try Host(form).session()
    let plane = """
      {"id":"p","pose":[1,0,0,0,0,1,0,0,0,0,1,0,0,0.1,0,1],"extent":{"width":2,"height":1.5},"center":[0.25,0,0],\
      "alignment":"horizontal","classification":"table","sigma":{"offset":0.004}}
      """
    try session.change("PUT", "/planes/p", plane, 201)
    #expect(try session.send("GET", "/planes/p").body == plane)
    #expect(try session.send("GET", "/planes").body == "{\"items\":[\(plane)],\"nextCursor\":null}")
    // Without an id, the one of the address.
    try session.change("PUT", "/planes/q", plane.replacing("\"id\":\"p\",", with: ""), 201)
    #expect(try session.send("GET", "/planes/q").body == plane.replacing("\"p\"", with: "\"q\""))
  }

  @Test("come as a frame has them: some new, some changed, some gone, all or none", arguments: Host.Form.allCases)
  func frame(form: Host.Form) throws {
    let session = try Host(form).floored()
    let upsert = "[\(Body.plane("floor", at: 0.1)), \(Body.plane("table", at: 0.7, half: 0.4))]"
    var json = try session.change("PATCH", "/planes", "{\"upsert\": \(upsert), \"remove\": [\"nobody\"]}")
    #expect(json.text == "{\"planes\":2,\"warnings\":[],\"version\":3}")
    json.expect("/version", 3)
    json = try session.read("/planes/floor")
    #expect(json.numbers("/pose")?[13] == 0.1)
    let faulty = "{\"upsert\": [\(Body.plane("x")), {\"id\": \"y\"}], \"remove\": [\"floor\"]}"
    try session.expectRefusal("PATCH", "/planes", faulty, 422)
    let twice = "{\"upsert\": [\(Body.plane("x")), \(Body.plane("x"))]}"
    try session.expectRefusal("PATCH", "/planes", twice, 422, "id.duplicate")
    // One that goes and comes is there, behind the others.
    try session.change("PATCH", "/planes", "{\"upsert\": [\(Body.plane("floor"))], \"remove\": [\"floor\"]}")
    #expect(try session.read("/planes").strings("/items", "/id") == ["table", "floor"])
    try session.change("DELETE", "/planes/table", nil, 204)
    #expect(try session.read("/planes").strings("/items", "/id") == ["floor"])
  }

  @Test(
    "that change nothing are no event", arguments: Host.Form.direct,
    ["{}", "{\"remove\": []}", "{\"remove\": [\"x\"]}"])
  func nothing(form: Host.Form, body: String) throws {
    let session = try Host(form).floored()
    try session.change("PATCH", "/planes", body)
    #expect(try session.version == 2)
  }

  @Test("are refused with the fault named, and put under their own id only", arguments: Host.Form.direct)
  func faults(form: Host.Form) throws {
    let session = try Host(form).session()
    try session.expectRefusal("PUT", "/planes/a", Body.plane("b"), 422, "value.unknown")
    try session.expectRefusal("PUT", "/planes/a%0Ab", "{\"pose\": 3}", 422, "id.invalid")
    try session.expectRefusal("PUT", "/planes/" + String(repeating: "a", count: 129), "{}", 422, "id.invalid")
    let answer = try session.send("PUT", "/planes/a", "{\"pose\": 3}")
    #expect(try answer.faults.contains("/pose: pose.expected"))
    try session.expectRefusal(
      "PUT", "/planes/a", "{\"pose\": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]}", 422, "plane.outlineMissing")
    try session.expectRefusal("PATCH", "/planes", "{\"insert\": []}", 422, "member.unknown")
  }

  @Test("are what taps meet, as they are at the moment", arguments: Host.Form.allCases)
  func met(form: Host.Form) throws {
    let session = try Host(form).floored()
    try session.tap(0, 0).expect("/tap/position", [0, 0, 0])
    try session.change("PUT", "/planes/floor", Body.plane("floor", at: 0.25))
    try session.tap(1, 0).expect("/tap/position", [1, 0.25, 0])
    // Anchors stay where they were placed.
    #expect(try session.read("/anchors/anchor-1").numbers("/current/position") == [0, 0, 0])
    try session.change("DELETE", "/planes/floor", nil, 204)
    let miss = try session.tap(2, 0, "", 200)
    #expect(miss.string("/tap/miss/code") == "hit.none" && miss["/anchor"] == .null)
  }

  @Test("that are part of others are left out", arguments: Host.Form.direct)
  func subsumed(form: Host.Form) throws {
    let session = try Host(form).session()
    let part = Body.plane("part", at: 0.5, half: 1, ", \"subsumedBy\": \"floor\"")
    try session.change("PUT", "/planes/part", part, 201)
    #expect(try session.tap(0, 0, ", \"preview\": true", 200).string("/tap/hit/planeId") == "part")
    try session.change("PUT", "/planes/floor", Body.plane("floor"), 201)
    #expect(try session.tap(0, 0, ", \"preview\": true", 200).string("/tap/hit/planeId") == "floor")
    try session.change("DELETE", "/planes/floor", nil, 204)
    #expect(try session.tap(0, 0, ", \"preview\": true", 200).string("/tap/hit/planeId") == "part")
  }

  @Test("have bounds", arguments: Host.Form.direct)
  func bounds(form: Host.Form) throws {
    let session = try Host(form) { $0.limits.planes = 2 }.session()
    let three = (0..<3).map { Body.plane("\($0)") }.joined(separator: ",")
    try session.expectRefusal("PATCH", "/planes", "{\"upsert\": [\(three)]}", 422, "tooMany")
  }
}
