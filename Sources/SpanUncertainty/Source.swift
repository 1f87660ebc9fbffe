/// Where a part of the ± comes from: the lines of a budget, in the order they are reported.
public enum Source: Int, CaseIterable, Sendable {
  /// Where on the screen the finger, loupe or crosshair really was.
  case tap
  case posePosition
  case poseRotation
  /// What the pose jumps from frame to frame.
  case jitter
  /// What the tracker loses on the way between the cameras.
  case drift
  case intrinsics
  /// Offset and tilt of a surface.
  case plane
  /// Along the ray of a hit that no plane holds.
  case surface
  /// Where in its plane an outline's edge really is.
  case boundary
  /// Flatness of the thing and the choice of the spot.
  case definition
  /// The covariance a given point came with.
  case prior
  /// What the tracker moved an anchor by, as far as no common motion of all anchors explains it.
  case anchorCorrection
  case scale
  /// Of one among repeated values, its own.
  case independent
  /// What repeated values have in common.
  case shared

  /// The name in a budget.
  public var name: StaticString {
    switch self {
    case .tap: "tap"
    case .posePosition: "posePosition"
    case .poseRotation: "poseRotation"
    case .jitter: "jitter"
    case .drift: "drift"
    case .intrinsics: "intrinsics"
    case .plane: "plane"
    case .surface: "surface"
    case .boundary: "boundary"
    case .definition: "definition"
    case .prior: "prior"
    case .anchorCorrection: "anchorCorrection"
    case .scale: "scale"
    case .independent: "independent"
    case .shared: "shared"
    }
  }
}

/// A set of sources.
public struct SourceSet: OptionSet, Sendable, Equatable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public init(_ source: Source) { rawValue = 1 << source.rawValue }

  public func contains(_ source: Source) -> Bool { contains(SourceSet(source)) }
  mutating func insert(_ source: Source) { insert(SourceSet(source)) }
}
