internal import SpanGeometry

// Measurands that are one number of the points: height, distance to a plane, volume.

extension Measurer {
  func height(_ selection: Selection) -> Measured {
    let p = selection.positions
    let rise = p[1].y - p[0].y
    let up = (rise < 0 ? -1.0 : 1.0) * Vector3.unitY
    return scalar(selection, abs(rise), selection.spread(gradients: [-up, up]), exponent: 1)
  }

  /// |n·(p − q)|; the plane moves with its own offset and tilts.
  func pointToPlane(_ selection: Selection, _ surface: SurfaceError) -> Measured {
    let p = selection.positions[0]
    let height = surface.normal.dot(p - surface.support)
    let sign = height < 0 ? -1.0 : 1.0
    var spread = selection.spread(gradients: [sign * surface.normal])
    spread.addPlane(surface.key, Matrix3(outer: .unitX, -sign * surface.rise(at: p)))
    if surface.isDefaulted { spread.markDefaulted(.plane) }
    return scalar(selection, abs(height), spread, exponent: 1)
  }

  /// Prism: V = N·(top − mean of the base), the top point last.
  func volume(_ selection: Selection) -> Measured {
    let p = selection.positions
    let base = Array(p.dropLast())
    let n = Shapes.vectorArea(base)
    let rise = p[p.count - 1] - Shapes.mean(base)
    let volume = n.dot(rise)
    let sign = volume < 0 ? -1.0 : 1.0
    var gradients = Self.vectorAreaMaps(base).map { map in
      sign * (map.transposedTimes(rise) - n / Double(base.count))
    }
    gradients.append(sign * n)
    return scalar(selection, abs(volume), selection.spread(gradients: gradients), exponent: 3)
  }

  private func scalar(_ selection: Selection, _ value: Double, _ spread: Spread, exponent: Double) -> Measured {
    let reliability = selection.reliability
    let budget = Budget(
      spread, along: .unitX, scaleTerm: exponent * value * noise.scale, scaleIsDefaulted: !noise.isGiven(.scale))
    var uncertainty = uncertainty(
      budget, standard: budget.total.squareRoot(), kappa: reliability.kappa)
    uncertainty.bound(value: value, reliability.flags)
    return Measured(value: value, uncertainty: uncertainty)
  }
}
