internal import SpanUncertainty

extension Advice {
  /// One sentence on what weighs most, one on what would shrink it, with the ± it would give.
  func writeMessage(
    on measured: Measured, _ unit: Measurand.Unit, in length: LengthUnit, onto text: inout JSONWriter
  ) {
    let share = measured.uncertainty.budget.first { $0.source == source }?.share ?? 0
    text.append("Most of the ± comes from ")
    text.append(source.words)
    text.append(" (")
    text.append(UInt64((share * 100).rounded()))
    text.append(" %); ")
    guard let step else { return text.append("none of the usual steps would shrink it.") }
    step.write(in: length, onto: &text)
    guard let expanded else { return text.append(" would help, but not bound the range.") }
    if measured.uncertainty.high == nil {
      text.append(" would bound the range, at ± ")
    } else {
      text.append(" would cut the ± from ")
      Display.writePlusMinus(measured.uncertainty.expanded, unit, in: length, onto: &text)
      text.append(" to ")
    }
    Display.writePlusMinus(expanded, unit, in: length, onto: &text)
    text.append(".")
  }
}

extension Source {
  fileprivate var words: StaticString {
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
  fileprivate func write(in length: LengthUnit, onto text: inout JSONWriter) {
    switch self {
    case .loupe: text.append("aiming with the loupe instead of the finger")
    case .view(let distance, let incidence):
      text.append("tapping from ")
      Display.writePlusMinus(distance, .metres, in: length, onto: &text)
      text.append(" away, ")
      text.append(UInt64(max(0, incidence.rounded())))
      text.append("° off the surface's normal,")
    case .onePlace: text.append("tapping everything from one place")
    case .reference: text.append("measuring a known length first (`reference`)")
    case .again: text.append("measuring again, now that anchors have moved,")
    case .secondView(let aside):
      text.append("a second tap from ")
      Display.writePlusMinus(aside, .metres, in: length, onto: &text)
      text.append(" to the side")
    }
  }
}
