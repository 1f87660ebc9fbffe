internal import SpanUncertainty

extension Advice {
  /// One sentence on what weighs most, one on what would shrink it, with the ± it would give.
  func message(on measured: Measured, _ unit: Measurand.Unit, in length: LengthUnit) -> String {
    let share = measured.uncertainty.budget.first { $0.source == source }?.share ?? 0
    let weight = "Most of the ± comes from \(source.words) (\(Int((share * 100).rounded())) %)"
    guard let step else { return "\(weight); none of the usual steps would shrink it." }
    guard let expanded else { return "\(weight); \(step.words(in: length)) would help, but not bound the range." }
    let after = Display.plusMinus(expanded, unit, in: length)
    guard measured.uncertainty.high != nil else {
      return "\(weight); \(step.words(in: length)) would bound the range, at ± \(after)."
    }
    let before = Display.plusMinus(measured.uncertainty.expanded, unit, in: length)
    return "\(weight); \(step.words(in: length)) would cut the ± from \(before) to \(after)."
  }
}

extension Source {
  fileprivate var words: String {
    switch self {
    case .tap: "aiming at the spot"
    case .posePosition: "the position of the phone"
    case .poseRotation: "the direction the phone looks in"
    case .jitter: "the jitter of the pose from frame to frame"
    case .drift: "the drift on the way between the taps"
    case .intrinsics: "the numbers of the lens"
    case .plane: "the plane that was hit"
    case .surface: "the distance of the feature that was hit"
    case .boundary: "the edge that was snapped to"
    case .definition: "how well the spot itself is defined"
    case .prior: "the points that were given"
    case .anchorCorrection: "what the tracker moved single anchors by"
    case .scale: "the scale of the tracking"
    case .independent: "the values themselves"
    case .shared: "what the values share"
    }
  }
}

extension Advice.Step {
  fileprivate func words(in length: LengthUnit) -> String {
    switch self {
    case .loupe: "aiming with the loupe instead of the finger"
    case .view(let distance, let incidence):
      "tapping from \(Display.plusMinus(distance, .metres, in: length)) away, \(Int(incidence.rounded()))° off the surface's normal,"
    case .onePlace: "tapping everything from one place"
    case .reference: "measuring a known length first (`reference`)"
    case .again: "measuring again, now that anchors have moved,"
    case .secondView(let aside): "a second tap from \(Display.plusMinus(aside, .metres, in: length)) to the side"
    }
  }
}
