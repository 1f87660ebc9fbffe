/// Who asks.
public struct Caller: Sendable, Equatable {
  /// Whose sessions are seen; empty where nobody is told from anybody else.
  public var tenant: String
  /// The id of the key that was shown, no secret; nil: there was none to show.
  public var key: String?

  public init(tenant: String, key: String?) {
    self.tenant = tenant
    self.key = key
  }

  /// Where no keys are asked for.
  public static let anybody = Caller(tenant: "", key: nil)
}
