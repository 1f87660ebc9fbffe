import SpanTestSupport
import Testing

/// An answer, whichever way it came.
struct Answer: Sendable {
  var status: Int
  /// In their order.
  var fields: [(name: String, value: String)]
  var body: String

  subscript(name: String) -> String? { all(name).first }

  func all(_ name: String) -> [String] {
    fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }

  var json: JSON { get throws { try JSON(body) } }

  /// `pointer: code` of each fault of a problem.
  var faults: [String] {
    get throws {
      let json = try json
      return zip(json.strings("/errors", "/pointer"), json.strings("/errors", "/code")).map { "\($0): \($1)" }
    }
  }

  /// Expects a whole problem document (RFC 9457) of this status.
  func expectProblem(_ status: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(self.status == status, "\(body)", sourceLocation: sourceLocation)
    #expect(self["Content-Type"] == "application/problem+json", sourceLocation: sourceLocation)
    let json = try json
    #expect(
      json.names()?.prefix(5) == ["type", "title", "status", "detail", "instance"], sourceLocation: sourceLocation)
    #expect(json.string("/type")?.hasPrefix("/problems/") == true, sourceLocation: sourceLocation)
    #expect(json.number("/status") == Double(status), sourceLocation: sourceLocation)
    #expect(json.string("/title")?.isEmpty == false, sourceLocation: sourceLocation)
    #expect(json.string("/detail")?.isEmpty == false, sourceLocation: sourceLocation)
    #expect(json.string("/instance") == self["X-Request-Id"], sourceLocation: sourceLocation)
  }
}

extension JSON {
  /// Expects the number at a pointer.
  func expect(
    _ pointer: String, _ number: Double, within tolerance: Double = 1e-6,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = self.number(pointer)
    #expect(
      found.map { abs($0 - number) <= tolerance } == true,
      "\(pointer) is \(found.map { "\($0)" } ?? "no number"), not \(number)", sourceLocation: sourceLocation)
  }

  /// Expects the list of numbers at a pointer.
  func expect(
    _ pointer: String, _ numbers: [Double], within tolerance: Double = 1e-6,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = self.numbers(pointer) ?? []
    #expect(
      found.count == numbers.count && zip(found, numbers).allSatisfy { abs($0 - $1) <= tolerance },
      "\(pointer) is \(found), not \(numbers)", sourceLocation: sourceLocation)
  }
}
