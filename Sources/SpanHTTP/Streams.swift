import SpanMessage

/// The streams that are open in one server, by the descriptors of their connections. Such a connection is asleep in the
/// parser most of the time, which aborts the process if it is stopped with a sleeper: so all of them are known here.
final class Streams: Sendable {
  private struct State {
    var open: [CInt: ByteStream] = [:]
    var isClosed = false
  }

  private let limit: Int
  private let state = Locked(State())

  init(limit: Int) { self.limit = limit }

  func enter(_ stream: ByteStream, on descriptor: CInt) throws(Fault) {
    let fault: Fault? = state.withLock { state in
      guard !state.isClosed else { return .stopping }
      guard state.open.count < limit else { return .streams }
      state.open[descriptor] = stream
      return nil
    }
    if let fault { throw fault }
  }

  /// Its connection goes on to something else, or is about to be closed.
  func leave(_ descriptor: CInt) { _ = state.withLock { $0.open.removeValue(forKey: descriptor) } }

  var count: Int { state.withLock { $0.open.count } }

  /// The client behind this connection is gone, which a sleeper does not notice.
  func abandon(_ descriptor: CInt) { state.withLock { $0.open[descriptor] }?.abandon() }

  /// Lets nobody in any more and ends all; none is asleep when this returns.
  func close() {
    let all = state.withLock { state in
      state.isClosed = true
      return Array(state.open.values)
    }
    for stream in all { stream.finish() }
  }
}
