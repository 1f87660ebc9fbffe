import SpanTestSupport
import Testing

/// A client that measures in a session: a floor of 20 m at height 0, and taps on it from 1.5 m above.
struct Surveyor {
  let service: RunningService
  let session: String

  init(_ service: RunningService, session: String) {
    self.service = service
    self.session = session
  }

  /// Makes a session with its floor: two events.
  init(_ service: RunningService) throws {
    let made = try service.post("/v1/sessions", Array(#"{"name": "survey", "snap": false}"#.utf8))
    try #require(made.status == 201)
    self.init(service, session: try #require(try JSON(made.text).string("/id")))
    let floor = #"{"pose": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1], "extent": {"width": 20, "height": 20}}"#
    try #require(try ask("PUT", "/planes/floor", floor).status == 201)
  }

  func ask(_ method: String, _ path: String, _ body: String = "", key: String? = nil) throws -> WireAnswer {
    let wire = try Wire(port: service.port)
    try wire.send(Self.request(method, "/v1/sessions/\(session)\(path)", body, key: key))
    return try wire.answer()
  }

  func text(_ path: String) throws -> String {
    let answer = try ask("GET", path)
    try #require(answer.status == 200, "\(answer.text)")
    return answer.text
  }

  /// Taps straight below a point `x` metres from the middle.
  func tap(_ x: Int, key: String? = nil) throws -> WireAnswer { try ask("POST", "/taps", Self.tap(x), key: key) }

  func tap(_ places: ClosedRange<Int>) throws {
    for place in places { try #require(try tap(place).status == 201) }
  }

  static func tap(_ x: Int) -> String { #"{"ray": {"origin": [\#(x), 1.5, 0], "direction": [0, -1, 0]}}"# }

  static func request(_ method: String, _ path: String, _ body: String, key: String? = nil) -> [UInt8] {
    let key = key.map { "Idempotency-Key: \($0)\r\n" } ?? ""
    let type = body.isEmpty ? "" : "Content-Type: application/json\r\n"
    let fields = "Host: 127.0.0.1\r\n\(key)\(type)Content-Length: \(body.utf8.count)\r\n"
    return Array("\(method) \(path) HTTP/1.1\r\n\(fields)\r\n\(body)".utf8)
  }
}
