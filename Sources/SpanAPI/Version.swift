/// Which Span this is.
package enum Version {
  /// Semantic version of the service; that of the API is the `v1` in its paths.
  package static let number = "0.1.0"
}
