import CPostgreSQL

/// What a statement gave: rows whose columns are in binary format and count from 0.
@safe
package final class PostgreSQLResult {
  private let handle: OpaquePointer

  /// Takes it over.
  init(_ handle: OpaquePointer) { unsafe self.handle = handle }

  deinit { unsafe PQclear(handle) }

  var status: ExecStatusType { unsafe PQresultStatus(handle) }

  package var rows: [PostgreSQLRow] {
    let count = unsafe PQntuples(handle)
    return (0..<count).map { unsafe PostgreSQLRow(result: self, handle: handle, row: $0) }
  }

  /// Rows that were inserted, changed, deleted or selected.
  package var count: Int { Int(unsafe String(cString: PQcmdTuples(handle))) ?? 0 }

  /// What the server says it is, if it is one.
  var error: PostgreSQLError {
    let state = field(ErrorField.sqlState)
    let words = field(ErrorField.message)
    return PostgreSQLError(
      kind: SQLState.endsConnection(state) ? .lost : .refused, sqlState: state,
      message: words.isEmpty ? "no answer" : words)
  }

  private func field(_ code: CInt) -> String {
    guard let text = unsafe PQresultErrorField(handle, code) else { return "" }
    return unsafe String(cString: text).firstLine
  }
}

/// The letters that libpq's macros stand for (protocol, "Error and Notice Message Fields").
private enum ErrorField {
  static let sqlState = CInt(UInt8(ascii: "C"))
  static let message = CInt(UInt8(ascii: "M"))
}

@safe
package struct PostgreSQLRow {
  /// Keeps the memory.
  private let result: PostgreSQLResult
  private let handle: OpaquePointer
  private let row: CInt

  fileprivate init(result: PostgreSQLResult, handle: OpaquePointer, row: CInt) {
    self.result = result
    unsafe self.handle = handle
    self.row = row
  }

  package func isNull(_ column: CInt) -> Bool { unsafe PQgetisnull(handle, row, column) == 1 }

  /// Of any width.
  package func integer(_ column: CInt) -> Int {
    unsafe withBytes(column) { bytes in
      let isNegative = unsafe bytes.first.map { $0 >= 0x80 } ?? false
      return unsafe bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int($1) }
    }
  }

  package func boolean(_ column: CInt) -> Bool { integer(column) != 0 }

  package func bytes(_ column: CInt) -> [UInt8] { unsafe withBytes(column) { unsafe Array($0) } }

  package func text(_ column: CInt) -> String {
    unsafe withBytes(column) { unsafe String(decoding: $0, as: UTF8.self) }
  }

  @unsafe private func withBytes<Value>(_ column: CInt, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
    let start = unsafe PQgetvalue(handle, row, column)
    let count = Int(unsafe PQgetlength(handle, row, column))
    return unsafe body(UnsafeRawBufferPointer(start: start, count: count))
  }
}

extension String {
  /// Without what libpq and the server add to it.
  var firstLine: String {
    String(split(whereSeparator: \.isNewline).first?.drop { $0 == " " || $0 == "\t" } ?? "")
  }
}
