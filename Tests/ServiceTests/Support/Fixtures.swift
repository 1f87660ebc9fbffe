// Requests that several suites post. Their expected answers come from an independent calculation, or were worked out by
// hand.

enum Address {
  /// Those that take a body and measure.
  static let measuring = ["/v1/measure", "/v1/raycast", "/v1/snap", "/v1/triangulate", "/v1/combine"]
  /// Those that take none.
  static let plain = ["/healthz", "/version", "/openapi.yaml"]
}

enum Body {
  /// 1.5 m above the floor, looking 45° down; the middle of the screen meets the floor at (0, 0, −1.5).
  static let camera = """
    {"pose": [1, 0, 0, 0, 0, 0.707106781, -0.707106781, 0, 0, 0.707106781, 0.707106781, 0, 0, 1.5, 0, 1],
     "intrinsics": {"fx": 1600, "fy": 1600, "cx": 960, "cy": 720, "width": 1920, "height": 1440},
     "viewport": {"width": 960, "height": 720}}
    """

  /// A level square plane at a height.
  static func plane(_ id: String, at y: Double = 0, half: Double = 3, _ more: String = "") -> String {
    """
    {"id": "\(id)", "pose": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, \(y), 0, 1],
     "polygon": [[\(-half), \(-half)], [\(half), \(-half)], [\(half), \(half)], [\(-half), \(half)]]\(more)}
    """
  }

  /// One tap in the middle of the screen.
  static func tap(planes: [String] = [plane("floor")], _ more: String = "") -> String {
    """
    {"camera": \(camera), "screenPoint": [480, 360], "planes": [\(planes.joined(separator: ","))]\(more)}
    """
  }

  /// A tap with a ready ray straight down.
  static func down(_ id: String, _ x: Double, _ z: Double, from y: Double = 1) -> String {
    """
    {"id": "\(id)", "ray": {"origin": [\(x), \(y), \(z)], "direction": [0, -1, 0]}}
    """
  }

  /// Every noise source silent: what is left is the covariance of the points.
  static let silence = """
    {"posePosition": 0, "poseRollPitchDegrees": 0, "poseYawDegrees": 0, "jitterPosition": 0, "jitterRotationDegrees": 0,
     "driftAlong": 0, "driftYawDegrees": 0, "scale": 0, "focal": 0, "principalPoint": 0, "planeOffset": 0,
     "planeTiltDegrees": 0, "estimatedOffset": 0, "estimatedOffsetPerMetre": 0, "estimatedTiltDegrees": 0,
     "featureAlong": 0, "featureAlongPerMetre": 0, "boundary": 0, "definition": 0}
    """

  /// Points named a, b, c … without any doubt about where they are.
  static func points(_ positions: [(Double, Double, Double)]) -> String {
    let names = "abcdefghijklmnopqrstuvwxyz"
    return zip(names, positions).map { name, p in
      "{\"id\": \"\(name)\", \"position\": [\(p.0), \(p.1), \(p.2)], \"covariance\": [0, 0, 0, 0, 0, 0]}"
    }.joined(separator: ",")
  }

  /// A measurement of exact points.
  static func exact(_ kind: String, _ positions: [(Double, Double, Double)], unit: String = "m") -> String {
    let names = "abcdefghijklmnopqrstuvwxyz".prefix(positions.count).map { "\"\($0)\"" }.joined(separator: ",")
    return """
      {"points": [\(points(positions))], "noise": \(silence), "unit": "\(unit)",
       "measurements": [{"kind": "\(kind)", "points": [\(names)]}]}
      """
  }
}
