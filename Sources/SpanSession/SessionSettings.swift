public import SpanGeometry
public import SpanUncertainty

/// What a session is told when it is made, and may be told anew.
public struct SessionSettings: Sendable, Equatable {
  public var mode = Mode.path
  public var profile = NoiseProfile.generic
  /// What the client says about single values of the profile.
  public var noise: [NoiseMember: Double] = [:]
  /// 0.5 < p < 0.9999.
  public var confidence = Coverage.defaultConfidence
  public var snap = SnapOptions.standard
  /// Metres: an anchor that drifts as far is warned of.
  public var driftThreshold = standardDriftThreshold

  /// What taps make of their anchors.
  public enum Mode: String, CaseIterable, Sendable {
    /// One line through all of them, which may be closed.
    case path
    /// Pairs.
    case ruler
  }

  public static let standardDriftThreshold = 0.015

  public init() {}

  package var noiseModel: NoiseModel { NoiseModel(profile: profile, overrides: noise) }

  var measurer: Measurer { Measurer(noise: noiseModel, coverage: Coverage(confidence: confidence)) }
}
