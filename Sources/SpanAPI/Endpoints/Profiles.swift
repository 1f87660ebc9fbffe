internal import SpanMessage
package import SpanUncertainty

extension Endpoint {
  /// `GET /v1/profiles`: what every name stands for, and who says so. The same form is read from a profiles file.
  static func profiles(_ settings: Service.Settings) -> Endpoint {
    Endpoint("GET") { _ throws(Problem) in
      .json(capacity: JSONWriter.capacity(of: settings.profiles)) { $0.profiles(settings.profiles) }
    }
  }
}

extension ProfilesFile {
  /// The profiles in the form that ``decode(_:)`` takes.
  package static func text(_ profiles: [NoiseProfile]) -> String {
    let buffer = ByteBuffer(minimumCapacity: JSONWriter.capacity(of: profiles))
    var writer = JSONWriter(onto: buffer)
    writer.profiles(profiles)
    writer.finish()
    return buffer.text
  }
}

extension JSONWriter {
  fileprivate static func capacity(of profiles: [NoiseProfile]) -> Int { 3072 * profiles.count }

  fileprivate mutating func profiles(_ profiles: [NoiseProfile]) {
    beginObject()
    name("items")
    beginArray()
    for profile in profiles { self.profile(profile) }
    endArray()
    endObject()
  }

  fileprivate mutating func profile(_ profile: NoiseProfile) {
    beginObject()
    member("name", profile.name)
    name("values")
    beginObject()
    for member in NoiseMember.allCases {
      name(member.name)
      beginObject()
      self.member("value", profile[member])
      self.member("origin", profile.origin(of: member))
      endObject()
    }
    endObject()
    endObject()
  }
}
