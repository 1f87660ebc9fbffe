package import SpanMessage
package import SpanUncertainty

/// A deployment's own noise profiles, in the form that `GET /v1/profiles` answers:
///
///     {"items": [{"name": "warehouse-tablets", "basedOn": "arkit-lidar",
///                 "values": {"scale": {"value": 0.006, "origin": "40 laser distances, spring 2026"}}}]}
///
/// `basedOn` gives what is left out: a built-in profile or an earlier one of the file; without it, the built-in one of
/// the same name, else `generic`. Names of built-in profiles are overridden.
package enum ProfilesFile {
  /// What is wrong with a file, in one line.
  package struct Fault: Error, Equatable {
    package var message: String

    package init(message: String) { self.message = message }
  }

  /// Profiles of one file.
  static let limit = 100
  static let unnamedOrigin = "the profiles file, which names no origin"

  /// The profiles of the file, in its order.
  package static func decode(_ text: ByteBuffer) throws(Fault) -> [NoiseProfile] {
    do throws(OperatorFile.Fault) {
      return try OperatorFile.decode(text, profiles: NoiseProfile.all) { $0.profilesFile($1) }
    } catch {
      let more = error.lines.count - 1
      throw Fault(message: (error.lines.first ?? "") + (more > 0 ? " (and \(more) more)" : ""))
    }
  }
}

private enum FileMember: Int, MemberSet {
  case items
  static let names = MemberNames("items")
}

private enum ProfileMember: Int, MemberSet {
  case name, basedOn, values
  static let names = MemberNames("name basedOn values")
}

private enum ValueMember: Int, MemberSet {
  case value, origin
  static let names = MemberNames("value origin")
}

extension RequestDecoder {
  fileprivate mutating func profilesFile(_ root: JSONValue) -> [NoiseProfile] {
    guard let members = Members<FileMember>(root, &faults) else { return [] }
    guard let items = members[.items] else {
      faults.missing("items", in: root)
      return []
    }
    guard let list = entries(items, atMost: ProfilesFile.limit, "profiles", of: "file") else { return [] }
    var profiles: [NoiseProfile] = []
    var names = NameIndex<Int>()
    for element in list {
      if faults.isFull { break }
      if let profile = profile(element, after: profiles, names: &names) { profiles.append(profile) }
    }
    return profiles
  }

  private mutating func profile(
    _ value: JSONValue, after earlier: [NoiseProfile], names: inout NameIndex<Int>
  ) -> NoiseProfile? {
    guard let members = Members<ProfileMember>(value, &faults) else { return nil }
    if members[.name] == nil { faults.missing("name", in: value) }
    let name = members[.name].flatMap { self.id($0) }
    if let name, let place = members[.name] { enter(name, earlier.count, into: &names, at: place) }
    let known = profiles.replaced(by: earlier)
    var base = known.first { $0.name == name } ?? .generic
    if let place = members[.basedOn] {
      if let other = place.string, let found = known.first(where: { $0.name == other }) {
        base = found
      } else if place.kind == .string {
        noteUnknown(place, known: known.map(\.name))
      } else {
        faults.expected("string", at: place)
      }
    }
    let given = members[.values].map { self.profileValues($0) } ?? [:]
    return name.map { NoiseProfile(name: $0, base: base, given: given) }
  }

  private mutating func profileValues(_ value: JSONValue) -> [NoiseMember: (value: Double, origin: String)] {
    guard let members = Members<NoiseName>(value, &faults) else { return [:] }
    var given: [NoiseMember: (value: Double, origin: String)] = [:]
    for (place, member) in NoiseMember.allCases.enumerated() {
      guard let element = members[place: place] else { continue }
      guard element.kind == .object else {
        faults.expected("object", at: element, hint: "Send {\"value\": …, \"origin\": \"…\"}.")
        continue
      }
      guard let parts = Members<ValueMember>(element, &faults) else { continue }
      let isAngle = member.name.hasSuffix("Degrees")
      let number = required(parts, .value, in: isAngle ? Bounds.sigmaDegrees : Bounds.sigma)
      if let place = parts[.origin], place.kind != .string { faults.expected("string", at: place) }
      guard let number else { continue }
      given[member] = (number, parts[.origin]?.string ?? ProfilesFile.unnamedOrigin)
    }
    return given
  }
}
