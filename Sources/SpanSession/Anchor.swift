public import SpanGeometry
package import SpanUncertainty

/// A place in the world that a session keeps: where it was placed, and where the tracker says it is now.
public struct Anchor: Sendable {
  public let id: String
  public let placed: Whereabouts
  public package(set) var current: Whereabouts
  /// Of the last update, the device's clock in seconds.
  public package(set) var capturedAt: Double?
  /// The last update jumped in a way that trackers do when they are lost.
  public package(set) var isSuspect = false
  public let planeID: String?
  /// The edge it was snapped to.
  public let edge: Edge?
  package let origin: Origin
  /// Which of the session's noise models it was placed under.
  package let model: Int

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

  package init(id: String, at: Int64, origin: Origin, model: Int, planeID: String? = nil, edge: Edge? = nil) {
    self.id = id
    self.model = model
    placed = Whereabouts(position: origin.point.position, at: at)
    current = placed
    self.origin = origin
    self.planeID = planeID
    self.edge = edge
  }

  /// It takes part in everything.
  public var isLive: Bool { isShown && !isRemoved && !isLost }

  var isMoved: Bool { current.position != placed.position }

  public var driftVector: Vector3 { current.position - placed.position }
  /// Metres.
  public var drift: Double { driftVector.length }
}
