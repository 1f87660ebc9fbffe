import SpanTestSupport

/// Something that is asked of a session and of its model.
enum Command: Sendable {
  case tap(Double, Double, id: String?)
  case preview(Double, Double)
  case add(id: String?, [Double])
  case delete(String)
  case update(Update)
  case measure(id: String?, kind: String, [String])
  case unmeasure(String)
  case undo, redo, reset
  case mode(String)
  case floor(Bool)

  struct Update: Sendable {
    var capturedAt: Double?
    var moves: [(id: String, to: [Double])]
    var remove: [String]
  }

  var request: (method: String, rest: String, body: String?) {
    func name(_ id: String?) -> String { id.map { ", \"id\": \"\($0)\"" } ?? "" }
    switch self {
    case .tap(let x, let z, let id):
      return ("POST", "/taps", SessionClient.down(x, z, id.map { ", \"anchorId\": \"\($0)\"" } ?? ""))
    case .preview(let x, let z): return ("POST", "/taps", SessionClient.down(x, z, ", \"preview\": true"))
    case .add(let id, let position): return ("POST", "/anchors", "{\"position\": \(position)\(name(id))}")
    case .delete(let id): return ("DELETE", "/anchors/\(id)", nil)
    case .update(let update):
      let moves = update.moves.map { "{\"id\": \"\($0.id)\", \"position\": \($0.to)}" }.joined(separator: ",")
      let time = update.capturedAt.map { "\"capturedAt\": \($0), " } ?? ""
      return ("PATCH", "/anchors", "{\(time)\"updates\": [\(moves)], \"remove\": \(update.remove)}")
    case .measure(let id, let kind, let points):
      return ("POST", "/measurements", "{\"kind\": \"\(kind)\", \"points\": \(points)\(name(id))}")
    case .unmeasure(let id): return ("DELETE", "/measurements/\(id)", nil)
    case .undo: return ("POST", "/undo", nil)
    case .redo: return ("POST", "/redo", nil)
    case .reset: return ("POST", "/reset", nil)
    case .mode(let mode): return ("PATCH", "", "{\"mode\": \"\(mode)\"}")
    case .floor(true): return ("PUT", "/planes/floor", Body.plane("floor"))
    case .floor(false): return ("DELETE", "/planes/floor", nil)
    }
  }
}

extension Command {
  /// The next one, of what there is in the model and what there is not.
  static func random(_ model: Model, _ random: inout Walk.Generator) -> Command {
    func place() -> Double { Double(Int.random(in: -1...1, using: &random)) / 2 }
    func height() -> Double { [0, 0, 0.01, 0.5].randomElement(using: &random) ?? 0 }
    /// Now and then a name that nobody has.
    func anchor() -> String {
      let live = model.live
      let serial = Int.random(in: 0..<10, using: &random) == 0 ? nil : live.randomElement(using: &random)
      return serial.map { model.anchors[$0].id } ?? "nobody"
    }
    func ownName() -> String? {
      Int.random(in: 0..<5, using: &random) == 0 ? ["a", "b"].randomElement(using: &random) : nil
    }
    switch Int.random(in: 0..<32, using: &random) {
    case 0...10: return .tap(place(), place(), id: ownName())
    case 11: return .preview(place(), place())
    case 12: return .add(id: ownName(), [place(), height(), place()])
    case 13, 14: return .delete(anchor())
    case 15...18: return .update(update(model, &random))
    case 19...21:
      let kind = ["distance", "height", "polyline", "area"].randomElement(using: &random) ?? ""
      let count = kind == "area" || kind == "polyline" ? 3 : 2
      return .measure(id: ownName(), kind: kind, (0..<count).map { _ in anchor() })
    case 22:
      let known = model.made.measurements.randomElement(using: &random)
      return .unmeasure(known?.id ?? "nobody")
    case 23...26: return .undo
    case 27, 28: return .redo
    case 29: return Bool.random(using: &random) ? .reset : .mode(model.mode == "path" ? "ruler" : "path")
    default: return .floor(Int.random(in: 0..<4, using: &random) > 0)
    }
  }

  private static func update(_ model: Model, _ random: inout Walk.Generator) -> Update {
    var update = Update(moves: [], remove: [])
    if Bool.random(using: &random) {
      let jump = Int.random(in: 0..<12, using: &random) == 0
      update.capturedAt = jump ? 200_000 : Double(Int.random(in: 0...300, using: &random))
    }
    for serial in model.live where Bool.random(using: &random) {
      let shift: Double = [0, 0.00005, 0.0001, 0.01, 0.02, 0.04, 0.5].randomElement(using: &random) ?? 0
      let from = Bool.random(using: &random) ? model.device[serial].current : model.anchors[serial].placed
      update.moves.append((model.anchors[serial].id, [from[0] + shift, from[1], from[2]]))
    }
    if Int.random(in: 0..<6, using: &random) == 0 { update.moves.append(("nobody", [0, 0, 0])) }
    if Int.random(in: 0..<4, using: &random) == 0, let serial = model.live.randomElement(using: &random) {
      update.remove = [model.anchors[serial].id]
    }
    return update
  }
}
