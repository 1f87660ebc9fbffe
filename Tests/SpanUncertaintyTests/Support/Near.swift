import SpanGeometry

/// Within `relative` of `b`, or within `absolute`.
func near(_ a: Double, _ b: Double, relative: Double = 1e-9, absolute: Double = 1e-15) -> Bool {
  abs(a - b) <= max(relative * abs(b), absolute)
}

/// Entries within `relative` of the largest entry of `b`.
func near(_ a: Matrix3, _ b: Matrix3, relative: Double, absolute: Double = 1e-18) -> Bool {
  (a - b).largestEntry <= max(relative * b.largestEntry, absolute)
}
