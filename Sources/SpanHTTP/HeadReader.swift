import CMicroHTTPD
import SpanMessage

/// Takes the head of a request out of the parser: its fields, and whether they lie where they must.
struct HeadReader {
  private(set) var head = MessageHead()
  private var layout: HeadLayout?

  init(_ raw: RawHead, targetSize: Int, size: Int) {
    if Self.parserHidesFaults, size > 0 {
      layout = unsafe HeadLayout(method: raw.method, targetSize: targetSize, version: raw.version, size: size)
    }
  }

  mutating func read(_ handle: OpaquePointer) {
    unsafe withUnsafeMutablePointer(to: &self) { reader in
      _ = unsafe MHD_get_connection_values_n(handle, .HEADER_KIND, fieldReceived, reader)
    }
  }

  fileprivate mutating func take(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
    unsafe layout?.takeField(name: name, value: value)
    unsafe head.append(name: name, value: value)
  }

  /// The framing of the message, or why it is refused.
  mutating func length(isVersion11: Bool) throws(Fault) -> MessageHead.Length {
    let length = try head.length(isVersion11: isVersion11)
    if layout?.takeEnd() == false { throw .headerSyntax }
    return length
  }

  /// Version 1.0 of the library refuses by itself what ``HeadLayout`` looks for, and lays heads out its own way.
  private static let parserHidesFaults = unsafe String(cString: MHD_get_version()).hasPrefix("0.9.")
}

/// One field of the head; `context` points to the reader.
private func fieldReceived(
  _ context: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?, _ nameSize: Int,
  _ value: UnsafePointer<CChar>?, _ valueSize: Int
) -> MHD_Result {
  guard let context = unsafe context else { return .NO }
  unsafe context.assumingMemoryBound(to: HeadReader.self).pointee.take(
    name: UnsafeRawBufferPointer(start: name, count: nameSize),
    value: UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueSize))
  return .YES
}
