/// A half line. Kernel functions measure along it in metres because the direction is a unit vector.
public struct Ray: Equatable, Sendable {
  public var origin: Vector3
  /// Unit length.
  public var direction: Vector3

  public init(origin: Vector3, unitDirection: Vector3) {
    self.origin = origin
    direction = unitDirection
  }

  @inlinable
  public func point(at distance: Double) -> Vector3 { origin + distance * direction }
}
