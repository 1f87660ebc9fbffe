/// Where a request stands in a trace of its caller (W3C Trace Context).
public struct TraceContext: Sendable, Equatable {
  /// 32 hexadecimal digits.
  public let traceID: String
  /// 16 hexadecimal digits: of the caller's span.
  public let spanID: String

  /// Reads a `traceparent`; nil: it is none.
  public init?(traceparent: String) {
    let fields = traceparent.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    // Versions to come may have more behind the four fields.
    guard fields.count >= 4, let version = Self.digits(fields[0], 2), version != "ff",
      fields.count == 4 || version != "00",
      let trace = Self.digits(fields[1], 32), let span = Self.digits(fields[2], 16), Self.digits(fields[3], 2) != nil,
      trace.contains(where: { $0 != "0" }), span.contains(where: { $0 != "0" })
    else { return nil }
    (traceID, spanID) = (trace, span)
  }

  /// In lower case, and so many.
  private static func digits(_ text: Substring.UTF8View, _ count: Int) -> String? {
    guard text.count == count, text.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }) else { return nil }
    return String(Substring(text))
  }
}
