/// The path and query of a request, split into segments *before* each is percent-decoded once.
///
/// `%2F` therefore stays inside its segment.
public struct RequestTarget: Sendable, Equatable {
  /// The path as sent, still encoded.
  public var rawPath: String
  /// Without the `?`; nil when there was none.
  public var rawQuery: String?
  /// Decoded segments; `/` has none, `/v1/measure` has two, a trailing slash adds an empty one.
  public var segments: [String]
}
