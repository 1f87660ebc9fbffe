import Glibc
import SpanMessage

/// The thread of a server that looks after connections: it cuts those that are late, answers those whose answer
/// does not come, tells the parser and streams of clients that went away, and lets connections that were closed while
/// the client was still sending run dry.
final class Janitor: Sendable {
  private struct State {
    var connections: [CInt: Connection] = [:]
    var lingering: [Lingering] = []
    var isStopping = false
  }

  /// How far behind its deadline a connection is cut at most.
  private static let period: UInt64 = 100  // ms
  private static let lingeringLimit = 512
  /// How long a client that went away may go unnoticed.
  private static let nudgePeriod: UInt64 = 1_000  // ms

  private let state = Locked(State())
  private let discardedBytes: Int
  private let parking: Parking
  private let streams: Streams
  private let observer: Observer?
  private let bell: (push: CInt, ring: CInt)
  private let thread = Locked<pthread_t?>(nil)

  init(discardedBytes: Int, parking: Parking, streams: Streams, observer: Observer?) {
    self.discardedBytes = discardedBytes
    self.parking = parking
    self.streams = streams
    self.observer = observer
    var ends: [CInt] = [-1, -1]
    let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    _ = unsafe socketpair(AF_UNIX, CInt(type), 0, &ends)
    bell = (push: ends[0], ring: ends[1])
  }

  deinit {
    for end in [bell.push, bell.ring] where end >= 0 { close(end) }
  }

  /// Cuts the connection when it misses its deadline.
  func watch(_ connection: Connection) {
    state.withLock { $0.connections[connection.descriptor] = connection }
  }

  /// The descriptor is about to be closed: after this it is not touched any more.
  func forget(_ connection: Connection) {
    _ = state.withLock { $0.connections.removeValue(forKey: connection.descriptor) }
  }

  /// Keeps the socket behind `descriptor` open for a while and reads what still comes, so that the client can
  /// finish sending and read its answer.
  func linger(on descriptor: CInt) {
    let isTaken = state.withLock { state in
      guard !state.isStopping, state.lingering.count < Self.lingeringLimit else { return false }
      guard let socket = Lingering(descriptor, bytes: discardedBytes, now: Clock.milliseconds()) else { return false }
      state.lingering.append(socket)
      return true
    }
    if isTaken { ring() }
  }

  /// Connections that were closed but may not have reached their client yet.
  var lingering: Int { state.withLock { $0.lingering.count } }

  func start() throws(StartupError) {
    guard bell.ring >= 0 else { throw .library("no descriptor left") }
    var id = pthread_t()
    let code = unsafe pthread_create(&id, nil, runJanitor, Unmanaged.passRetained(self).toOpaque())
    guard code == 0 else {
      unsafe Unmanaged.passUnretained(self).release()
      throw .library(unsafe String(cString: strerror(code)))
    }
    thread.withLock { $0 = id }
  }

  func stop() {
    state.withLock { $0.isStopping = true }
    ring()
    let id = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    if let id { pthread_join(id, nil) }
  }

  private func ring() {
    var byte: UInt8 = 1
    _ = unsafe write(bell.push, &byte, 1)
  }
}

extension Janitor {
  fileprivate func run() {
    var nextNudge = Clock.milliseconds() + Self.nudgePeriod
    while waitForWork() {
      let now = Clock.milliseconds()
      cutLate(now)
      parking.expire(now)
      if now >= nextNudge {
        nudgeHalfClosed()
        nextNudge = now + Self.nudgePeriod
      }
      state.withLock { $0.lingering.removeAll { $0.isDone(now) } }
    }
    state.withLock { $0.lingering.removeAll() }
  }

  /// Sleeps until something can be read, or the next round is due; false when it is time to go.
  private func waitForWork() -> Bool {
    var entries = [pollfd(fd: bell.ring, events: Int16(POLLIN), revents: 0)]
    let isStopping = state.withLock { state in
      entries += state.lingering.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      return state.isStopping
    }
    guard !isStopping else { return false }
    if unsafe poll(&entries, nfds_t(entries.count), CInt(Self.period)) > 0, entries[0].revents != 0 {
      var bytes: (UInt64, UInt64) = (0, 0)
      _ = unsafe read(bell.ring, &bytes, MemoryLayout.size(ofValue: bytes))
    }
    return true
  }

  private func cutLate(_ now: UInt64) {
    var phases: [Deadline.Phase] = []
    state.withLock { state in
      for (descriptor, connection) in state.connections {
        // Once is enough; the library sees the end of the stream.
        guard let phase = connection.deadline.miss(at: now, until: now + 10_000) else { continue }
        shutdown(descriptor, CInt(SHUT_RDWR))
        phases.append(phase)
      }
    }
    for phase in phases { observer?(.cut(phase.slowPhase)) }
  }
}

extension Janitor {
  /// The parser waits for an edge of epoll after each read that came back short. If the client's end of stream was
  /// already there by then, no edge comes, and the connection would hang until its deadline. Shutting down the side
  /// that is closed anyway makes one, and takes nothing away: what was received can still be read.
  ///
  /// A connection that sleeps because its stream is silent gets no edge at all: once it is broken, the stream is told.
  private func nudgeHalfClosed() {
    state.withLock { state in
      var entries = state.connections.keys.map { pollfd(fd: $0, events: Int16(Self.peerClosed), revents: 0) }
      guard unsafe poll(&entries, nfds_t(entries.count), 0) > 0 else { return }
      for entry in entries where entry.revents & Int16(Self.peerClosed) != 0 {
        shutdown(entry.fd, CInt(SHUT_RD))
        if entry.revents & Int16(POLLHUP) != 0 { streams.abandon(entry.fd) }
      }
    }
  }

  /// POLLRDHUP of poll(2), which the C library shows to GNU sources only.
  private static let peerClosed = 0x2000
}

private func runJanitor(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context = unsafe context { unsafe Unmanaged<Janitor>.fromOpaque(context).takeRetainedValue().run() }
  return nil
}
