import Glibc
import SpanAPI
import SpanMessage

/// Writes events to the standard output, a line each, and never waits for whoever reads it.
///
/// Lines of requests are gathered, and go when there are enough of them, when ``flush()`` is called, or with the next
/// event of another kind; those go at once.
package final class Log: Sendable {
  private struct State: @unchecked Sendable {
    let gathered = ByteBuffer(minimumCapacity: mostGathered)
    var gatheredLines = 0
    let line = ByteBuffer(minimumCapacity: 512)
    /// Lines that nobody took.
    var dropped = 0
  }

  private let level: LogLevel
  private let file: CInt
  private let state = Locked(State())

  package init(_ level: LogLevel, to file: CInt = STDOUT_FILENO) {
    self.level = level
    self.file = file
  }

  package var droppedLines: Int { state.withLock { $0.dropped } }

  package func write(_ event: LogEvent) {
    guard event.level <= level else { return }
    let time = Timestamp.now
    state.withLock { state in
      state.line.removeAll()
      event.write(onto: state.line, at: time)
      if state.gathered.count + state.line.count > mostGathered { send(&state) }
      unsafe state.gathered.append(state.line.bytes)
      state.gatheredLines += 1
      if !event.isGathered { send(&state) }
    }
  }

  /// Sends what was gathered.
  package func flush() { state.withLock { send(&$0) } }

  private func send(_ state: inout State) {
    guard state.gatheredLines > 0 else { return }
    if !take(state.gathered) { state.dropped += state.gatheredLines }
    state.gathered.removeAll()
    state.gatheredLines = 0
  }

  /// One thread at a time: there is room for the lines of whoever asked, or for none.
  private func take(_ lines: ByteBuffer) -> Bool {
    var entry = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
    guard unsafe poll(&entry, 1, 0) == 1, entry.revents & Int16(POLLOUT) != 0 else { return false }
    return unsafe Glibc.write(file, lines.base, lines.count) == lines.count
  }
}

/// A pipe that says it can be written to takes so many bytes (PIPE_BUF), and a line has no more.
private let mostGathered = 4096
