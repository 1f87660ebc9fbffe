internal import SpanMessage
internal import SpanSession
internal import SpanUncertainty

/// `PATCH /v1/sessions/{sid}`: members that are not sent stay as they are.
struct ChangeSettings: SessionCommand {
  static let type = "settingsChanged"
  /// What was sent, with what the profile's name stands for.
  let source: [UInt8]

  static func decode(_ input: JSONValue, _ decoder: inout RequestDecoder, isStored: Bool) -> ChangeSettings? {
    guard let checked = decoder.settings(input, onto: SettingsInput(), isStored: isStored), decoder.faults.isEmpty
    else { return nil }
    if isStored || input["profile"] == nil { return ChangeSettings(source: input.canonical) }
    return ChangeSettings(source: .json { $0.patch(input, checked.settings.profile) })
  }

  func run(on session: inout LiveSession, at: Int64, for purpose: CommandPurpose) throws(Refusal) -> CommandOutcome {
    // It was decoded before, onto other settings: there is nothing wrong with it.
    if let document = try? JSONDocument(parsing: ByteBuffer(source)) {
      var decoder = RequestDecoder(stored: document.root)
      if let input = decoder.settings(document.root, onto: session.input, isStored: true) {
        session.change(input, at: at)
      }
    }
    return CommandOutcome(result: { $0.emptyObject() }, response: { $0.response() })
  }
}

extension RequestDecoder {
  /// For what was taken in before: without limits, and with what the profile's name stood for then.
  init(stored settings: JSONValue? = nil) {
    self.init(
      limits: .none, profiles: settings.flatMap(NoiseProfile.init(stored:)).map { [$0] } ?? NoiseProfile.all)
  }
}

extension JSONWriter {
  fileprivate mutating func patch(_ input: JSONValue, _ profile: NoiseProfile) {
    beginObject()
    if let members = input.object {
      for member in members where !member.value.isNull {
        name(member.name.string ?? "")
        value(member.value)
      }
    }
    profileValues(profile)
    endObject()
  }

  mutating func emptyObject() {
    beginObject()
    endObject()
  }
}

extension [UInt8] {
  /// A JSON text.
  static func json(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    let buffer = ByteBuffer(minimumCapacity: 512)
    var json = JSONWriter(onto: buffer)
    body(&json)
    json.finish()
    return unsafe [UInt8](buffer.bytes)
  }
}
