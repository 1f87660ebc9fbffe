/// The rules of a session, written down a second time and as plainly as can be: lists, and copies of everything for
/// undo.
struct Model {
  /// By serial number; these never change.
  struct Anchor {
    var id: String
    var placed: [Double]
  }

  /// What the device says of an anchor, which undo leaves alone.
  struct Device {
    var current: [Double]
    var capturedAt: Double?
    var isLost = false
  }

  struct Measurement {
    var id: String
    var kind: String
    /// Serial numbers.
    var points: [Int]
  }

  /// What the user has made, copied whole before every action. Anchors by serial number.
  struct Made {
    var anchors: [Int] = []
    var path: [Int] = []
    var isClosed = false
    var measurements: [Measurement] = []
  }

  private(set) var anchors: [Anchor] = []
  private(set) var device: [Device] = []
  private(set) var made = Made()
  private var past: [Made] = []
  private var future: [Made] = []
  private(set) var version = 1
  private(set) var mode = "path"
  private(set) var hasFloor = false
  private var clock: Double?

  /// What an answer has to say.
  struct Outcome {
    var status: Int
    var isEvent = false
    /// Of a tap that hit.
    var anchor: String?
    var isReused: Bool?
    var isClosing: Bool?
    /// The length of the segment that a tap draws.
    var segment: Double?
  }

  // MARK: What there is

  func isLive(_ serial: Int) -> Bool { made.anchors.contains(serial) && !device[serial].isLost }
  var live: [Int] { made.anchors.filter(isLive) }
  func find(_ id: String) -> Int? { live.first { anchors[$0].id == id } }

  var livePath: [Int] {
    var path: [Int] = []
    for serial in made.path where isLive(serial) && path.last != serial { path.append(serial) }
    return path
  }
  var isClosed: Bool { made.isClosed && Set(livePath).count >= 3 }

  var measurements: [Measurement] { made.measurements.filter { $0.points.allSatisfy(isLive) } }

  func drift(_ serial: Int) -> Double { Geometry.distance(device[serial].current, anchors[serial].placed) }

  func value(_ measurement: Measurement) -> Double {
    Geometry.value(measurement.kind, measurement.points.map { device[$0].current })
  }

  // MARK: What is done

  /// - Parameter named: the id that the service gave to what it made.
  mutating func apply(_ command: Command, named: String?) -> Outcome {
    let outcome = decide(command, named)
    if outcome.isEvent { version += 1 }
    return outcome
  }

  private mutating func decide(_ command: Command, _ named: String?) -> Outcome {
    switch command {
    case .tap(let x, let z, let id): return tap(x, z, id, named, isPreview: false)
    case .preview(let x, let z): return tap(x, z, nil, nil, isPreview: true)
    case .add(let id, let position):
      if let id, find(id) != nil { return Outcome(status: 409) }
      act { $0.made.anchors.append($0.newAnchor(id ?? named ?? "", position)) }
      return Outcome(status: 201, isEvent: true)
    case .delete(let id):
      guard let serial = find(id) else { return Outcome(status: 404) }
      act { $0.made.anchors.removeAll { $0 == serial } }
      return Outcome(status: 204, isEvent: true)
    case .update(let update): return take(update)
    case .measure(let id, let kind, let names):
      if let id, measurements.contains(where: { $0.id == id }) { return Outcome(status: 409) }
      let points = names.compactMap(find)
      guard points.count == names.count else { return Outcome(status: 422) }
      act { $0.made.measurements.append(Measurement(id: id ?? named ?? "", kind: kind, points: points)) }
      return Outcome(status: 201, isEvent: true)
    case .unmeasure(let id):
      guard measurements.contains(where: { $0.id == id }) else { return Outcome(status: 404) }
      // One of the same name may wait for its anchors to come back.
      let live = Set(live)
      act { $0.made.measurements.removeAll { $0.id == id && live.isSuperset(of: $0.points) } }
      return Outcome(status: 204, isEvent: true)
    case .undo:
      guard let before = past.popLast() else { return Outcome(status: 409) }
      future.append(made)
      made = before
      return Outcome(status: 200, isEvent: true)
    case .redo:
      guard let after = future.popLast() else { return Outcome(status: 409) }
      past.append(made)
      made = after
      return Outcome(status: 200, isEvent: true)
    case .reset:
      for serial in made.anchors { device[serial].capturedAt = nil }
      clock = nil
      act { $0.made = Made() }
      return Outcome(status: 200, isEvent: true)
    case .mode(let mode):
      self.mode = mode
      return Outcome(status: 200, isEvent: true)
    case .floor(let isThere):
      defer { hasFloor = isThere }
      if !isThere { return Outcome(status: hasFloor ? 204 : 404, isEvent: hasFloor) }
      return Outcome(status: hasFloor ? 200 : 201, isEvent: true)
    }
  }

  private mutating func act(_ change: (inout Model) -> Void) {
    past.append(made)
    future = []
    change(&self)
  }

  private mutating func newAnchor(_ id: String, _ position: [Double]) -> Int {
    anchors.append(Anchor(id: id, placed: position))
    device.append(Device(current: position))
    return anchors.count - 1
  }

  // MARK: Taps

  private mutating func tap(_ x: Double, _ z: Double, _ id: String?, _ named: String?, isPreview: Bool) -> Outcome {
    guard hasFloor else { return Outcome(status: 200) }
    let place = [x, 0, z]
    let target = snapTarget(place)
    let path = livePath
    if let target, !path.isEmpty, target == (isClosed ? path.first : path.last) {
      return Outcome(status: 200, anchor: anchors[target].id, isReused: true, isClosing: false)
    }
    if target == nil, let id, !isPreview, find(id) != nil { return Outcome(status: 409) }
    let isClosing = mode == "path" && !isClosed && target != nil && target == path.first && Set(path).count >= 3
    let extends = mode == "path" ? !path.isEmpty && !isClosed : path.count == 1
    var outcome = Outcome(status: 200, isReused: target != nil, isClosing: isClosing)
    if extends || isClosing, let last = path.last {
      outcome.segment = Geometry.distance(device[last].current, target.map { device[$0].current } ?? place)
    }
    outcome.anchor = target.map { anchors[$0].id }
    if isPreview { return outcome }
    outcome.isEvent = true
    if target == nil {
      outcome.status = 201
      outcome.anchor = id ?? named
    }
    act { model in
      let serial = target ?? model.newAnchor(id ?? named ?? "", place)
      if target == nil { model.made.anchors.append(serial) }
      if isClosing {
        model.made.isClosed = true
      } else if extends {
        // A ring that was lost stays lost.
        if model.made.isClosed { model.made.path = path }
        model.made.isClosed = false
        model.made.path.append(serial)
      } else {
        if model.mode == "ruler" { model.clear(path, but: serial) }
        model.made.path = [serial]
        model.made.isClosed = false
      }
    }
    return outcome
  }

  /// The pair of a ruler goes, but what a measurement holds on to.
  private mutating func clear(_ path: [Int], but kept: Int) {
    let held = Set(measurements.flatMap(\.points)).union([kept])
    made.anchors.removeAll { path.contains($0) && !held.contains($0) }
  }

  private func snapTarget(_ place: [Double]) -> Int? {
    var best: (serial: Int, distance: Double)?
    for serial in live {
      let distance = Geometry.distance(device[serial].current, place)
      if distance <= 0.025 + 1e-9, best.map({ distance < $0.distance - 1e-9 }) ?? true { best = (serial, distance) }
    }
    return best?.serial
  }

  // MARK: The device

  private mutating func take(_ update: Command.Update) -> Outcome {
    if let now = update.capturedAt, let clock, abs(now - clock) > 86_400 { return Outcome(status: 422) }
    var isEvent = false
    for (id, position) in update.moves {
      guard let serial = find(id) else { continue }
      if let now = update.capturedAt, let last = device[serial].capturedAt, now < last { continue }
      guard Geometry.distance(device[serial].current, position) >= 1e-4 - 1e-9 else { continue }
      device[serial].current = position
      device[serial].capturedAt = update.capturedAt ?? device[serial].capturedAt
      isEvent = true
    }
    for id in update.remove {
      guard let serial = find(id) else { continue }
      device[serial].isLost = true
      isEvent = true
    }
    // A clock is looked at when something happened, or every minute.
    if let now = update.capturedAt, isEvent || clock.map({ now - $0 >= 60 }) ?? true {
      clock = now
      isEvent = true
    }
    return Outcome(status: 200, isEvent: isEvent)
  }
}

/// Of points, as it is taught at school.
enum Geometry {
  static func distance(_ a: [Double], _ b: [Double]) -> Double {
    zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
  }

  static func length(_ points: [[Double]]) -> Double {
    zip(points, points.dropFirst()).reduce(0) { $0 + distance($1.0, $1.1) }
  }

  /// Half the sum of the cross products round the ring.
  static func area(_ ring: [[Double]]) -> Double {
    var sum = [0.0, 0, 0]
    for (p, q) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
      let (a, b) = (zip(p, ring[0]).map(-), zip(q, ring[0]).map(-))
      for i in 0..<3 { sum[i] += a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3] }
    }
    return distance(sum, [0, 0, 0]) / 2
  }

  static func value(_ kind: String, _ points: [[Double]]) -> Double {
    switch kind {
    case "height": abs(points[1][1] - points[0][1])
    case "perimeter": length(points + points.prefix(1))
    case "area": area(points)
    default: length(points)
    }
  }
}
