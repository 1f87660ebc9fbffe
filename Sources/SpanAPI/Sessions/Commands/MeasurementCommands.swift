internal import SpanMessage
internal import SpanSession
internal import SpanUncertainty

/// `POST /v1/sessions/{sid}/measurements`.
struct AddMeasurement: SessionCommand {
  static let type = "measurementAdded"
  let command: MeasurementCommand
  let source: [UInt8]

  static func decode(_ input: JSONValue, _ decoder: inout RequestDecoder, isStored: Bool) -> AddMeasurement? {
    guard let command = decoder.sessionMeasurement(input), decoder.faults.isEmpty else { return nil }
    return AddMeasurement(command: command, source: isStored ? [] : input.canonical)
  }

  func run(on session: inout LiveSession, at: Int64, for purpose: CommandPurpose) throws(Refusal) -> CommandOutcome {
    let measurement = try session.state.add(command, at: at)
    let reading = purpose == .answering ? session.state.read(measurement) : nil
    return CommandOutcome(
      result: { json in
        json.beginObject()
        json.member("measurementId", measurement.id)
        if let measured = reading?.measured { json.figures(measured) }
        json.endObject()
      },
      response: { session in
        var response = Response.json(capacity: 4096) { $0.measurement(measurement, in: session) }.tagged(session)
        response.status = 201
        response.headers.append(
          "Location",
          "/v1/sessions/\(session.id)/measurements/\(RequestTarget.encoded(segment: measurement.id))")
        return response
      })
  }
}

/// `DELETE /v1/sessions/{sid}/measurements/{mid}`.
struct RemoveMeasurement: SessionCommand {
  static let type = "measurementRemoved"
  let id: String
  var source: [UInt8] { .json { $0.named(id) } }

  static func decode(_ input: JSONValue, _ decoder: inout RequestDecoder, isStored: Bool) -> RemoveMeasurement? {
    input["id"]?.string.map(RemoveMeasurement.init(id:))
  }

  func run(on session: inout LiveSession, at: Int64, for purpose: CommandPurpose) throws(Refusal) -> CommandOutcome {
    try session.state.removeMeasurement(id, at: at)
    return CommandOutcome(
      result: { $0.emptyObject() }, response: { Response(status: 204).tagged($0) })
  }
}
