/// Why a server, or the way to it, did not do something.
package struct PostgreSQLError: Error, Equatable {
  package enum Kind: Sendable {
    /// The connection is of no use any more.
    case lost
    /// The server said no; the connection is still there.
    case refused
  }

  package var kind: Kind
  /// Five letters or digits, empty when it was not the server who spoke.
  package var sqlState = ""
  /// One line without secrets.
  package var message: String

  static func lost(_ message: String) -> PostgreSQLError { PostgreSQLError(kind: .lost, message: message) }

  var isLost: Bool { kind == .lost }

  /// Somebody else wrote the same at the same time: what was decided must be decided anew.
  var isRace: Bool { [SQLState.uniqueViolation, SQLState.serializationFailure, SQLState.deadlock].contains(sqlState) }

  /// For the operator, in one line.
  func description(of server: String) -> String { "\(server): \(message)" }
}

/// What PostgreSQL calls the errors that make a difference here.
enum SQLState {
  static let uniqueViolation = "23505"
  static let serializationFailure = "40001"
  static let deadlock = "40P01"
  static let readOnlyTransaction = "25006"

  /// The server is going, or is one that must not be written to any more: a new connection finds the right one.
  static func endsConnection(_ state: String) -> Bool {
    state.hasPrefix("08") || state.hasPrefix("57P") || state == readOnlyTransaction
  }
}
