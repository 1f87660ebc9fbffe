import SpanMessage

/// A request body as it comes in: appended to while it is sound and within the limit, thrown away after that.
///
/// The parser below cannot answer while it reads a body, so a fault is only kept here and answered at the end.
struct RequestBody {
  private(set) var fault: Fault?
  /// Bytes as they came from the socket, before unpacking.
  private(set) var received = 0
  private var content: ByteBuffer?
  private let limit: Int

  /// A body that is thrown away from the start, answered with `fault`.
  init(limit: Int, expected: Int) {
    self.limit = limit
    content = ByteBuffer(minimumCapacity: min(expected, limit, Self.firstAllocation))
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    received += bytes.count
    guard let content else { return }
    guard bytes.count <= limit - content.count else { return discard(.bodyTooLarge(limit: limit)) }
    unsafe content.append(bytes)
  }

  /// The whole body; the memory is the caller's from now on.
  mutating func finish() throws(Fault) -> ByteBuffer {
    if let fault { throw fault }
    let whole = content ?? ByteBuffer(minimumCapacity: 0)
    content = nil
    return whole
  }

  private mutating func discard(_ fault: Fault) {
    self.fault = fault
    content = nil
  }

  /// A client that announces much and sends nothing must not get much.
  private static let firstAllocation = 64 << 10
}
