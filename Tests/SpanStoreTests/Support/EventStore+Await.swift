import SpanStore

extension EventStore {
  /// Waits until it is done.
  func append(_ append: Append) async throws {
    try await withCheckedContinuation { continuation in
      self.append(append) { continuation.resume(returning: $0) }
    }.get()
  }

  /// nil: it was done.
  func fault(of append: Append) async -> StoreFault? {
    do {
      try await self.append(append)
      return nil
    } catch {
      return error as? StoreFault
    }
  }
}
