import SpanTestSupport
import Testing

/// A random walk through everything that can be done to a session, from a seed.
struct Walk {
  private var random: Generator
  private let session: SessionClient
  private var clock = 1000.0

  /// SplitMix64 (Steele, Lea and Flood 2014).
  struct Generator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  init(_ session: SessionClient, seed: UInt64) {
    self.session = session
    random = Generator(seed: seed)
  }

  /// One request; what it does depends on the seed and on what was answered before.
  /// - Returns: the answer.
  mutating func step() throws -> Answer {
    let ids = try session.send("GET", "/anchors").json.strings("/items", "/id")
    func name(_ id: String?) -> String { JSON.string(id ?? "nobody").text }
    switch Int.random(in: 0..<20, using: &random) {
    case 0...6: return try session.send("POST", "/taps", tap())
    case 7:
      let p = position()
      return try session.send("POST", "/anchors", "{\"position\": \(p)}")
    case 8...10:
      clock += Double.random(in: 0...90, using: &random)
      let updates = ids.filter { _ in Bool.random(using: &random) }.map {
        "{\"id\": \(name($0)), \"position\": \(position())}"
      }
      return try session.send(
        "PATCH", "/anchors", "{\"capturedAt\": \(clock), \"updates\": [\(updates.joined(separator: ","))]}")
    case 11: return try session.send("PATCH", "/anchors", "{\"remove\": [\(name(ids.randomElement(using: &random)))]}")
    case 12: return try session.send("DELETE", "/anchors/\(ids.randomElement(using: &random) ?? "nobody")")
    case 13, 14:
      let (a, b) = (ids.randomElement(using: &random), ids.randomElement(using: &random))
      return try session.send("POST", "/measurements", "{\"kind\": \"distance\", \"points\": [\(name(a)), \(name(b))]}")
    case 15: return try session.send("DELETE", "/measurements/measurement-\(Int.random(in: 1...4, using: &random))")
    case 16: return try session.send("PATCH", "", settings())
    case 17:
      let height = Double.random(in: -0.05...0.05, using: &random)
      return Bool.random(using: &random)
        ? try session.send("PUT", "/planes/floor", Body.plane("floor", at: height))
        : try session.send("PATCH", "/planes", "{\"upsert\": [\(Body.plane("table", at: 0.7, half: 0.5))]}")
    case 18: return try session.send("POST", Bool.random(using: &random) ? "/redo" : "/reset")
    default: return try session.send("POST", "/undo")
    }
  }

  private mutating func position() -> [Double] { (0..<3).map { _ in Double.random(in: -2...2, using: &random) } }

  /// On a lattice, so that taps meet again; through cameras that move.
  private mutating func tap() -> String {
    let (x, z) = (Int.random(in: -2...2, using: &random), Int.random(in: -2...2, using: &random))
    if Bool.random(using: &random) { return SessionClient.down(Double(x) / 2, Double(z) / 2) }
    let (u, v) = (480 + Double(x) * 60, 360 + Double(z) * 40)
    return "{\(Scene.camera(Double(x) / 4, 1.5, Double(z) / 4, turned: Double(20 * x), at: u, v))}"
  }

  private mutating func settings() -> String {
    [
      "{\"mode\": \"ruler\"}", "{\"mode\": \"path\"}", "{\"confidence\": 0.9}", "{\"profile\": \"arkit\"}",
      "{\"unit\": \"ft-in\"}", "{\"snap\": {\"radius\": 0.1}}", "{\"noise\": {\"scale\": 0.003}}", "{\"name\": \"x\"}",
    ].randomElement(using: &random) ?? "{}"
  }
}
