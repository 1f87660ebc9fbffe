/// What is in memory of sessions, and how often that helped.
package struct CacheFigures: Sendable, Equatable {
  package var sessions = 0
  /// About.
  package var bytes = 0
  /// Looks that found it in memory, since the start.
  package var hits = 0
  /// Looks that did not.
  package var misses = 0

  package init(sessions: Int = 0, bytes: Int = 0, hits: Int = 0, misses: Int = 0) {
    self.sessions = sessions
    self.bytes = bytes
    self.hits = hits
    self.misses = misses
  }
}
