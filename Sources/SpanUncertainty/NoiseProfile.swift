/// The one-sigma values a profile gives and `noise` may override, under their names in the API.
public enum NoiseMember: Int, CaseIterable, Sendable {
  /// m.
  case posePosition
  case poseRollPitchDegrees
  case poseYawDegrees
  /// m.
  case jitterPosition
  case jitterRotationDegrees
  /// m per m of camera displacement.
  case driftAlong
  /// Degrees per square root of a metre.
  case driftYawDegrees
  /// Relative.
  case scale
  /// Relative.
  case focal
  /// View points; image pixels without a viewport.
  case principalPoint
  /// m.
  case planeOffset
  case planeTiltDegrees
  /// m.
  case estimatedOffset
  case estimatedOffsetPerMetre
  case estimatedTiltDegrees
  /// m.
  case featureAlong
  case featureAlongPerMetre
  /// m.
  case boundary
  /// m.
  case definition

  /// The name in requests and profile files.
  public var name: String { Self.names[rawValue] }
  private static let names = allCases.map { "\($0)" }
}

/// Default one-sigma values of a kind of device.
///
/// Sources of the built-in ones: ITU Kaleidoscope 2022 (ARKit with lidar 99.36 %, ARCore 89.42 % mean accuracy on
/// 10–100 cm), iPhone walk-to-walk scale SD 0.54 %, corridor floor tilt 0.19° RMS, DIN 18202 flatness. The pose, ARCore
/// and WebXR columns rest on user reports.
public struct NoiseProfile: Sendable, Equatable {
  public let name: String
  /// In the order of ``NoiseMember``.
  let values: [Double]
  /// Where each value comes from, in the same order.
  private var origins: [String]

  public subscript(member: NoiseMember) -> Double { values[member.rawValue] }

  /// Where a value comes from, for people.
  public func origin(of member: NoiseMember) -> String { origins[member.rawValue] }

  /// A deployment's own profile.
  /// - Parameters:
  ///   - base: gives what is left out, with its origins.
  ///   - given: with where each value comes from.
  public init(name: String, base: NoiseProfile, given: [NoiseMember: (value: Double, origin: String)]) {
    self.name = name
    values = NoiseMember.allCases.map { given[$0]?.value ?? base[$0] }
    origins = NoiseMember.allCases.map { given[$0]?.origin ?? base.origin(of: $0) }
  }

  private init(name: String, _ device: Device, values: [Double]) {
    self.name = name
    self.values = values
    origins = Self.origins(of: device)
  }

  public static let arkitLidar = NoiseProfile(
    name: "arkit-lidar", .iPhoneWithLidar,
    values: [
      0.005, 0.15, 0.10, 0.002, 0.05, 0.010, 0.10, 0.007, 0.003, 1, 0.005, 0.2, 0.020, 0.01, 2, 0.015, 0.01, 0.020,
      0.003,
    ])
  public static let arkit = NoiseProfile(
    name: "arkit", .iPhone,
    values: [
      0.008, 0.20, 0.15, 0.003, 0.07, 0.012, 0.15, 0.015, 0.004, 1.5, 0.010, 0.5, 0.050, 0.02, 5, 0.030, 0.03, 0.050,
      0.003,
    ])
  public static let arcoreDepth = NoiseProfile(
    name: "arcore-depth", .androidPhone,
    values: [
      0.010, 0.25, 0.20, 0.004, 0.08, 0.015, 0.20, 0.015, 0.005, 2, 0.012, 0.6, 0.040, 0.02, 4, 0.040, 0.03, 0.050,
      0.003,
    ])
  public static let arcore = NoiseProfile(name: "arcore", .androidPhone, values: unaided)
  public static let generic = NoiseProfile(name: "generic", .androidPhone, values: unaided)
  public static let webxr = NoiseProfile(
    name: "webxr", .browser,
    values: [
      0.015, 0.35, 0.25, 0.006, 0.12, 0.020, 0.30, 0.030, 0.007, 2.5, 0.020, 1.0, 0.060, 0.03, 5, 0.060, 0.04, 0.060,
      0.003,
    ])

  /// A phone without a depth sensor, of whatever make.
  private static let unaided = [
    0.012, 0.30, 0.20, 0.005, 0.10, 0.020, 0.25, 0.025, 0.005, 2, 0.020, 1.0, 0.060, 0.03, 5, 0.060, 0.04, 0.060,
    0.003,
  ]

  public static let all = [arkitLidar, arkit, arcoreDepth, arcore, webxr, generic]

  public static func named(_ name: String) -> NoiseProfile? { all.first { $0.name == name } }
}

extension [NoiseProfile] {
  /// With further ones: those of a known name take its place, the others come last.
  public func replaced(by others: [NoiseProfile]) -> [NoiseProfile] {
    others.reduce(into: self) { profiles, profile in
      if let place = profiles.firstIndex(where: { $0.name == profile.name }) {
        profiles[place] = profile
      } else {
        profiles.append(profile)
      }
    }
  }
}
