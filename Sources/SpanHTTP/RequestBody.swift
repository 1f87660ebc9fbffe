package import SpanMessage

/// A request body as it comes in: unpacked and appended to while it is sound and within the limits, thrown away after that.
///
/// The parser below cannot answer while it reads a body, so a fault is kept here and answered at the end.
package final class RequestBody {
  /// Why the body will not be handed on.
  package private(set) var fault: Fault?
  /// Bytes as they came from the socket, before unpacking.
  package private(set) var received = 0
  /// Bytes that were read only to be thrown away.
  package private(set) var discarded = 0

  private let limit: Int
  private let expected: Int
  private let budget: Budget
  private var reserved = 0
  private var content: ByteBuffer?
  private var inflater: Inflater?

  /// - Parameters:
  ///   - limit: the most bytes the body may have, unpacked.
  ///   - expected: what `Content-Length` says, 0 if nothing.
  ///   - budget: what all bodies together may hold; what this one holds goes back when it is let go of.
  package init(limit: Int, expected: Int, isPacked: Bool, budget: Budget) {
    self.limit = limit
    self.expected = min(expected, limit)
    self.budget = budget
    let first = min(self.expected, Self.firstAllocation)
    guard reserve(first + (isPacked ? Inflater.memory : 0)) else { return }
    content = ByteBuffer(minimumCapacity: first)
    if isPacked {
      inflater = Inflater()
      if inflater == nil { discard(.overload) }
    }
  }

  deinit { budget.give(reserved) }

  package func append(_ bytes: UnsafeRawBufferPointer) {
    received += bytes.count
    guard let content else { return discarded += bytes.count }
    if let inflater {
      unsafe unpack(bytes, with: inflater, into: content)
    } else if bytes.count > limit - content.count {
      discard(.bodyTooLarge(limit: limit))
    } else if reserve(content.count + bytes.count) {
      // Whoever has sent that much is believed the rest: what it fills is counted as it comes.
      if content.count + bytes.count > Self.firstAllocation { content.reserveCapacity(expected) }
      unsafe content.append(bytes)
    }
  }

  /// The whole body, once all of it came.
  package func finish() throws(Fault) -> ByteBuffer {
    if let inflater, !inflater.isComplete, fault == nil { discard(.malformedGzip) }
    if let fault { throw fault }
    return content ?? ByteBuffer(minimumCapacity: 0)
  }

  private func unpack(_ bytes: UnsafeRawBufferPointer, with inflater: Inflater, into content: ByteBuffer) {
    do throws(Inflater.Failure) {
      try unsafe inflater.append(bytes, to: content, limit: limit)
      _ = reserve(content.count + Inflater.memory)
    } catch {
      discard(error == .tooLarge ? .bodyTooLarge(limit: limit) : .malformedGzip)
    }
  }

  /// Makes sure that `size` bytes are paid for; doubles, so that a long body asks seldom.
  private func reserve(_ size: Int) -> Bool {
    guard size > reserved else { return true }
    let wanted = max(size, min(reserved * 2, limit))
    guard budget.take(wanted - reserved) else {
      discard(.overload)
      return false
    }
    reserved = wanted
    return true
  }

  private func discard(_ fault: Fault) {
    self.fault = fault
    content = nil
    inflater = nil
    budget.give(reserved)
    reserved = 0
  }

  /// A client that announces much and sends nothing must not get much.
  private static let firstAllocation = 64 << 10
}
