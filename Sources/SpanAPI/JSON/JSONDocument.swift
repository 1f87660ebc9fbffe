internal import CSimdJSON
package import SpanMessage

/// A parsed request body.
///
/// The document borrows memory from the thread's parser and gives it back when it goes; the values handed out are
/// only good while it lives. It does not refer to the body any more.
@safe
package struct JSONDocument: ~Copyable {
  /// Levels of nesting that are accepted.
  package static let maximumDepth = 32

  private let parser: OpaquePointer
  package let root: JSONValue

  /// Parses the body; anything that is not one whole JSON text without repeated member names is refused.
  package init(parsing body: ByteBuffer) throws(JSONSyntaxFault) {
    // An initialiser owns its arguments and could let the body go after the last look at its pointer.
    defer { withExtendedLifetime(body) {} }
    let parsed = unsafe span_json_parse(body.base, body.count, Self.maximumDepth)
    guard let parser = unsafe parsed.parser, let tape = unsafe parsed.tape, let strings = unsafe parsed.strings else {
      throw unsafe parsed.error == span_json_memory
        ? .outOfMemory : JSONSyntaxScanner.fault(in: body.bytes, parserSays: Int(parsed.error))
    }
    let root = unsafe JSONValue(tape: tape, strings: strings, index: 1)
    if let flaw = JSONStructureCheck.firstFlaw(in: root) {
      let fault = unsafe JSONSyntaxFault(flaw, root: root, body: body.bytes)
      unsafe span_json_release(parser)
      throw fault
    }
    unsafe self.parser = parser
    self.root = root
  }

  /// Bytes that the thread's idle parser can take without more memory; 0 when there is none.
  package static var spareCapacity: Int { span_json_spare_capacity() }

  deinit { unsafe span_json_release(parser) }
}
