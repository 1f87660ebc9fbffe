package import SpanGeometry

/// A reversible change of a layout; what the user does is a list of them.
package enum Effect: Sendable {
  case showAnchor(Int)
  case removeAnchor(Int)
  case showMeasurement(Int)
  case removeMeasurement(Int)
  case extendPath(Int)
  case closePath
  /// From the old path to one that begins anew.
  case beginPath(old: [Int], wasClosed: Bool, first: [Int])
  case start(Vector3)
  /// The layout that is not in force: the one before the reset, or after an undo the one behind it.
  indirect case exchange(Layout)

  /// Roughly, what it holds in memory, bytes.
  var footprint: Int {
    switch self {
    case .beginPath(let old, _, let first): 128 + 8 * (old.count + first.count)
    case .exchange(let layout): 128 + layout.footprint
    default: 128
    }
  }
}

extension Layout {
  mutating func redo(_ effect: inout Effect) {
    switch effect {
    case .showAnchor(let place): setAnchor(place, shown: true)
    case .removeAnchor(let place): setAnchor(place, removed: true)
    case .showMeasurement(let place): setMeasurement(place, shown: true)
    case .removeMeasurement(let place): setMeasurement(place, removed: true)
    case .extendPath(let place): extendPath(by: place)
    case .closePath: setClosed(true)
    case .beginPath(_, _, let first): setPath(first, isClosed: false)
    case .start(let camera): setStart(camera)
    case .exchange(let other): exchange(with: other, &effect)
    }
  }

  mutating func undo(_ effect: inout Effect) {
    switch effect {
    case .showAnchor(let place): setAnchor(place, shown: false)
    case .removeAnchor(let place): setAnchor(place, removed: false)
    case .showMeasurement(let place): setMeasurement(place, shown: false)
    case .removeMeasurement(let place): setMeasurement(place, removed: false)
    case .extendPath: shortenPath()
    case .closePath: setClosed(false)
    case .beginPath(let old, let wasClosed, _): setPath(old, isClosed: wasClosed)
    case .start: setStart(nil)
    case .exchange(let other): exchange(with: other, &effect)
    }
  }

  private mutating func exchange(with other: Layout, _ effect: inout Effect) {
    effect = .exchange(self)
    self = other
  }
}
