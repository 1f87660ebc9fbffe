/// Something worth counting or logging that happened in a store.
public enum StoreObservation: Sendable, Equatable {
  /// From the append to its completion.
  case appended(seconds: Double)
  /// For one question.
  case read(seconds: Double)
  /// A transaction with so many appends is about to be committed.
  case committing(appends: Int)
  /// It does not take appends, and did before; or it could not let go of what has had its time.
  case failed(reason: String)
  /// It does again.
  case recovered
}
