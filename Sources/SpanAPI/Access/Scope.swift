/// What a key may be used for.
package enum Scope: String, CaseIterable, Sendable {
  /// Requests that are answered out of themselves.
  case measure
  /// The sessions of the tenant.
  case sessions
  /// All of it, and what may come.
  case admin

  /// Does it allow what needs `other`?
  func covers(_ other: Scope) -> Bool { self == other || self == .admin }
}
