/// Who sends what is pushed. All of it is called with the lock of the stream held: no call comes after
/// ``ByteStream/close()``, and none may call the stream.
package protocol StreamConsumer: AnyObject, Sendable {
  /// There is nothing to send; called on the thread that asked for it.
  func sleep()
  /// There is something to send, or it is over. Follows each ``sleep()``.
  func wake()
  /// The stream was dropped while its consumer was busy with what it had taken before.
  func cut()
}

extension ByteStream {
  /// What there is to send.
  package enum Portion: Equatable, Sendable {
    case bytes(Int)
    /// Nothing at the moment.
    case nothing
    /// Nothing any more: the body is complete.
    case end
    /// Nothing any more, and the body is not complete.
    case broken
  }

  /// Names who sends it; false if there is somebody already, or it was closed.
  package func attach(_ consumer: any StreamConsumer) -> Bool {
    state.withLock { state in
      guard state.consumer == nil, state.phase != .closed else { return false }
      state.consumer = consumer
      return true
    }
  }

  /// Takes up to `size` bytes, handing each run of them to `copy`. If there are none for now, the consumer is asleep
  /// when this returns, unless it was woken already.
  package func take(upTo size: Int, _ copy: (ByteBuffer, Range<Int>) -> Void) -> Portion {
    let (portion, ask) = state.withLock { ($0.take(upTo: size, copy), $0.ask) }
    guard portion == .nothing else { return portion }
    ask?()
    return state.withLock { state in
      let portion = state.take(upTo: size, copy)
      if portion == .nothing { state.sleep() }
      return portion
    }
  }

  /// The client is gone, as somebody other than the consumer noticed.
  package func abandon() { state.withLock { $0.drop() } }

  /// The consumer is done with it, for better or worse.
  package func close() {
    // What is let go of here is somebody else's: not under the lock.
    let last = state.withLock { state in
      defer { state = State(phase: .closed) }
      return state
    }
    last.tell?()
  }
}

extension ByteStream {
  enum Phase {
    case open
    /// What is pending is sent, and that is all.
    case finished
    /// More was pushed than taken.
    case dropped
    /// Nobody sends it any more.
    case closed
  }

  struct State {
    private(set) var phase = Phase.open
    private(set) var pending = 0
    var ask: (@Sendable () -> Void)?
    var tell: (@Sendable () -> Void)?
    var consumer: (any StreamConsumer)?
    private var chunks: [ByteBuffer] = []
    /// Bytes of the first chunk that were taken.
    private var taken = 0
    private var isAsleep = false

    init(phase: Phase = .open) { self.phase = phase }

    mutating func append(_ chunk: ByteBuffer) {
      chunks.append(chunk)
      pending += chunk.count
      wake()
    }

    mutating func finish() {
      guard phase == .open else { return }
      phase = .finished
      wake()
    }

    mutating func drop() {
      guard phase == .open || phase == .finished else { return }
      phase = .dropped
      chunks = []
      pending = 0
      if isAsleep { wake() } else { consumer?.cut() }
    }

    mutating func take(upTo size: Int, _ copy: (ByteBuffer, Range<Int>) -> Void) -> Portion {
      guard pending > 0 else {
        switch phase {
        case .open: return .nothing
        case .finished: return .end
        case .dropped, .closed: return .broken
        }
      }
      var room = size
      var done = 0
      for chunk in chunks where room > 0 {
        let end = min(chunk.count, taken + room)
        copy(chunk, taken..<end)
        room -= end - taken
        taken = end
        if taken == chunk.count {
          done += 1
          taken = 0
        }
      }
      chunks = Array(chunks[done...])
      pending -= size - room
      return .bytes(size - room)
    }

    mutating func sleep() {
      guard let consumer, !isAsleep else { return }
      consumer.sleep()
      isAsleep = true
    }

    private mutating func wake() {
      guard isAsleep else { return }
      isAsleep = false
      consumer?.wake()
    }
  }
}
