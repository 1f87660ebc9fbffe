internal import SpanMessage
internal import SpanUncertainty

/// JSON that an operator wrote, read with the same care as a request.
package enum OperatorFile {
  /// What is wrong with a file, a line each.
  package struct Fault: Error, Equatable {
    package var lines: [String]

    package init(lines: [String]) { self.lines = lines }
  }

  /// What `body` makes of the root of a file.
  static func decode<Value>(
    _ text: ByteBuffer, profiles: [NoiseProfile] = [], _ body: (inout RequestDecoder, JSONValue) -> Value
  ) throws(Fault) -> Value {
    let document: JSONDocument
    do throws(JSONSyntaxFault) {
      document = try JSONDocument(parsing: text)
    } catch {
      let place = error.offset.map { " (byte \($0))" } ?? ""
      throw Fault(lines: ["no JSON: \(error.message)\(place)"])
    }
    var decoder = RequestDecoder(limits: Limits(), profiles: profiles)
    let value = body(&decoder, document.root)
    do throws(RequestFaults) {
      try decoder.faults.check(in: document)
    } catch {
      throw Fault(lines: error.list.map { "\($0.pointer.isEmpty ? "" : $0.pointer + ": ")\($0.message)" })
    }
    return value
  }
}

extension RequestDecoder {
  /// The elements of an array in a file.
  /// - Parameter whole: what may hold at most `limit` of them.
  mutating func entries(_ value: JSONValue, atMost limit: Int, _ what: String, of whole: String) -> JSONArray? {
    guard let list = list(value, atMost: .max, what) else { return nil }
    guard list.count > limit else { return list }
    faults.add(.tooMany, at: value, "\(list.count) \(what) are more than the \(limit) that one \(whole) may hold.")
    return nil
  }
}
