import Glibc

/// Wakes a thread that waits for a socket.
final class WakeUp: Sendable {
  private let reading: CInt
  private let writing: CInt

  init() throws(StoreOpeningError) {
    var ends: [CInt] = [-1, -1]
    let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue
    guard unsafe socketpair(AF_UNIX, CInt(type), 0, &ends) == 0 else {
      throw StoreOpeningError("no sockets: \(SystemError.last)")
    }
    reading = ends[0]
    writing = ends[1]
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// From now on nobody waits any more.
  func ring() { unsafe write(writing, "!", 1) }

  /// Waits until the socket can be read from, or somebody rings, or the time is over.
  /// - Parameters:
  ///   - socket: -1: there is none.
  ///   - patience: milliseconds; -1: forever.
  func wait(for socket: CInt, patience: Int) {
    var descriptors = [reading, socket].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    unsafe poll(&descriptors, nfds_t(descriptors.count), CInt(clamping: patience))
  }
}
