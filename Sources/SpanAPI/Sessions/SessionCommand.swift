internal import SpanMessage
internal import SpanSession

/// Something that changes a session: what a request asks for, and what its log repeats.
///
/// The log keeps the input in full. Running the same inputs in the same order gives the same session to the last bit.
protocol SessionCommand: Sendable {
  /// Of the event.
  static var type: String { get }

  /// - Parameter isStored: the input comes from the log, not from a client.
  static func decode(_ input: JSONValue, _ decoder: inout RequestDecoder, isStored: Bool) -> Self?

  /// The input as the log keeps it, JSON.
  var source: [UInt8] { get }

  /// A refused command changes nothing.
  /// - Parameter purpose: what is not asked for is left out of the outcome.
  func run(on session: inout LiveSession, at: Int64, for purpose: CommandPurpose) throws(Refusal) -> CommandOutcome
}

/// Why a command is run.
enum CommandPurpose {
  /// Its outcome is wanted.
  case answering
  /// Only the session is.
  case folding
}

/// What came of a command.
struct CommandOutcome {
  /// Something changed.
  var isEvent = true
  /// What the log keeps of it, for those who read it; a value.
  var result: (inout JSONWriter) -> Void
  /// Made once the session is as it will be.
  var response: (LiveSession) -> Response
}

enum SessionCommands {
  /// By the type of the event.
  static let all: [String: any SessionCommand.Type] = Dictionary(
    uniqueKeysWithValues: [
      ChangeSettings.self, ChangePlanes.self, TapSession.self, AddAnchor.self, RemoveAnchor.self, UpdateAnchors.self,
      AddMeasurement.self, RemoveMeasurement.self, Undo.self, Redo.self, Reset.self,
    ].map { (command: any SessionCommand.Type) in (command.type, command) })
}
