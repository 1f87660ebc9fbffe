import Glibc
import SpanAPI
import SpanMessage

/// Writes events to the standard output, a line each, and never waits for whoever reads it.
package final class Log: Sendable {
  private let level: LogLevel
  private let file: CInt
  /// Lines that nobody took.
  private let dropped = Locked(0)

  package init(_ level: LogLevel, to file: CInt = STDOUT_FILENO) {
    self.level = level
    self.file = file
  }

  package var droppedLines: Int { dropped.withLock { $0 } }

  package func write(_ event: LogEvent) {
    guard event.level <= level else { return }
    let line = event.line(at: Timestamp.now)
    // One thread at a time: there is room for the line of whoever asked, or for none.
    dropped.withLock { dropped in
      if !take(line) { dropped += 1 }
    }
  }

  /// A pipe that says it can be written to takes 4096 bytes (PIPE_BUF), and a line has fewer.
  private func take(_ line: ByteBuffer) -> Bool {
    var entry = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
    guard unsafe poll(&entry, 1, 0) == 1, entry.revents & Int16(POLLOUT) != 0 else { return false }
    return unsafe Glibc.write(file, line.base, line.count) == line.count
  }
}
