internal import SpanGeometry

extension JSONWriter {
  /// `[x, y, z]`.
  mutating func vector(_ v: Vector3) {
    beginArray()
    numbers(v.x, v.y, v.z)
    endArray()
  }

  private mutating func numbers(_ a: Double, _ b: Double, _ c: Double) {
    number(a)
    number(b)
    number(c)
  }

  mutating func member(_ name: StaticString, _ v: Vector3) {
    self.name(name)
    vector(v)
  }

  mutating func member(_ name: StaticString, _ point: Point2) {
    self.name(name)
    beginArray()
    number(point.x)
    number(point.y)
    endArray()
  }

  /// Nine numbers, row by row.
  mutating func member(_ name: StaticString, rowMajor m: Matrix3) {
    self.name(name)
    beginArray()
    numbers(m.x.x, m.y.x, m.z.x)
    numbers(m.x.y, m.y.y, m.z.y)
    numbers(m.x.z, m.y.z, m.z.z)
    endArray()
  }

  /// Sixteen numbers, column by column.
  mutating func member(_ name: StaticString, _ pose: Pose) {
    self.name(name)
    beginArray()
    homogeneous(pose.rotation.x, 0)
    homogeneous(pose.rotation.y, 0)
    homogeneous(pose.rotation.z, 0)
    homogeneous(pose.position, 1)
    endArray()
  }

  private mutating func homogeneous(_ v: Vector3, _ w: Double) {
    numbers(v.x, v.y, v.z)
    number(w)
  }

  mutating func member(_ name: StaticString, _ ray: Ray) {
    self.name(name)
    beginObject()
    member("origin", ray.origin)
    member("direction", ray.direction)
    endObject()
  }
}
