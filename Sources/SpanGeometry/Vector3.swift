/// A vector or position in space, metres, right-handed, +Y up.
///
/// Three packed doubles (stride 24): `SIMD3<Double>` would take 32.
public struct Vector3: Equatable, Sendable {
  public var x: Double
  public var y: Double
  public var z: Double

  @inlinable
  public init(_ x: Double, _ y: Double, _ z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  public static let zero = Vector3(0, 0, 0)
  public static let unitX = Vector3(1, 0, 0)
  /// World up.
  public static let unitY = Vector3(0, 1, 0)
  public static let unitZ = Vector3(0, 0, 1)
}

extension Vector3 {
  @inlinable
  public static func + (a: Vector3, b: Vector3) -> Vector3 { Vector3(a.x + b.x, a.y + b.y, a.z + b.z) }

  @inlinable
  public static func - (a: Vector3, b: Vector3) -> Vector3 { Vector3(a.x - b.x, a.y - b.y, a.z - b.z) }

  @inlinable
  public static prefix func - (a: Vector3) -> Vector3 { Vector3(-a.x, -a.y, -a.z) }

  @inlinable
  public static func * (s: Double, a: Vector3) -> Vector3 { Vector3(s * a.x, s * a.y, s * a.z) }

  @inlinable
  public static func / (a: Vector3, s: Double) -> Vector3 { Vector3(a.x / s, a.y / s, a.z / s) }

  @inlinable
  public static func += (a: inout Vector3, b: Vector3) { a = a + b }

  @inlinable
  public static func -= (a: inout Vector3, b: Vector3) { a = a - b }

  @inlinable
  public func dot(_ b: Vector3) -> Double { x * b.x + y * b.y + z * b.z }

  @inlinable
  public func cross(_ b: Vector3) -> Vector3 {
    Vector3(y * b.z - z * b.y, z * b.x - x * b.z, x * b.y - y * b.x)
  }

  @inlinable public var lengthSquared: Double { dot(self) }
  @inlinable public var length: Double { lengthSquared.squareRoot() }

  /// The unit vector of the same direction; nil when the length is zero or not finite.
  ///
  /// Scales by the largest component first, so that tiny and huge vectors keep their direction.
  @inlinable
  public var normalized: Vector3? {
    let largest = max(abs(x), abs(y), abs(z))
    guard largest > 0, largest.isFinite else { return nil }
    let scaled = self / largest
    return scaled / scaled.length
  }

  /// Some unit vector at right angles to this unit vector.
  public var anyPerpendicular: Vector3 {
    let axis = abs(x) < 0.6 ? Vector3.unitX : Vector3.unitY
    let perpendicular = cross(axis)
    return perpendicular / perpendicular.length
  }

  /// The part at right angles to `unit`.
  @inlinable
  public func rejected(from unit: Vector3) -> Vector3 { self - dot(unit) * unit }
}

/// A point in a plane's own coordinates or on a screen or image.
public struct Point2: Equatable, Sendable {
  public var x: Double
  public var y: Double

  @inlinable
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}
