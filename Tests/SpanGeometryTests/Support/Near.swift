import SpanGeometry

/// Within `tolerance` in every component.
func near(_ a: Vector3, _ b: Vector3, _ tolerance: Double = 1e-12) -> Bool {
  abs(a.x - b.x) <= tolerance && abs(a.y - b.y) <= tolerance && abs(a.z - b.z) <= tolerance
}

func near(_ a: Point2, _ b: Point2, _ tolerance: Double = 1e-12) -> Bool {
  abs(a.x - b.x) <= tolerance && abs(a.y - b.y) <= tolerance
}

func near(_ a: Matrix3, _ b: Matrix3, _ tolerance: Double = 1e-12) -> Bool {
  (a - b).largestEntry <= tolerance
}

func near(_ a: Double, _ b: Double, _ tolerance: Double = 1e-12) -> Bool { abs(a - b) <= tolerance }

extension Matrix3 {
  /// By rows, as numpy prints it.
  init(
    rows a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double, _ g: Double, _ h: Double,
    _ i: Double
  ) {
    self.init(columns: Vector3(a, d, g), Vector3(b, e, h), Vector3(c, f, i))
  }
}
