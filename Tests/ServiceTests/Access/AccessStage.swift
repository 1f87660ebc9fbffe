import SpanAPI
import SpanTestSupport
import Testing

/// A session of `acme` with a bit of everything in it.
struct AccessStage {
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
    try session.measure("distance", ["a", "b"], #", "id": "m""#)
    try session.anchor("c", [2, 0, 0])
    try session.undo()
    before = try session.wholeState
  }

  func expectUnchanged(_ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try session.wholeState == before, comment, sourceLocation: sourceLocation)
    let list = try session.client.get("/v1/sessions").json
    #expect(list.strings("/items", "/id") == [session.id], comment, sourceLocation: sourceLocation)
  }

  /// A request that its owner would be answered well.
  func request(_ operation: Operation) throws -> (target: String, body: String?) {
    let target = operation.path.replacing("{sid}", with: session.id)
      .replacing("{pid}", with: operation.method == "PUT" ? "new" : "floor")
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
