internal import SpanMessage
internal import SpanSession

/// `POST /v1/sessions/{sid}/undo`.
struct Undo: SessionCommand {
  static let type = "undone"
  var source: [UInt8] { .json { $0.emptyObject() } }

  static func decode(_ input: JSONValue, _ decoder: inout RequestDecoder, isStored: Bool) -> Undo? {
    decoder.isEmptyObject(input) ? Undo() : nil
  }

  func run(on session: inout LiveSession, at: Int64, for purpose: CommandPurpose) throws(Refusal) -> CommandOutcome {
    let sequence = try session.state.undo(at: at)
    return CommandOutcome(result: { $0.event(sequence) }, response: { $0.response() })
  }
}

/// `POST /v1/sessions/{sid}/redo`.
struct Redo: SessionCommand {
  static let type = "redone"
  var source: [UInt8] { .json { $0.emptyObject() } }

  static func decode(_ input: JSONValue, _ decoder: inout RequestDecoder, isStored: Bool) -> Redo? {
    decoder.isEmptyObject(input) ? Redo() : nil
  }

  func run(on session: inout LiveSession, at: Int64, for purpose: CommandPurpose) throws(Refusal) -> CommandOutcome {
    let sequence = try session.state.redo(at: at)
    return CommandOutcome(result: { $0.event(sequence) }, response: { $0.response() })
  }
}

/// `POST /v1/sessions/{sid}/reset`.
struct Reset: SessionCommand {
  static let type = "reset"
  var source: [UInt8] { .json { $0.emptyObject() } }

  static func decode(_ input: JSONValue, _ decoder: inout RequestDecoder, isStored: Bool) -> Reset? {
    decoder.isEmptyObject(input) ? Reset() : nil
  }

  func run(on session: inout LiveSession, at: Int64, for purpose: CommandPurpose) throws(Refusal) -> CommandOutcome {
    session.state.reset(at: at)
    return CommandOutcome(result: { $0.emptyObject() }, response: { $0.response() })
  }
}

extension RequestDecoder {
  private enum Nothing: Int, MemberSet {
    case nothing
    static let names = MemberNames("")
  }

  /// Any member is one too many.
  fileprivate mutating func isEmptyObject(_ value: JSONValue) -> Bool {
    Members<Nothing>(value, &faults) != nil && faults.isEmpty
  }
}

extension JSONWriter {
  /// The event that was taken back or counts again.
  fileprivate mutating func event(_ sequence: Int) {
    beginObject()
    member("seq", sequence)
    endObject()
  }
}
