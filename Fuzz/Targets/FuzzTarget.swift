import SpanMessage

/// What libFuzzer calls with one input after the other; 0 keeps the input if it reached something new.
typealias FuzzTarget = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

/// A promise of the code that an input broke: libFuzzer keeps it and stops.
func require(_ condition: @autoclosure () -> Bool, _ promise: StaticString) {
  if !condition() { fatalError("broken: \(promise)") }
}

/// The input in a buffer of its own, so that whatever is read beyond its end is seen.
func buffer(_ bytes: UnsafeRawBufferPointer) -> ByteBuffer {
  let buffer = ByteBuffer(minimumCapacity: bytes.count)
  unsafe buffer.append(bytes)
  return buffer
}
