import SpanHTTP
import SpanMessage

/// A gzip body. However it is cut into parts, the same comes out; never more than the limit; and what all bodies may
/// hold together is given back.
///
/// The first byte says how large the parts are.
func fuzzGzip(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  guard size > 1, let data = unsafe data else { return 0 }
  let step = unsafe max(1, Int(data[0]))
  let packed = unsafe UnsafeRawBufferPointer(start: data + 1, count: size - 1)
  let budget = Budget(limit: 4 * limit)
  do {
    let whole = unsafe unpacked(packed, step: packed.count, budget)
    let parts = unsafe unpacked(packed, step: step, budget)
    require(whole == parts, "parts unpack to the same as the whole")
    if case .success(let bytes) = whole { require(bytes.count <= limit, "the limit holds") }
  }
  require(budget.used == 0, "the budget is given back")
  return 0
}

private let limit = 64 << 10

private func unpacked(_ packed: UnsafeRawBufferPointer, step: Int, _ budget: Budget) -> Result<[UInt8], Fault> {
  let body = RequestBody(limit: limit, expected: packed.count, isPacked: true, budget: budget)
  var offset = 0
  while offset < packed.count {
    let end = min(packed.count, offset + step)
    // A copy of its own, so that whatever is read beyond its end is seen.
    unsafe body.append(buffer(UnsafeRawBufferPointer(rebasing: packed[offset..<end])).bytes)
    offset = end
  }
  require(body.received == packed.count, "every byte is counted")
  return Result { () throws(Fault) in unsafe Array(try body.finish().bytes) }
}
