internal import SpanGeometry
internal import SpanMessage
internal import SpanSession
internal import SpanUncertainty

/// `POST /v1/sessions/{sid}/taps`.
struct TapSession: SessionCommand {
  static let type = "tapped"
  let tapID: String
  let command: TapCommand
  /// Computes the same and records nothing.
  let isPreview: Bool
  let source: [UInt8]

  static func decode(_ input: JSONValue, _ decoder: inout RequestDecoder, isStored: Bool) -> TapSession? {
    guard let draft = decoder.sessionTap(input), decoder.faults.isEmpty else { return nil }
    return TapSession(
      tapID: draft.id, command: draft.command, isPreview: draft.isPreview,
      source: isStored || draft.isPreview ? [] : input.canonical)
  }

  func run(on session: inout LiveSession, at: Int64, for purpose: CommandPurpose) throws(Refusal) -> CommandOutcome {
    let (outcome, isEvent) = try session.state.tap(command, at: at, isMeasured: purpose == .answering)
    return CommandOutcome(
      isEvent: isEvent, result: { $0.tapped(outcome) },
      response: { session in
        var response = self.response(outcome, session)
        if isEvent, !outcome.isReused, let anchor = outcome.anchor {
          response.status = 201
          response.headers.append("Location", session.address(of: anchor))
        }
        return response
      })
  }

  func preview(on durable: DurableSession) -> Response {
    response(durable.session.state.preview(command), durable.session)
  }

  private func response(_ outcome: TapOutcome, _ session: LiveSession) -> Response {
    var response = Response.json(capacity: 6144) { json in
      let input = TapInput(id: tapID, tap: command.tap)
      let warnings = outcome.located.notices.map { $0.warning(tap: "", camera: "/camera") }
      json.beginObject()
      json.name("tap")
      json.tap(input, outcome, in: session.unit, targets: command.targets)
      json.name("anchor")
      if let anchor = outcome.anchor { json.anchor(anchor, in: session) } else { json.null() }
      json.member("reused", outcome.isReused)
      json.member("closed", outcome.isClosing)
      json.name("measurement")
      if let segment = outcome.segment { json.segment(segment, in: session.unit) } else { json.null() }
      json.member("warnings", warnings)
      json.member("version", session.version)
      json.endObject()
    }
    if let code = outcome.located.missCode { response.marks = [code.text] }
    return response.tagged(session)
  }
}

extension JSONWriter {
  fileprivate mutating func tap(_ input: TapInput, _ outcome: TapOutcome, in unit: LengthUnit, targets: [Target]) {
    beginObject()
    sight(input)
    // The only point there is to snap to is the anchor that was reused.
    tapOutcome(
      outcome.located, range: outcome.range, planeIDs: outcome.planeIDs, targets: targets, unit: unit,
      pointID: { _ in outcome.anchor?.id ?? "" })
    endObject()
  }

  /// What the log keeps of a tap.
  fileprivate mutating func tapped(_ outcome: TapOutcome) {
    beginObject()
    if let anchor = outcome.anchor {
      member("anchorId", anchor.id)
      member("position", anchor.current.position)
    }
    member("reused", outcome.isReused)
    member("closed", outcome.isClosing)
    if let range = outcome.range { figures("range", range) }
    if let segment = outcome.segment {
      name("segment")
      beginObject()
      member("from", segment.from)
      if let to = segment.to { member("to", to) }
      figures(segment.measured)
      endObject()
    }
    endObject()
  }

  private mutating func figures(_ name: StaticString, _ measured: Measured) {
    self.name(name)
    beginObject()
    figures(measured)
    endObject()
  }

  /// Members: value, standard, low and high.
  mutating func figures(_ measured: Measured) {
    member("value", measured.value)
    member("standard", measured.uncertainty.standard)
    member("low", measured.uncertainty.low)
    member("high", measured.uncertainty.high)
  }
}
