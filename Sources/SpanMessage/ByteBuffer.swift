#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A growable run of bytes outside the Swift heap, appended to and then handed on without a copy.
///
/// Used for request bodies (the parser may read ``padding`` bytes past the end) and for response bodies
/// (the server passes the memory to the socket layer and keeps the buffer alive until it was sent).
/// One owner writes; after that it is only read. Not thread-safe while it is written to.
@safe
public final class ByteBuffer: @unchecked Sendable {
  /// Bytes behind the content that may be read, as simdjson asks for.
  public static let padding = 64

  // Private altogether: the compiler sees all accesses, and none has to be checked for exclusivity as the program runs.
  private var storage: UnsafeMutableRawPointer
  private var filled = 0
  private var capacity: Int

  public init(minimumCapacity: Int = 1024) {
    capacity = max(64, minimumCapacity)
    // malloc of a modest size does not fail on Linux; a nil here means the process is out of address space.
    guard let memory = unsafe malloc(capacity + Self.padding) else { fatalError("out of memory") }
    unsafe storage = memory
  }

  deinit { unsafe free(storage) }

  /// The start of the storage; valid for ``count`` bytes of content and ``padding`` more.
  public var base: UnsafeMutableRawPointer { unsafe storage }
  public var count: Int { filled }
  public var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: base, count: count) }

  @inline(__always)
  public func append(_ byte: UInt8) {
    if count == capacity { grow(by: 1) }
    unsafe base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    filled &+= 1
  }

  @inline(__always)
  public func append(_ other: UnsafeRawBufferPointer) {
    guard let start = other.baseAddress, other.count > 0 else { return }
    if other.count > capacity - count { grow(by: other.count) }
    unsafe (base + count).copyMemory(from: start, byteCount: other.count)
    filled &+= other.count
  }

  @inline(__always)
  public func append(_ text: StaticString) {
    unsafe append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inline(__always)
  public func append(_ text: String) {
    var text = text
    text.withUTF8 { unsafe append(UnsafeRawBufferPointer($0)) }
  }

  /// Room for `size` more bytes; `body` writes there and returns how many it wrote (at most `size`).
  @inline(__always)
  public func append(upTo size: Int, _ body: (UnsafeMutableRawPointer) -> Int) {
    if size > capacity - count { grow(by: size) }
    filled &+= unsafe min(size, body(base + count))
  }

  /// For writers that keep a place of their own: room for `size` bytes behind `used` ones, which count as content
  /// from now on. Returns the first byte of the room, and the first behind it.
  public func room(
    for size: Int, after used: Int
  ) -> (start: UnsafeMutableRawPointer, end: UnsafeMutableRawPointer) {
    filled = min(max(0, used), capacity)
    if size > capacity - count { grow(by: size) }
    return unsafe (base + count, base + capacity)
  }

  public func removeAll() { filled = 0 }

  /// Makes room for `size` bytes in all. What is not written to is address space, and no memory yet.
  public func reserveCapacity(_ size: Int) {
    guard size > capacity else { return }
    capacity = size
    // As for malloc above: sizes are bounded by the limits on bodies and answers.
    guard let memory = unsafe realloc(base, capacity + Self.padding) else { fatalError("out of memory") }
    unsafe storage = memory
  }

  private func grow(by extra: Int) { reserveCapacity(max(capacity + extra, capacity * 2)) }
}

extension ByteBuffer {
  public convenience init(_ text: String) {
    self.init(minimumCapacity: text.utf8.count)
    append(text)
  }

  public convenience init(_ bytes: [UInt8]) {
    self.init(minimumCapacity: bytes.count)
    unsafe bytes.withUnsafeBytes { unsafe append($0) }
  }

  /// The content read as UTF-8, faulty sequences repaired: for logs and tests.
  public var text: String { unsafe String(decoding: bytes, as: UTF8.self) }
}
