internal import SpanGeometry
internal import SpanMessage
package import SpanSession
internal import SpanUncertainty

/// The settings of a session with what only its answers need.
package struct SettingsInput: Sendable {
  package var settings = SessionSettings()
  package var unit = LengthUnit.metres
  package var name: String?
  /// Whatever the client wants to keep with the session, JSON.
  package var metadata: [UInt8]?

  package init() {}
}

private enum SettingsMember: Int, MemberSet {
  case name, mode, profile, noise, confidence, unit, snap, driftThreshold, metadata
  /// Only in the log: what the profile's name stood for.
  case profileValues
  static let names = MemberNames(
    "name mode profile noise confidence unit snap driftThreshold metadata profileValues")
}

private let modes: Choices<SessionSettings.Mode> = ["path": .path, "ruler": .ruler]

extension RequestDecoder {
  private static let longestName = 256
  private static let largestMetadata = 16 << 10
  /// Levels of arrays and objects. Logs, snapshots and exports put some around them, and are read again.
  private static let deepestMetadata = 16

  /// - Parameter base: what holds for members that are not sent.
  mutating func settings(_ value: JSONValue, onto base: SettingsInput, isStored: Bool = false) -> SettingsInput? {
    guard let members = Members<SettingsMember>(value, &faults) else { return nil }
    var input = base
    if let values = members[.profileValues] {
      guard isStored else {
        faults.unknownMember(values, known: SettingsMember.names)
        return nil
      }
    }
    if let name = members[.name] { input.name = self.name(name) }
    if let mode = members[.mode] { input.settings.mode = choice(mode, modes) ?? .path }
    if let place = members[.profile] { input.settings.profile = profile(place) }
    if let place = members[.noise] { input.settings.noise = noise(place) }
    if let place = members[.confidence] { input.settings.confidence = confidence(place) }
    if let place = members[.unit] { input.unit = unit(place) }
    if let place = members[.snap] { input.settings.snap = snap(place) }
    if let place = members[.driftThreshold] {
      input.settings.driftThreshold = number(place, in: Bounds.length, unit: "metres") ?? 0
    }
    if let place = members[.metadata] { input.metadata = metadata(place, isStored: isStored) }
    return input
  }

  mutating func name(_ value: JSONValue) -> String? {
    guard let text = value.string else {
      faults.expected("string", at: value)
      return nil
    }
    if text.unicodeScalars.count > Self.longestName {
      faults.add(.tooMany, at: value, "The name is longer than \(Self.longestName) characters.")
    }
    return text
  }

  private mutating func metadata(_ value: JSONValue, isStored: Bool) -> [UInt8]? {
    guard value.kind == .object else {
      faults.expected("object", at: value)
      return nil
    }
    let bytes = value.canonical
    if bytes.count > Self.largestMetadata {
      faults.add(.tooMany, at: value, "The metadata take \(bytes.count) bytes, more than \(Self.largestMetadata).")
    } else if !isStored, value.depth > Self.deepestMetadata {
      faults.add(.tooMany, at: value, "The metadata are nested deeper than \(Self.deepestMetadata) levels.")
    }
    return bytes
  }
}

extension JSONValue {
  /// Levels of arrays and objects.
  fileprivate var depth: Int {
    if let object { return 1 + (object.map(\.value.depth).max() ?? 0) }
    if let array { return 1 + (array.map(\.depth).max() ?? 0) }
    return 0
  }
}

extension JSONWriter {
  /// The members as they were asked for, defaults filled in.
  mutating func members(_ input: SettingsInput) {
    let settings = input.settings
    if let name = input.name { member("name", name) }
    member("mode", settings.mode.rawValue)
    member("profile", settings.profile.name)
    if !settings.noise.isEmpty {
      name("noise")
      beginObject()
      for member in NoiseMember.allCases {
        guard let value = settings.noise[member] else { continue }
        name(member.name)
        number(value)
      }
      endObject()
    }
    member("confidence", settings.confidence)
    member("unit", input.unit.rawValue)
    name("snap")
    if settings.snap == .off {
      boolean(false)
    } else {
      beginObject()
      member("radius", settings.snap.radius)
      member("points", settings.snap.points)
      member("edges", settings.snap.edges)
      endObject()
    }
    member("driftThreshold", settings.driftThreshold)
    if let metadata = input.metadata {
      name("metadata")
      raw(metadata)
    }
  }

  /// For the log, which must give the same numbers when a profile's name has come to mean something else.
  mutating func stored(_ input: SettingsInput) {
    beginObject()
    members(input)
    profileValues(input.settings.profile)
    endObject()
  }

  mutating func profileValues(_ profile: NoiseProfile) {
    name("profileValues")
    beginObject()
    for member in NoiseMember.allCases {
      name(member.name)
      number(profile[member])
    }
    endObject()
  }
}

extension NoiseProfile {
  /// As the log has it.
  init?(stored settings: JSONValue) {
    guard let name = settings["profile"]?.string, let values = settings["profileValues"] else { return nil }
    var given: [NoiseMember: (value: Double, origin: String)] = [:]
    for member in NoiseMember.allCases {
      guard let value = values[member.name]?.number else { return nil }
      given[member] = (value, "the session's log")
    }
    self.init(name: name, base: .generic, given: given)
  }
}
