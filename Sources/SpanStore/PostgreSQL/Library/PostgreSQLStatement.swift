/// A statement with what takes the place of its `$1`, `$2` …
package struct PostgreSQLStatement {
  package var sql: String
  package var values: [PostgreSQLValue]

  package init(_ sql: String, _ values: PostgreSQLValue...) {
    self.sql = sql
    self.values = values
  }
}
