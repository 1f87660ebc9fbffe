internal import SpanUncertainty

private enum ReferenceMember: Int, MemberSet {
  case measured, measuredStandard, true_, trueStandard
  static let names = MemberNames("measured measuredStandard true trueStandard")
}

extension RequestDecoder {
  /// Metres; shorter lengths tell no scale.
  private static let referenceLength = 1e-3...1e6
  /// A scale beyond this is a mistake of units, not of tracking.
  private static let plausibleScale = 0.5...2.0

  mutating func reference(_ value: JSONValue) -> Reference? {
    guard let members = Members<ReferenceMember>(value, &faults) else { return nil }
    let measured = required(members, .measured, in: Self.referenceLength)
    let known = required(members, .true_, in: Self.referenceLength)
    let measuredStandard = members[.measuredStandard].map { self.number($0, in: Bounds.sigma, unit: "metres") } ?? 0
    let knownStandard = members[.trueStandard].map { self.number($0, in: Bounds.sigma, unit: "metres") } ?? 0
    guard let measured, let known, let measuredStandard, let knownStandard else { return nil }
    let reference = Reference(
      measured: measured, measuredStandard: measuredStandard, true: known, trueStandard: knownStandard)
    guard Self.plausibleScale.contains(reference.scale) else {
      faults.add(
        .numberOutOfRange, at: value,
        "The true length is \(Self.short(reference.scale)) times the measured one; are both in metres?")
      return nil
    }
    return reference
  }
}
