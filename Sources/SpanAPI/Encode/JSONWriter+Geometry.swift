internal import SpanGeometry

extension JSONWriter {
  /// `[x, y, z]`.
  mutating func vector(_ v: Vector3) {
    beginArray()
    number(v.x)
    number(v.y)
    number(v.z)
    endArray()
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
    for row in [m.transposed.x, m.transposed.y, m.transposed.z] {
      number(row.x)
      number(row.y)
      number(row.z)
    }
    endArray()
  }

  /// Sixteen numbers, column by column.
  mutating func member(_ name: StaticString, _ pose: Pose) {
    self.name(name)
    beginArray()
    for column in [pose.rotation.x, pose.rotation.y, pose.rotation.z] { homogeneous(column, 0) }
    homogeneous(pose.position, 1)
    endArray()
  }

  private mutating func homogeneous(_ v: Vector3, _ w: Double) {
    number(v.x)
    number(v.y)
    number(v.z)
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
