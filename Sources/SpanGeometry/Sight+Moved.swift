extension Sight {
  /// The same camera carried to `origin` and turned, by the shortest way, so that it aims at `target` with the same
  /// point of its image. nil when both places are one.
  public func moved(to origin: Vector3, aimedAt target: Vector3) -> Sight? {
    guard let aim = (target - origin).normalized else { return nil }
    let turn = Matrix3(turning: ray.direction, to: aim)
    var moved = self
    moved.ray = Ray(origin: origin, unitDirection: aim)
    moved.direction = turn * direction
    if case .lens(var lens) = self.aim {
      lens.axisX = turn * lens.axisX
      lens.axisY = turn * lens.axisY
      lens.forward = turn * lens.forward
      moved.aim = .lens(lens)
    }
    return moved
  }
}

extension Matrix3 {
  /// The smallest rotation that takes one unit vector to another.
  init(turning a: Vector3, to b: Vector3) {
    let axis = a.cross(b)
    let sine = axis.length
    guard let unit = axis.normalized, sine > 1e-12 else {
      // Parallel: nothing to turn. Opposite: half a turn about any axis across.
      self = a.dot(b) > 0 ? .identity : Matrix3(rotationVector: .pi * a.anyPerpendicular)
      return
    }
    self.init(rotationVector: arcTangent(sine, a.dot(b)) * unit)
  }
}
