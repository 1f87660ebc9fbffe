import SpanUncertainty

/// One-sigma values for a scene: a column of the published table, with a client's overrides.
struct Sigmas: Sendable {
  var profile: String
  var overrides: [NoiseMember: Double] = [:]

  subscript(member: NoiseMember) -> Double { overrides[member] ?? Self.published[profile]?[member] ?? .nan }

  var model: NoiseModel {
    NoiseModel(profile: NoiseProfile.named(profile) ?? .generic, overrides: overrides)
  }

  /// Only these sources exist.
  static func only(_ members: [NoiseMember: Double]) -> Sigmas {
    var all = Dictionary(uniqueKeysWithValues: NoiseMember.allCases.map { ($0, 0.0) })
    all.merge(members) { $1 }
    return Sigmas(profile: "generic", overrides: all)
  }
}

extension Sigmas {
  /// The table of the measurement model, §5, copied from the page: arkit-lidar, arkit, arcore-depth, arcore (and
  /// generic), webxr.
  private static let rows: [(NoiseMember, [Double])] = [
    (.posePosition, [0.005, 0.008, 0.010, 0.012, 0.015]),
    (.poseRollPitchDegrees, [0.15, 0.20, 0.25, 0.30, 0.35]),
    (.poseYawDegrees, [0.10, 0.15, 0.20, 0.20, 0.25]),
    (.jitterPosition, [0.002, 0.003, 0.004, 0.005, 0.006]),
    (.jitterRotationDegrees, [0.05, 0.07, 0.08, 0.10, 0.12]),
    (.driftAlong, [0.010, 0.012, 0.015, 0.020, 0.020]),
    (.driftYawDegrees, [0.10, 0.15, 0.20, 0.25, 0.30]),
    (.scale, [0.007, 0.015, 0.015, 0.025, 0.030]),
    (.focal, [0.003, 0.004, 0.005, 0.005, 0.007]),
    (.principalPoint, [1, 1.5, 2, 2, 2.5]),
    (.planeOffset, [0.005, 0.010, 0.012, 0.020, 0.020]),
    (.planeTiltDegrees, [0.2, 0.5, 0.6, 1.0, 1.0]),
    (.estimatedOffset, [0.020, 0.050, 0.040, 0.060, 0.060]),
    (.estimatedOffsetPerMetre, [0.01, 0.02, 0.02, 0.03, 0.03]),
    (.estimatedTiltDegrees, [2, 5, 4, 5, 5]),
    (.featureAlong, [0.015, 0.030, 0.040, 0.060, 0.060]),
    (.featureAlongPerMetre, [0.01, 0.03, 0.03, 0.04, 0.04]),
    (.boundary, [0.020, 0.050, 0.050, 0.060, 0.060]),
    (.definition, [0.003, 0.003, 0.003, 0.003, 0.003]),
  ]

  private static let columns = ["arkit-lidar": 0, "arkit": 1, "arcore-depth": 2, "arcore": 3, "generic": 3, "webxr": 4]

  static let published = columns.mapValues { column in
    Dictionary(uniqueKeysWithValues: rows.map { ($0.0, $0.1[column]) })
  }

  /// `pointing`, §5: view points, and radians for ready rays and cameras without a viewport.
  static func tap(_ pointing: Pointing) -> (viewPoints: Double, angle: Double) {
    switch pointing {
    case .finger: (8, 0.012)
    case .loupe: (2.5, 0.0038)
    case .crosshair: (2, 0.003)
    case .mouse: (1.2, 0.0018)
    }
  }
}
