import SpanMessage
import SpanTestSupport
import Testing

/// One session as its client sees it.
struct SessionClient: Sendable {
  let client: Client
  let id: String

  var address: String { "/v1/sessions/\(id)" }

  /// - Parameter rest: of the address.
  @discardableResult
  func send(
    _ method: String, _ rest: String = "", _ body: String? = nil, _ fields: [(String, String)] = []
  ) throws -> Answer {
    try client.send(method, address + rest, json: body, fields)
  }

  /// Reads what is there; its tag is the session's version.
  @discardableResult
  func read(_ rest: String = "", sourceLocation: SourceLocation = #_sourceLocation) throws -> JSON {
    let answer = try send("GET", rest)
    #expect(answer.status == 200, "\(answer.body)", sourceLocation: sourceLocation)
    #expect(answer["ETag"] == "\"\(try version)\"", sourceLocation: sourceLocation)
    return try answer.json
  }

  /// Sends a write that is answered with this status; its tag is the version then.
  @discardableResult
  func change(
    _ method: String, _ rest: String, _ body: String? = nil, _ status: Int = 200,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSON {
    let answer = try send(method, rest, body)
    #expect(answer.status == status, "\(answer.body)", sourceLocation: sourceLocation)
    #expect(answer["ETag"] == "\"\(try version)\"", sourceLocation: sourceLocation)
    return answer.body.isEmpty ? .null : try answer.json
  }

  /// Refuses with that problem, and leaves the session as it was.
  func expectRefusal(
    _ method: String, _ rest: String, _ body: String?, _ status: Int, _ code: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expectRefusal(method, rest, body, [], status, code, sourceLocation: sourceLocation)
  }

  func expectRefusal(
    _ method: String, _ rest: String, _ body: String?, _ fields: [(String, String)], _ status: Int,
    _ code: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try version
    let answer = try send(method, rest, body, fields)
    try answer.expectProblem(status, sourceLocation: sourceLocation)
    if let code {
      let codes = try answer.json.strings("/errors", "/code") + [answer.json.string("/code")].compactMap { $0 }
      #expect(codes.contains(code), "\(answer.body)", sourceLocation: sourceLocation)
    }
    #expect(try version == before, sourceLocation: sourceLocation)
  }

  var version: Int { get throws { Int(try send("GET").json.number("/version") ?? -1) } }

  /// A ray straight down onto a place of the floor.
  static func down(_ x: Double, _ z: Double, _ more: String = "") -> String {
    "{\"ray\": {\"origin\": [\(x), 1, \(z)], \"direction\": [0, -1, 0]}\(more)}"
  }

  /// Taps on a place of the floor.
  @discardableResult
  func tap(
    _ x: Double, _ z: Double, _ more: String = "", _ status: Int = 201,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSON {
    try change("POST", "/taps", Self.down(x, z, more), status, sourceLocation: sourceLocation)
  }

  /// Adds an anchor at a known place.
  @discardableResult
  func anchor(
    _ id: String, _ position: [Double], _ more: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSON {
    try change(
      "POST", "/anchors", "{\"id\": \(JSON.string(id).text), \"position\": \(position)\(more)}", 201,
      sourceLocation: sourceLocation)
  }

  /// The device says where anchors are.
  /// - Returns: the report.
  @discardableResult
  func move(
    _ updates: [(id: String, to: [Double])], _ more: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSON {
    let list = updates.map { "{\"id\": \(JSON.string($0.id).text), \"position\": \($0.to)}" }
    return try change(
      "PATCH", "/anchors", "{\"updates\": [\(list.joined(separator: ","))]\(more)}", sourceLocation: sourceLocation)
  }

  @discardableResult
  func measure(
    _ kind: String, _ points: [String], _ more: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSON {
    let names = JSON.array(points.map(JSON.string)).text
    return try change(
      "POST", "/measurements", "{\"kind\": \"\(kind)\", \"points\": \(names)\(more)}", 201,
      sourceLocation: sourceLocation)
  }

  @discardableResult
  func undo(sourceLocation: SourceLocation = #_sourceLocation) throws -> JSON {
    try change("POST", "/undo", sourceLocation: sourceLocation)
  }

  @discardableResult
  func redo(sourceLocation: SourceLocation = #_sourceLocation) throws -> JSON {
    try change("POST", "/redo", sourceLocation: sourceLocation)
  }

  /// Those that count.
  var anchorIDs: [String] { get throws { try read("/anchors").strings("/items", "/id") } }
  var measurementIDs: [String] { get throws { try read("/measurements").strings("/items", "/id") } }
  var pathIDs: [String] { get throws { try read("/path").strings("/anchors") } }

  /// Everything that reading tells, as text.
  var wholeState: [String] {
    get throws {
      try ["", "/planes", "/anchors", "/drift", "/path", "/measurements", "/events?limit=1000"].map {
        try send("GET", $0).body
      }
    }
  }
}
