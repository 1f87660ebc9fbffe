import SpanTestSupport

/// A session and its model, asked the same.
struct ModelRun {
  private let session: SessionClient
  private var model = Model()
  private var random: Walk.Generator
  /// Everything that was sent with a key.
  private var keyed: [Sent] = []
  /// What was stored, by its key.
  private var stored: [String: Answer] = [:]

  private struct Sent {
    var key: String
    var command: Command
  }

  /// What the service says differently from the model.
  struct Difference: Error, CustomStringConvertible { let description: String }

  init(_ session: SessionClient, seed: UInt64) {
    self.session = session
    random = Walk.Generator(seed: seed)
  }

  /// Sends one request, often with conditions and keys, some of them for the second time.
  mutating func step() throws {
    let retry = Int.random(in: 0..<12, using: &random) == 0 ? keyed.randomElement(using: &random) : nil
    let command = retry?.command ?? Command.random(model, &random)
    var key = retry?.key
    var isMismatch = false
    if key == nil, Int.random(in: 0..<4, using: &random) == 0 {
      key = "k\(keyed.count)"
      if Int.random(in: 0..<6, using: &random) == 0, let used = stored.keys.sorted().randomElement(using: &random) {
        key = used
        isMismatch = true
      }
    }
    if case .preview = command { (key, isMismatch) = (nil, false) }
    let tag = condition()
    let (method, rest, body) = command.request
    var fields = key.map { [("Idempotency-Key", $0)] } ?? []
    if let tag { fields.append(("If-Match", tag.text)) }
    // Another body, whatever it is, but for requests that have none.
    let sent = isMismatch ? (body ?? "{}") + " " : body
    let answer = try session.send(method, rest, sent, fields)
    try check(answer, command, key: key, isMismatch: isMismatch, isMet: tag?.isMet ?? true)
  }

  /// A value for `If-Match`, and whether the session meets it; nil mostly.
  private mutating func condition() -> (text: String, isMet: Bool)? {
    let version = model.version
    switch Int.random(in: 0..<20, using: &random) {
    case 0: return ("*", true)
    case 1: return ("\"\(version)\"", true)
    case 2: return ("\"0\", \"\(version)\"", true)
    case 3: return ("\"\(version - 1)\"", false)
    case 4: return ("W/\"\(version)\"", false)
    case 5: return ("\(version), \"\(version + 1)\"", false)
    default: return nil
    }
  }

  private mutating func check(
    _ answer: Answer, _ command: Command, key: String?, isMismatch: Bool, isMet: Bool
  ) throws {
    func expect(_ condition: Bool, _ what: String) throws {
      if !condition { throw Difference(description: "\(command): \(what); answered \(answer.status) \(answer.body)") }
    }
    if isMismatch { return try expect(answer.status == 422, "a key used again is 422") }
    if let key, let first = stored[key] {
      return try expect(
        answer.status == first.status && answer.body == first.body && answer["ETag"] == first["ETag"],
        "a retry gets \(first.status) \(first.body)")
    }
    if let key, !keyed.contains(where: { $0.key == key }) { keyed.append(Sent(key: key, command: command)) }
    if case .preview = command {} else if !isMet { return try expect(answer.status == 412, "412") }
    let json: JSON? = answer.body.isEmpty ? nil : try answer.json
    let outcome = model.apply(command, named: json?.string("/anchor/id") ?? json?.string("/id"))
    try expect(answer.status == outcome.status, "\(outcome.status)")
    guard outcome.status < 300 else { return }
    try expect(answer["ETag"] == "\"\(model.version)\"", "version \(model.version)")
    if let key, outcome.isEvent { stored[key] = answer }
    guard let json, let isReused = outcome.isReused else { return }
    try expect(json.string("/anchor/id") == outcome.anchor, "anchor \(outcome.anchor ?? "nil")")
    try expect(json["/reused"] == .boolean(isReused), "reused \(isReused)")
    try expect(json["/closed"] == .boolean(outcome.isClosing == true), "closed \(outcome.isClosing == true)")
    try expect(same(json.number("/measurement/value"), outcome.segment), "segment \(outcome.segment ?? -1)")
  }

  private func same(_ a: Double?, _ b: Double?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return abs(a - b) <= 1e-9
  }

  /// Reads everything, and throws at the first difference.
  func compare() throws {
    func read(_ rest: String) throws -> JSON { try session.send("GET", rest).json }
    func expect(_ condition: Bool, _ what: String, _ json: JSON) throws {
      if !condition { throw Difference(description: "\(what) is to be; read \(json.text)") }
    }
    let live = model.live
    let whole = try read("")
    try expect(whole.number("/version") == Double(model.version), "version \(model.version)", whole)
    try expect(whole["/closed"] == .boolean(model.isClosed), "closed \(model.isClosed)", whole)
    let drift = live.map(model.drift).max() ?? 0
    try expect(same(whole.number("/drift/maximum"), drift), "drift \(drift)", whole)
    try expect(
      whole["/drift/warning"] == .boolean(!live.isEmpty && drift >= 0.015 - 1e-9), "warning at \(drift)", whole)
    let anchors = try read("/anchors")
    let names = live.map { model.anchors[$0].id }
    try expect(anchors.strings("/items", "/id") == names, "anchors \(names)", anchors)
    try expect(Set(names).count == names.count, "names that nobody else has: \(names)", anchors)
    for (place, serial) in live.enumerated() {
      for (member, position) in [("current", model.device[serial].current), ("placed", model.anchors[serial].placed)] {
        let found = anchors.numbers("/items/\(place)/\(member)/position") ?? []
        try expect(
          found.count == 3 && Geometry.distance(found, position) <= 1e-9, "\(member) \(position)", anchors)
      }
    }
    try comparePath(try read("/path"), expect)
    let list = try read("/measurements")
    let measurements = model.measurements
    try expect(list.strings("/items", "/id") == measurements.map(\.id), "measurements \(measurements)", list)
    for (place, measurement) in measurements.enumerated() {
      let value = model.value(measurement)
      try expect(same(list.number("/items/\(place)/value"), value), "\(measurement) \(value)", list)
    }
    let events = try read("/events?limit=1000")
    try expect(events.count("/items") == model.version, "\(model.version) events", events)
  }

  private func comparePath(_ json: JSON, _ expect: (Bool, String, JSON) throws -> Void) throws {
    var path = model.livePath
    if model.isClosed, path.first == path.last { path.removeLast() }
    let names = path.map { model.anchors[$0].id }
    try expect(json.strings("/anchors") == names, "path \(names)", json)
    try expect(json["/closed"] == .boolean(model.isClosed), "closed \(model.isClosed)", json)
    let ring = path.map { model.device[$0].current }
    let perimeter = model.isClosed ? Geometry.value("perimeter", ring) : nil
    let length = perimeter ?? (ring.count >= 2 ? Geometry.length(ring) : nil)
    try expect(same(json.number("/length/value"), length), "length \(length ?? -1)", json)
    try expect(same(json.number("/perimeter/value"), perimeter), "perimeter \(perimeter ?? -1)", json)
    try expect(
      same(json.number("/area/value"), model.isClosed ? Geometry.area(ring) : nil), "area of \(ring)", json)
    try expect(
      json.count("/segments") == max(0, model.isClosed ? ring.count : ring.count - 1), "segments of \(names)", json)
  }
}
