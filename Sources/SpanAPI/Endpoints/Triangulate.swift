internal import SpanGeometry
internal import SpanMessage
internal import SpanUncertainty

extension TriangulateRequest {
  /// Finds the point and writes it with its errors.
  var response: Response {
    let usable = taps.indices.filter { taps[$0].tap.sight.tracking != .unavailable }
    let cameras = usable.map { taps[$0].tap.sight.ray.origin }
    let surface = prior.map {
      // How far an estimated plane is, as seen from the first camera, counts for its offset.
      let plane = planes.planes[$0]
      let range = ((cameras.first ?? .zero) - plane.support).length
      return SurfaceError(plane, key: $0, sigma: planes.sigmas[$0], noise: noise, range: range)
    }
    let solution = Triangulation(
      usable.map { taps[$0].tap }, from: cameras.first ?? .zero, prior: surface, noise: noise)
    return .json(capacity: 1024) { json in
      json.beginObject()
      if let solution { located(solution, usable, &json) } else { nowhere(&json) }
      json.member("warnings", planes.warnings + tapWarnings + disagreement(in: solution))
      json.endObject()
    }
  }

  private func located(_ solution: Triangulation, _ usable: [Int], _ json: inout JSONWriter) {
    json.member("position", solution.point.position)
    json.member("covariance", rowMajor: solution.covariance)
    json.member("depthSigma", solution.depthSigma)
    json.member("lateralSigma", solution.lateralSigma)
    json.member("parallaxDegrees", solution.parallax.degrees)
    json.member("chiSquare", solution.chiSquare)
    json.member("degreesOfFreedom", solution.degreesOfFreedom)
    json.member("pValue", solution.pValue)
    json.name("outlier")
    if let outlier = solution.outlier { json.string(taps[usable[outlier]].id) } else { json.null() }
    json.gates(solution.gates)
  }

  /// The lines of sight are parallel, or start in one place: no point is better than another.
  private func nowhere(_ json: inout JSONWriter) {
    for name: StaticString in [
      "position", "covariance", "depthSigma", "lateralSigma", "parallaxDegrees", "chiSquare", "degreesOfFreedom",
      "pValue", "outlier",
    ] {
      json.memberNull(name)
    }
    json.gates([.parallaxTooSmall])
  }

  private var tapWarnings: [Warning] { Warning.ofTracking(taps.map(\.tap), pointer: "/taps") }

  private func disagreement(in solution: Triangulation?) -> [Warning] {
    solution.flatMap { Warning.inconsistent($0, taps.map(\.tap), pointer: "/taps") }.map { [$0] } ?? []
  }
}

extension JSONWriter {
  fileprivate mutating func gates(_ gates: [Triangulation.Gate]) {
    name("gates")
    beginArray()
    for gate in gates { string(gate.rawValue) }
    endArray()
  }
}
