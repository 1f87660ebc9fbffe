internal import SpanGeometry
internal import SpanUncertainty

private enum SnapMember: Int, MemberSet {
  case radius, points, edges
  static let names = MemberNames("radius points edges")
}

/// Uncertainties by their names, in requests and in files.
enum NoiseName: Int, MemberSet {
  case first
  // In the order of the cases, so that a place in the list is a place in `allCases`.
  static let names = MemberNames(NoiseMember.allCases.map(\.name).joined(separator: " "))
}

private let targetNames: Choices<Target> = [
  "existingPlaneGeometry": .existingPlaneGeometry, "existingPlaneInfinite": .existingPlaneInfinite,
  "estimatedPlane": .estimatedPlane, "featurePoint": .featurePoint, "depth": .depth, "mesh": .mesh,
]
private let filters: Choices<AlignmentFilter> = ["any": .any, "horizontal": .horizontal, "vertical": .vertical]
private let units: Choices<LengthUnit> = [
  "m": .metres, "cm": .centimetres, "mm": .millimetres, "in": .inches, "ft": .feet, "ft-in": .feetAndInches,
]

extension RequestDecoder {
  /// The targets of a raycast in their order, without repeats.
  mutating func targets(_ value: JSONValue?) -> [Target] {
    guard let value else { return Raycast.defaultTargets }
    guard let array = value.array else {
      faults.expected("array", at: value)
      return []
    }
    if array.count == 0 {
      faults.add(.arrayLength, at: value, "Name at least one target, or leave targets out for the default.")
    }
    var targets: [Target] = []
    for element in array {
      if faults.isFull { break }
      guard let target = choice(element, targetNames) else { continue }
      if targets.contains(target) {
        faults.add(.valueRepeated, at: element, "The target \(Excerpt.quoted(element)) is named twice.")
      } else {
        targets.append(target)
      }
    }
    return targets
  }

  mutating func alignment(_ value: JSONValue?) -> AlignmentFilter {
    value.map { self.choice($0, filters) ?? .any } ?? .any
  }

  mutating func unit(_ value: JSONValue?) -> LengthUnit { value.map { self.choice($0, units) ?? .metres } ?? .metres }

  /// `false` or an object; the default without.
  mutating func snap(_ value: JSONValue?) -> SnapOptions {
    guard let value else { return .standard }
    if value.boolean == false { return .off }
    guard value.kind == .object else {
      faults.expected("object", at: value, hint: "Send {radius, points, edges}, or false for no snapping.")
      return .standard
    }
    var options = SnapOptions.standard
    guard let members = Members<SnapMember>(value, &faults) else { return options }
    if let radius = members[.radius], let metres = number(radius, in: Bounds.length, unit: "metres") {
      options.radius = metres
    }
    if let points = members[.points], let flag = boolean(points) { options.points = flag }
    if let edges = members[.edges], let flag = boolean(edges) { options.edges = flag }
    return options
  }

  mutating func featurePoints(_ value: JSONValue?) -> [Vector3] {
    guard let value, let values = list(value, atMost: limits.featurePoints, "feature points") else { return [] }
    var points: [Vector3] = []
    points.reserveCapacity(values.count)
    for element in values {
      if let point = position(element) {
        points.append(point)
      } else if faults.isFull {
        break
      }
    }
    return points
  }

  mutating func profile(_ value: JSONValue?) -> NoiseProfile {
    guard let value else { return standardProfile }
    guard let name = value.string else {
      faults.expected("string", at: value)
      return standardProfile
    }
    if let profile = profile(named: name) { return profile }
    noteUnknown(value, known: profiles.map(\.name))
    return standardProfile
  }

  private var standardProfile: NoiseProfile { profile(named: NoiseProfile.generic.name) ?? .generic }

  private func profile(named name: String) -> NoiseProfile? {
    profiles.indices.first { profiles[$0].name == name }.map { profiles[$0] }
  }

  mutating func noise(_ value: JSONValue?) -> [NoiseMember: Double] {
    guard let value, let members = Members<NoiseName>(value, &faults) else { return [:] }
    var overrides: [NoiseMember: Double] = [:]
    for (place, member) in NoiseMember.allCases.enumerated() {
      guard let value = members[place: place] else { continue }
      let isAngle = member.name.hasSuffix("Degrees")
      overrides[member] = number(value, in: isAngle ? Bounds.sigmaDegrees : Bounds.sigma)
    }
    return overrides
  }

  mutating func confidence(_ value: JSONValue?) -> Double {
    guard let value else { return Coverage.defaultConfidence }
    guard let confidence = value.number else {
      faults.expected("number", at: value)
      return Coverage.defaultConfidence
    }
    if confidence > 0.5, confidence < 0.9999 { return confidence }
    let hint = (50..<100).contains(confidence) ? " Send per cent as a fraction, 95 % as 0.95." : ""
    faults.add(
      .numberOutOfRange, at: value,
      "\(Excerpt.describing(value)) is out of range; a confidence lies between 0.5 and 0.9999.\(hint)")
    return Coverage.defaultConfidence
  }
}
