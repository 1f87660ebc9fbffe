import CMicroHTTPD
import Glibc
import Synchronization

/// One thread of the server: a single-thread epoll daemon of the library with a listening socket of its own.
///
/// The library's own thread pool leaves half its threads idle under keep-alive; sockets that share a port do not.
@safe
final class Worker: @unchecked Sendable {
  let site: Site
  private let ids = RequestIDSource()
  private var daemon: OpaquePointer?
  private var listener: CInt = -1
  private var isQuiesced = false

  // Written by the worker's thread only, read by whoever waits for the end.
  private let open = Atomic(0)
  private let inFlight = Atomic(0)
  private let lastBegin = Atomic<UInt64>(0)

  init(site: Site) { self.site = site }

  func makeRequestID() -> String { ids.make() }

  func connectionOpened(_ connection: Connection) {
    add(1, to: open)
    site.janitor.watch(connection)
  }

  func connectionClosed(_ connection: Connection) {
    connection.complete(isSent: false)
    site.janitor.forget(connection)
    if connection.mustLinger { site.janitor.linger(on: connection.descriptor) }
    add(-1, to: open)
  }

  func requestBegan(at time: UInt64) {
    add(1, to: inFlight)
    lastBegin.store(time, ordering: .relaxed)
  }

  func requestEnded() { add(-1, to: inFlight) }

  /// What goes on here at the moment.
  var load: Load {
    Load(
      connections: open.load(ordering: .acquiring), requests: inFlight.load(ordering: .acquiring),
      lastBegin: lastBegin.load(ordering: .relaxed))
  }

  private func add(_ amount: Int, to count: borrowing Atomic<Int>) {
    count.store(count.load(ordering: .relaxed) + amount, ordering: .releasing)
  }
}

/// What goes on in a worker, or in all of them.
package struct Load: Equatable, Sendable {
  package var connections: Int
  package var requests: Int
  /// When the last request began, in milliseconds of ``Clock``.
  package var lastBegin: UInt64

  package init(connections: Int = 0, requests: Int = 0, lastBegin: UInt64 = 0) {
    self.connections = connections
    self.requests = requests
    self.lastBegin = lastBegin
  }

  static func + (a: Load, b: Load) -> Load {
    Load(
      connections: a.connections + b.connections, requests: a.requests + b.requests,
      lastBegin: max(a.lastBegin, b.lastBegin))
  }
}

extension Worker {
  func start(on socket: consuming ListeningSocket, connectionLimit: Int) throws(StartupError) {
    var settings = unsafe span_mhd_settings()
    listener = socket.release()
    unsafe settings.context = Unmanaged.passUnretained(self).toOpaque()
    unsafe settings.listen_socket = listener
    unsafe settings.connection_limit = UInt32(clamping: connectionLimit)
    unsafe settings.idle_seconds = UInt32(clamping: max(1, site.deadlines.idle / 1000))
    unsafe settings.memory_limit = site.limits.headBytes
    unsafe settings.memory_increment = max(1024, site.limits.headBytes / 2)
    unsafe settings.handle = handleRequest
    unsafe settings.completed = requestCompleted
    unsafe settings.connection = connectionChanged
    unsafe settings.target = targetReceived
    unsafe settings.unescape = leaveEscaped
    unsafe settings.log = libraryMessage
    unsafe daemon = span_mhd_start(&settings)
    // Whether the library closed the socket on its way out is not said; left open, at worst it goes with the process.
    guard unsafe daemon != nil else { throw .library(unsafe String(cString: strerror(errno))) }
  }

  /// Takes no more connections; those the kernel had already accepted are served.
  func quiesce() {
    guard unsafe daemon != nil, !isQuiesced, unsafe MHD_quiesce_daemon(daemon) >= 0 else { return }
    isQuiesced = true
    while true {
      var address = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let isAdded = unsafe withUnsafeMutableBytes(of: &address) { bytes in
        guard let address = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
        let client = unsafe accept(listener, address, &length)
        return unsafe client >= 0 && MHD_add_connection(daemon, client, address, length) == .YES
      }
      guard isAdded else { break }
    }
    // Not closed yet: the thread may be about to look at this descriptor.
    shutdown(listener, CInt(SHUT_RDWR))
  }

  /// Ends the thread and every connection it still has. None may be suspended by then, or the library aborts:
  /// ``Parking/close()`` and ``Streams/close()`` come before this.
  func stop() {
    guard unsafe daemon != nil else { return }
    quiesce()
    unsafe MHD_stop_daemon(daemon)
    unsafe daemon = nil
    if isQuiesced { close(listener) }
  }
}
