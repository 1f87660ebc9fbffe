/// What is so at the moment, or since the start, and is asked for with every page of counts.
package struct Gauges: Sendable {
  /// Requests whose answer is not out yet.
  package var requests = 0
  package var connections = 0
  package var streams = 0
  /// nil: there are no sessions.
  package var cache: CacheFigures?
  /// nil: it is not asked for.
  package var process: Process?
  /// Lines of the log that nobody took.
  package var droppedLines = 0

  /// Of the process, as the system counts.
  package struct Process: Sendable {
    /// Processor time, user and system.
    package var seconds = 0.0
    package var residentBytes = 0
    package var descriptors = 0
    /// Seconds since 1970.
    package var start = 0.0

    package init() {}
  }

  package init() {}
}
