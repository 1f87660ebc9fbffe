public import SpanGeometry
package import SpanUncertainty

/// A place in the world that a session keeps: where it was placed, and where the tracker says it is now.
public struct Anchor: Sendable {
  /// Shared by all copies: a session is copied with every change, with all its anchors.
  private let placing: Placing
  public package(set) var current: Whereabouts
  /// Of the last update, the device's clock in seconds.
  public package(set) var capturedAt: Double?
  /// The last update jumped in a way that trackers do when they are lost.
  public package(set) var isSuspect = false

  /// What the user made and did not take back.
  package var isShown = true
  /// Removed by the user.
  package var isRemoved = false
  /// Given up by the device.
  package var isLost = false

  public struct Whereabouts: Sendable, Equatable {
    /// World, metres.
    public var position: Vector3
    /// Milliseconds since 1970, UTC.
    public var at: Int64

    public init(position: Vector3, at: Int64) {
      self.position = position
      self.at = at
    }
  }

  public struct Edge: Sendable {
    public let snap: Snap
    public let planeID: String

    package init(snap: Snap, planeID: String) {
      self.snap = snap
      self.planeID = planeID
    }
  }

  package enum Origin: Sendable {
    case tapped(TapPropagation)
    indirect case given(GivenPoint, RandomPoint)

    var point: RandomPoint {
      switch self {
      case .tapped(let tap): tap.point
      case .given(_, let point): point
      }
    }
  }

  /// What stays as it was when the anchor was placed.
  private final class Placing: Sendable {
    let id: String
    let whereabouts: Whereabouts
    let planeID: String?
    let edge: Edge?
    let origin: Origin
    let model: Int

    init(id: String, whereabouts: Whereabouts, planeID: String?, edge: Edge?, origin: Origin, model: Int) {
      self.id = id
      self.whereabouts = whereabouts
      self.planeID = planeID
      self.edge = edge
      self.origin = origin
      self.model = model
    }
  }

  package init(id: String, at: Int64, origin: Origin, model: Int, planeID: String? = nil, edge: Edge? = nil) {
    current = Whereabouts(position: origin.point.position, at: at)
    placing = Placing(id: id, whereabouts: current, planeID: planeID, edge: edge, origin: origin, model: model)
  }

  public var id: String { placing.id }
  public var placed: Whereabouts { placing.whereabouts }
  public var planeID: String? { placing.planeID }
  /// The edge it was snapped to.
  public var edge: Edge? { placing.edge }
  package var origin: Origin { placing.origin }
  /// Which of the session's noise models it was placed under.
  package var model: Int { placing.model }

  /// It takes part in everything.
  public var isLive: Bool { isShown && !isRemoved && !isLost }

  var isMoved: Bool { current.position != placed.position }

  public var driftVector: Vector3 { current.position - placed.position }
  /// Metres.
  public var drift: Double { driftVector.length }
}
