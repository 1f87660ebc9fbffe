#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

// The elementary functions of the C library under names that cannot clash with the caller's imports.

/// sin, radians.
public func sine(_ angle: Double) -> Double { sin(angle) }
/// cos, radians.
public func cosine(_ angle: Double) -> Double { cos(angle) }
/// eˣ.
public func exponential(_ x: Double) -> Double { exp(x) }
/// atan2(y, x), radians.
public func arcTangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
/// asin with its argument held within ±1, radians.
public func arcSine(_ value: Double) -> Double { asin(min(1, max(-1, value))) }

extension Double {
  /// Degrees to radians.
  @inlinable public var radians: Double { self * (.pi / 180) }
  /// Radians to degrees.
  @inlinable public var degrees: Double { self * (180 / .pi) }
}
