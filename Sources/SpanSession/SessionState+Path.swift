public import SpanUncertainty

/// The path as it is now: what is left of it when anchors went.
public struct Path: Sendable {
  /// In order; of a closed path the first is not repeated.
  public let anchors: [String]
  /// The last one of a closed path leads back to its first anchor.
  public let segments: [TapOutcome.Segment]
  /// Along all segments; nil without one.
  public let length: Measured?
  public let isClosed: Bool
  public let perimeter: Measured?
  public let area: Measured?
}

/// What a tap does to the path.
enum Step {
  /// It goes on from this anchor.
  case extend(from: Int)
  /// Back to its first anchor, from this one.
  case close(from: Int)
  /// A new path, the old one left as it is.
  case begin
  /// The third tap of a ruler: the pair goes, and the tap is the first of the next.
  case pair
  /// A tap on the anchor that the path ends in.
  case stay
}

extension SessionState {
  /// By place: those that count, none twice in a row.
  private var livePath: [Int] {
    layout.path.reduce(into: []) { path, place in
      if isLive(place), path.last != place { path.append(place) }
    }
  }

  private func isLive(_ place: Int) -> Bool { layout.anchors[place].isLive }

  public var isClosed: Bool { layout.isClosed && Set(livePath).count >= 3 }

  /// - Parameter reused: the anchor tapped on; nil: a new one.
  func step(onto reused: Int?) -> Step {
    guard let first = layout.path.first(where: isLive), let last = layout.path.last(where: isLive) else {
      return .begin
    }
    let isClosed = isClosed
    if let reused, reused == (isClosed ? first : last) { return .stay }
    switch settings.mode {
    case .path:
      if isClosed { return .begin }
      if reused == first, Set(livePath).count >= 3 { return .close(from: last) }
      return .extend(from: last)
    case .ruler: return livePath.count >= 2 ? .pair : .extend(from: last)
    }
  }

  func effects(of step: Step, _ place: Int) -> [Effect] {
    switch step {
    case .extend:
      // A ring that lost its anchors goes on as an open path.
      guard layout.isClosed else { return [.extendPath(place)] }
      return [.beginPath(old: layout.path, wasClosed: true, first: livePath + [place])]
    case .close: return [.closePath]
    case .begin: return [.beginPath(old: layout.path, wasClosed: layout.isClosed, first: [place])]
    case .pair:
      // Anchors that a measurement holds on to stay.
      let held = Set(measurements.flatMap(\.points))
      let cleared = Set(livePath).subtracting(held).subtracting([place]).sorted()
      return cleared.map(Effect.removeAnchor)
        + [.beginPath(old: layout.path, wasClosed: layout.isClosed, first: [place])]
    case .stay: return []
    }
  }

  public func path() -> Path {
    var ring = livePath
    let isClosed = isClosed
    if isClosed, ring.first == ring.last { ring.removeLast() }
    // An anchor that the path comes by twice is one variable.
    let numbering = Numbering(ring)
    let variables = numbering.distinct.map(variable)
    let names = ring.map { layout.anchors[$0].id }
    func measured(_ kind: Measurand, _ steps: [Int]) -> Measured? {
      guard var measured = measurer.measure(kind, steps.map { numbering.numbers[$0] }, of: variables) else {
        return nil
      }
      flagDrift(&measured, kind, placed: steps.map { layout.anchors[ring[$0]].placed.position })
      return measured
    }
    let segments = (0..<max(0, isClosed ? ring.count : ring.count - 1)).compactMap { i -> TapOutcome.Segment? in
      let next = i + 1 == ring.count ? 0 : i + 1
      return measured(.distance, [i, next]).map { TapOutcome.Segment(from: names[i], to: names[next], measured: $0) }
    }
    let all = Array(ring.indices)
    let perimeter = isClosed ? measured(.perimeter, all) : nil
    return Path(
      anchors: names, segments: segments, length: perimeter ?? (ring.count >= 2 ? measured(.polyline, all) : nil),
      isClosed: isClosed, perimeter: perimeter, area: isClosed ? measured(.area, all) : nil)
  }
}
