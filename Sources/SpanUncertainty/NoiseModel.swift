internal import SpanGeometry

/// A profile with a request's overrides, resolved: metres and radians, and who said what.
public struct NoiseModel: Sendable {
  public let posePosition: Double
  public let poseRollPitch: Double
  public let poseYaw: Double
  public let jitterPosition: Double
  public let jitterRotation: Double
  public let driftAlong: Double
  public let driftYaw: Double
  public private(set) var scale: Double
  public let focal: Double
  public let principalPoint: Double
  public let planeOffset: Double
  public let planeTilt: Double
  public let estimatedOffset: Double
  public let estimatedOffsetPerMetre: Double
  public let estimatedTilt: Double
  public let featureAlong: Double
  public let featureAlongPerMetre: Double
  public let boundary: Double
  public let definition: Double
  /// The members that the client gave, as bits.
  private var given: UInt32 = 0

  public init(profile: NoiseProfile, overrides: [NoiseMember: Double] = [:]) {
    func value(_ member: NoiseMember) -> Double { overrides[member] ?? profile[member] }
    posePosition = value(.posePosition)
    poseRollPitch = value(.poseRollPitchDegrees).radians
    poseYaw = value(.poseYawDegrees).radians
    jitterPosition = value(.jitterPosition)
    jitterRotation = value(.jitterRotationDegrees).radians
    driftAlong = value(.driftAlong)
    driftYaw = value(.driftYawDegrees).radians
    scale = value(.scale)
    focal = value(.focal)
    principalPoint = value(.principalPoint)
    planeOffset = value(.planeOffset)
    planeTilt = value(.planeTiltDegrees).radians
    estimatedOffset = value(.estimatedOffset)
    estimatedOffsetPerMetre = value(.estimatedOffsetPerMetre)
    estimatedTilt = value(.estimatedTiltDegrees).radians
    featureAlong = value(.featureAlong)
    featureAlongPerMetre = value(.featureAlongPerMetre)
    boundary = value(.boundary)
    definition = value(.definition)
    for member in overrides.keys { markGiven(member) }
  }

  /// With a scale that the client knows better.
  public func replacing(scale: Double) -> NoiseModel {
    var result = self
    result.scale = scale
    result.markGiven(.scale)
    return result
  }

  private mutating func markGiven(_ member: NoiseMember) { given |= 1 << member.rawValue }

  /// Did the client give this?
  func isGiven(_ member: NoiseMember) -> Bool { given & 1 << member.rawValue != 0 }

  /// Did the client give both?
  func isGiven(_ first: NoiseMember, _ second: NoiseMember) -> Bool { isGiven(first) && isGiven(second) }

  /// The sources of a camera that rest on the profile for at least one member.
  var defaultedCameraSources: SourceSet {
    var result: SourceSet = []
    if !isGiven(.posePosition) { result.insert(.posePosition) }
    if !isGiven(.poseRollPitchDegrees, .poseYawDegrees) { result.insert(.poseRotation) }
    if !isGiven(.jitterPosition, .jitterRotationDegrees) { result.insert(.jitter) }
    if !isGiven(.driftAlong, .driftYawDegrees) { result.insert(.drift) }
    return result
  }

  /// Limited tracking widens the pose by this.
  public static let limitedTrackingFactor = 3.0
  /// Drift across and up, as parts of the drift along the way.
  static let driftShares = Vector3(1, 0.4, 0.3)
  /// The tilt of walls is known worse than that of floors by this.
  static let verticalFactor = 1.5
  /// A plane wider than this, metres from its support centroid, is known better in tilt.
  static let tiltReach = 2.0
}

/// How the user aims, and its one-sigma error per axis.
public enum Pointing: String, CaseIterable, Sendable {
  case finger, loupe, crosshair, mouse

  /// Viewport units.
  public var viewPoints: Double {
    switch self {
    case .finger: 8
    case .loupe: 2.5
    case .crosshair: 2
    case .mouse: 1.2
    }
  }

  /// Radians across the ray: for ready rays, and for cameras without a viewport.
  public var angle: Double {
    switch self {
    case .finger: 12e-3
    case .loupe: 3.8e-3
    case .crosshair: 3e-3
    case .mouse: 1.8e-3
    }
  }
}

/// What the client says of one plane; nil members are the noise model's.
public struct PlaneSigma: Sendable, Equatable {
  /// m.
  public var offset: Double?
  /// Radians.
  public var tilt: Double?
  /// m.
  public var boundary: Double?

  public init(offset: Double? = nil, tilt: Double? = nil, boundary: Double? = nil) {
    self.offset = offset
    self.tilt = tilt
    self.boundary = boundary
  }
}
