/// The body of an answer that is made over time: whoever produces it pushes chunks, from any thread, and the server
/// sends them as the client takes them (``Response/stream``). One stream belongs to one answer.
///
/// A client that takes less than is pushed is not waited for: beyond ``capacity`` its stream is dropped and its
/// connection closed. That a client went away shows only when something is sent to it, so a producer that may be silent
/// for long pushes a few bytes now and then (a comment of Server-Sent Events every 15 s).
///
/// The connection keeps the stream alive: letting go of it without ``finish()`` leaves the client waiting.
public final class ByteStream: Sendable {
  /// The most bytes that may wait to be taken.
  public let capacity: Int

  let state = Locked(State())

  public init(capacity: Int = 256 << 10) { self.capacity = max(1, capacity) }

  /// Sends these bytes after those pushed before. They are kept by reference, so that a chunk for many streams is in
  /// memory once: nobody may write to it any more.
  ///
  /// False once the stream is over, and when this chunk was too much for it, which is its end.
  @discardableResult
  public func push(_ chunk: ByteBuffer) -> Bool {
    state.withLock { state in
      guard state.phase == .open else { return false }
      guard chunk.count <= capacity - state.pending else {
        state.drop()
        return false
      }
      guard chunk.count > 0 else { return true }
      state.append(chunk)
      return true
    }
  }

  @discardableResult
  public func push(_ bytes: [UInt8]) -> Bool { push(ByteBuffer(bytes)) }

  /// Nothing more will be pushed; what was is still sent, and then the answer is complete.
  public func finish() { state.withLock { $0.finish() } }

  /// Bytes that were pushed and not yet taken.
  public var pending: Int { state.withLock { $0.pending } }

  /// Nothing more can be pushed: it was finished, here or by a server that stops, it was dropped, or the client is gone.
  public var isOver: Bool { state.withLock { $0.phase != .open } }

  /// Calls `ask` each time all that was pushed has been taken, and at the start if there was nothing: the time for
  /// someone who produces on demand to push more, there and then or later. Set before the answer is given.
  ///
  /// Called on the thread that serves the client, which must not be held up.
  public func whenDrained(_ ask: @escaping @Sendable () -> Void) {
    state.withLock { state in
      guard state.phase == .open else { return }
      state.ask = ask
    }
  }

  /// Calls `tell` once, after those who asked before, when the server has let go of the stream: all was sent, or the
  /// client went away, was too slow or never got it. Never called from within ``push(_:)-(ByteBuffer)`` or ``finish()``;
  /// called here if that is past.
  ///
  /// Called on the thread that serves the client, which must not be held up, or by ``Deferred/complete(with:)`` if that
  /// came too late.
  public func whenEnded(_ tell: @escaping @Sendable () -> Void) {
    let isPast = state.withLock { state in
      guard state.phase != .closed else { return true }
      let before = state.tell
      state.tell = {
        before?()
        tell()
      }
      return false
    }
    if isPast { tell() }
  }
}
