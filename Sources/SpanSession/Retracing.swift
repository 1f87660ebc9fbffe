/// Goes through what was done and undone without doing it, to see whether every place that is named is there then.
///
/// A snapshot is somebody else's word: lists that name what is not there would end the process when they are followed.
/// What was undone stands at the ends of the lists and is forgotten with the next change, so a place counts as there
/// while it is shown.
struct Retracing {
  private let layout: Layout
  /// How many are shown.
  private var anchors: Int
  private var measurements: Int
  private var path: [Int]

  /// nil: the layout names what is not there, or shows what stands behind something undone.
  init?(_ layout: Layout) {
    self.layout = layout
    (anchors, measurements) = layout.keptCounts
    path = layout.path
    guard layout.anchors.prefix(anchors).allSatisfy(\.isShown),
      layout.measurements.prefix(measurements).allSatisfy(\.isShown), isWhole
    else { return nil }
  }

  /// What is shown names only what is shown.
  var isWhole: Bool { areShown(path) && (0..<measurements).allSatisfy(isMeasurable) }

  private func areShown(_ places: [Int]) -> Bool { places.allSatisfy { 0..<anchors ~= $0 } }

  private func isMeasurable(_ place: Int) -> Bool { areShown(layout.measurements[place].points) }

  /// - Returns: whether the effect could be taken back.
  mutating func undo(_ effect: Effect) -> Bool {
    switch effect {
    case .showAnchor(let place):
      anchors -= 1
      return place == anchors && place >= 0
    case .removeAnchor(let place): return areShown([place])
    case .showMeasurement(let place):
      measurements -= 1
      return place == measurements && place >= 0 && isMeasurable(place)
    case .removeMeasurement(let place): return 0..<measurements ~= place
    case .extendPath(let place): return areShown([place]) && path.popLast() == place
    case .beginPath(let old, _, let first):
      guard path == first, areShown(first) else { return false }
      path = old
      return true
    case .exchange(let other): return isWhole && exchange(with: other)
    case .closePath, .start: return true
    }
  }

  /// - Returns: whether the effect could be brought again.
  mutating func redo(_ effect: Effect) -> Bool {
    switch effect {
    case .showAnchor(let place):
      anchors += 1
      return place == anchors - 1 && layout.anchors.indices ~= place
    case .removeAnchor(let place): return areShown([place])
    case .showMeasurement(let place):
      measurements += 1
      return place == measurements - 1 && layout.measurements.indices ~= place && isMeasurable(place)
    case .removeMeasurement(let place): return 0..<measurements ~= place
    case .extendPath(let place):
      path.append(place)
      return areShown([place])
    case .beginPath(let old, _, let first):
      guard path == old, areShown(first) else { return false }
      path = first
      return true
    case .exchange(let other): return exchange(with: other)
    case .closePath, .start: return true
    }
  }

  private mutating func exchange(with other: Layout) -> Bool {
    guard let other = Retracing(other) else { return false }
    self = other
    return true
  }
}

extension SessionState {
  /// All that was done can be taken back, and all that was undone can be brought again.
  package var isRetraceable: Bool {
    guard var back = Retracing(layout), var forth = Retracing(layout) else { return false }
    return done.reversed().allSatisfy { action in action.effects.reversed().allSatisfy { back.undo($0) } }
      && back.isWhole
      && undone.reversed().allSatisfy { action in action.effects.allSatisfy { forth.redo($0) } }
  }
}
