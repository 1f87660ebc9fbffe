/// How much is logged: each level with those before it.
package enum LogLevel: String, CaseIterable, Comparable, Sendable {
  case off
  /// What an operator has to look at.
  case error
  /// Every request at the main listener, and what the service does.
  case info
  /// Those at the admin listener too.
  case debug

  package static func < (left: LogLevel, right: LogLevel) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
