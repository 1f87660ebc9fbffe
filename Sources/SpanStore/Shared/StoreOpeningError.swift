/// Why a store, or a file of one, cannot be opened: one line for the operator.
public struct StoreOpeningError: Error, Equatable, CustomStringConvertible {
  /// Names the store and what is wrong with it.
  public var description: String

  init(_ description: String) { self.description = description }
}
