import SpanHTTP
import Testing

@Suite("traceparent (W3C Trace Context)")
struct TraceContextTests {
  private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
  private static let span = "00f067aa0ba902b7"

  @Test(
    "is read",
    arguments: [
      "00-\(trace)-\(span)-01", "00-\(trace)-\(span)-00", "cc-\(trace)-\(span)-01",
      "cc-\(trace)-\(span)-01-what-may-come",
    ])
  func good(text: String) {
    let context = TraceContext(traceparent: text)
    #expect(context?.traceID == Self.trace && context?.spanID == Self.span)
  }

  @Test(
    "or is none",
    arguments: [
      "", "00", "00-\(trace)-\(span)", "00-\(trace)-\(span)-01-more", "00-\(trace)-\(span)-01-",
      "ff-\(trace)-\(span)-01",
      "00-\(String(repeating: "0", count: 32))-\(span)-01", "00-\(trace)-0000000000000000-01",
      "00-\(trace.uppercased())-\(span)-01", "00-\(trace.dropLast())-\(span)-01", "00-\(trace)0-\(span)-01",
      "00-\(trace)-\(span)-1", "00-\(trace)-\(span)-zz", "0-\(trace)-\(span)-01", " 00-\(trace)-\(span)-01",
      "00_\(trace)_\(span)_01", "00-\(trace)-\(span)0-01",
    ])
  func bad(text: String) { #expect(TraceContext(traceparent: text) == nil) }
}
