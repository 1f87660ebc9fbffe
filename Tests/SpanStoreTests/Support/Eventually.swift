import Testing

/// Waits until it is so, for some two minutes.
func eventually(
  _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () throws -> Bool
) async throws {
  for _ in 0..<12_000 {
    if try condition() { return }
    try await Task.sleep(for: .milliseconds(10))
  }
  Issue.record(comment ?? "it never came to that", sourceLocation: sourceLocation)
}
