internal import SpanMessage
internal import SpanUncertainty

extension Endpoint {
  /// `GET /v1/profiles`: what every name stands for, and who says so. The same form is read from a profiles file.
  static func profiles(_ settings: Service.Settings) -> Endpoint {
    Endpoint("GET") { _ throws(Problem) in
      .json(capacity: 3072 * settings.profiles.count) { json in
        json.beginObject()
        json.name("items")
        json.beginArray()
        for profile in settings.profiles { json.profile(profile) }
        json.endArray()
        json.endObject()
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func profile(_ profile: NoiseProfile) {
    beginObject()
    member("name", profile.name)
    name("values")
    beginObject()
    for member in NoiseMember.allCases {
      name(member.rawValue)
      beginObject()
      self.member("value", profile[member])
      self.member("origin", profile.origin(of: member))
      endObject()
    }
    endObject()
    endObject()
  }
}
