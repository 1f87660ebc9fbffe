public import SpanGeometry

// What becomes of a point as a random variable when the tracker moves its anchor.

extension RandomPoint {
  /// The point where its anchor is now.
  ///
  /// A motion that all anchors share turns the errors with the point and adds none. What it leaves unexplained is
  /// known as a bound only: rectangular, u = |residual along the gradient|/√3.
  /// - Parameters:
  ///   - rotation: of the common motion.
  ///   - residual: current position less the one that the common motion explains, metres.
  public func corrected(to position: Vector3, rotation: Matrix3, residual: Vector3) -> RandomPoint {
    guard position != self.position || rotation != .identity || residual != .zero else { return self }
    var result = rotation == .identity ? self : mapped(by: rotation)
    result.position = position
    result.own.anchorCorrection += (1.0 / 3) * Matrix3(outer: residual, residual)
    return result
  }

  /// As if the tracker had not corrected it.
  var uncorrected: RandomPoint {
    var result = self
    result.own.anchorCorrection = .zero
    return result
  }
}
