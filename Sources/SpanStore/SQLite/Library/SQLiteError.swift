import CSQLite

/// What SQLite said when it did not do something.
package struct SQLiteError: Error, Equatable {
  /// An extended result code.
  package var code: CInt
  package var message: String
  /// What the system said to SQLite, if it did: an errno.
  package var systemError: CInt = 0

  static let readOnly = SQLiteError(code: SQLITE_READONLY, message: "read only")

  /// The result code without its extension.
  package var primaryCode: CInt { code & 0xFF }

  /// It passes when others let go of the file, or of space: there is nothing wrong with the connection.
  var isPassing: Bool { [SQLITE_BUSY, SQLITE_LOCKED, SQLITE_FULL].contains(primaryCode) }

  /// The file is not what it should be.
  var isDamage: Bool { [SQLITE_CORRUPT, SQLITE_NOTADB].contains(primaryCode) }

  /// For the operator, in one line.
  func description(of path: String) -> String {
    switch primaryCode {
    case SQLITE_BUSY, SQLITE_LOCKED: "\(path) is locked by another program"
    case SQLITE_FULL: "no space left for \(path)"
    case SQLITE_READONLY: "\(path) may not be written to"
    case SQLITE_CANTOPEN: "\(path) or a file beside it cannot be opened\(reason)"
    case SQLITE_IOERR: "\(path) cannot be read or written\(reason)"
    case SQLITE_NOTADB: "\(path) is not a SQLite database"
    case SQLITE_CORRUPT: "\(path) is damaged (\(message))"
    default: "\(path): \(message)"
    }
  }

  private var reason: String { systemError == 0 ? "" : ": \(SystemError.text(systemError))" }
}
