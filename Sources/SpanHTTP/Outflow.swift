import CMicroHTTPD
import Glibc
import SpanMessage

/// The body of a streamed answer on its way to one client. While there is nothing to send its connection sleeps.
@safe
final class Outflow: StreamConsumer, @unchecked Sendable {
  let stream: ByteStream
  private let connection: Connection
  private let handle: OpaquePointer
  // Touched by the thread of the worker only.
  /// Bytes handed to the parser.
  private(set) var bytes = 0
  /// All that there was went out, and the connection was ended to say so.
  private(set) var isComplete = false

  init(_ stream: ByteStream, from connection: Connection, on handle: OpaquePointer) {
    self.stream = stream
    self.connection = connection
    unsafe self.handle = handle
  }

  func sleep() {
    connection.deadline.set(.answer, at: Deadline.never)
    unsafe MHD_suspend_connection(handle)
  }

  func wake() { unsafe MHD_resume_connection(handle) }

  func cut() { connection.deadline.set(.answer, at: 0) }
}

extension Outflow {
  /// For clients of HTTP/1.0 only: others get as much in one chunk as the memory of their connection holds.
  private static let blockSize = 1024

  /// The answer of the library that is fed from here, of a size that is not known.
  func libraryResponse() -> OpaquePointer? {
    let owned = unsafe Unmanaged.passRetained(self)
    let answer = unsafe MHD_create_response_from_callback(
      UInt64.max, Self.blockSize, readOutflow, owned.toOpaque(), releaseOutflow)
    if unsafe answer == nil { unsafe owned.release() }
    return unsafe answer
  }

  /// What comes next; called once the client has taken what came before, so that its time starts anew.
  fileprivate func read(into room: UnsafeMutableRawBufferPointer) -> Int {
    // First this, then the bytes: a cut in between stays.
    connection.deadline.set(.answer, at: Clock.milliseconds() + connection.site.deadlines.answer)
    var end = room.baseAddress
    let portion = stream.take(upTo: room.count) { chunk, range in
      unsafe end?.copyMemory(from: chunk.base + range.lowerBound, byteCount: range.count)
      unsafe end = end.map { unsafe $0 + range.count }
    }
    switch portion {
    case .bytes(let count):
      bytes += count
      return count
    case .nothing:
      return 0
    case .end where connection.exchange.isVersion11:
      return MHD_CONTENT_READER_END_OF_STREAM
    case .end:
      isComplete = true
      return hangUp()
    case .broken:
      return hangUp()
    }
  }

  /// Ends the connection. If it was asleep before, the library would forget one that it has to close for what is said
  /// here until its idle timeout; but not one that a byte cannot be sent on.
  private func hangUp() -> Int {
    shutdown(connection.descriptor, CInt(SHUT_WR))
    return 1
  }
}

private func readOutflow(
  _ owned: UnsafeMutableRawPointer?, _ position: UInt64, _ room: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
  guard let owned = unsafe owned else { return MHD_CONTENT_READER_END_WITH_ERROR }
  return unsafe Unmanaged<Outflow>.fromOpaque(owned).takeUnretainedValue().read(
    into: UnsafeMutableRawBufferPointer(start: room, count: size))
}

private func releaseOutflow(_ owned: UnsafeMutableRawPointer?) {
  guard let owned = unsafe owned else { return }
  unsafe Unmanaged<Outflow>.fromOpaque(owned).release()
}
