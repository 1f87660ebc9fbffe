/// Names in the marks of responses, beside those of ``MissCode``.
package enum Mark {
  /// Anchors have moved so far that it is warned of.
  package static let drift = "drift.warning"
}
