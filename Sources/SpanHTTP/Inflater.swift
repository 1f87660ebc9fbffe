import CZlib
package import SpanMessage

/// Unpacks a gzip stream (RFC 1952, one or more members) as it comes in, and stops at a limit.
@safe
package final class Inflater {
  package enum Failure: Error, Equatable, Sendable {
    /// Not gzip, damaged, cut short, or followed by something else.
    case malformed
    /// Unpacks to more than the limit.
    case tooLarge
  }

  /// What zlib allocates for a window of 32 KiB, with its state.
  package static let memory = 48 << 10
  /// A block-compressed file of the size of a body has a few hundred members; millions would only burn time.
  private static let memberLimit = 4096
  private static let step = 64 << 10

  // zlib keeps a pointer back to the stream, so it must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private var members = 0
  private var isAtEnd = true

  /// nil if there is no memory.
  package init?() {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    guard unsafe span_zlib_inflate_gzip(stream) == Z_OK else {
      unsafe stream.deallocate()
      return nil
    }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Unpacks the next part of the stream and appends it, as long as `output` stays within `limit`.
  package func append(_ input: UnsafeRawBufferPointer, to output: ByteBuffer, limit: Int) throws(Failure) {
    guard let start = input.baseAddress else { return }
    // zlib does not write through next_in; its type lacks the const.
    unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: start.assumingMemoryBound(to: UInt8.self))
    unsafe stream.pointee.avail_in = UInt32(clamping: input.count)
    var mayHaveMore = false
    while unsafe stream.pointee.avail_in > 0 || mayHaveMore {
      if isAtEnd { try beginMember() }
      // One byte more than allowed is asked for: it tells a body at the limit from one beyond it.
      let room = min(Self.step, limit - output.count + 1)
      var status = Z_OK
      unsafe output.append(upTo: room) { target in
        unsafe stream.pointee.next_out = target.assumingMemoryBound(to: UInt8.self)
        unsafe stream.pointee.avail_out = UInt32(clamping: room)
        unsafe status = inflate(stream, Z_NO_FLUSH)
        return unsafe room - Int(stream.pointee.avail_out)
      }
      guard output.count <= limit else { throw .tooLarge }
      switch status {
      case Z_STREAM_END:
        isAtEnd = true
        mayHaveMore = false
      case Z_OK:
        mayHaveMore = unsafe stream.pointee.avail_out == 0
      case Z_BUF_ERROR:  // nothing left to do with this input
        mayHaveMore = false
        guard unsafe stream.pointee.avail_in == 0 else { throw .malformed }
      default:
        throw .malformed
      }
    }
  }

  /// Whether the stream ended where a member ends, after at least one.
  package var isComplete: Bool { isAtEnd && members > 0 }

  private func beginMember() throws(Failure) {
    guard members < Self.memberLimit else { throw .malformed }
    if members > 0, unsafe inflateReset(stream) != Z_OK { throw .malformed }
    members += 1
    isAtEnd = false
  }
}
