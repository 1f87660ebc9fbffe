import SpanTestSupport
import Testing

/// A client of Server-Sent Events on a connection of its own (WHATWG HTML §9.2.6).
final class EventSource {
  struct Message: Equatable {
    var id: String?
    var event: String?
    var data: String?
    /// Reconnection time, milliseconds.
    var retry: String?
  }

  let head: WireAnswer
  private let wire: Wire
  private var text: [UInt8] = []

  init(_ session: SessionClient, _ query: String = "", _ fields: [(String, String)] = []) throws {
    wire = try Wire(port: try #require(try session.client.port))
    let lines = (fields + [("Host", "127.0.0.1"), ("Accept", "text/event-stream")]).map { "\($0): \($1)\r\n" }
    try wire.send(Array("GET \(session.address)/events\(query) HTTP/1.1\r\n\(lines.joined())\r\n".utf8))
    head = try wire.answer()
  }

  /// The next message; nil: the stream has ended. Comments are passed over.
  func next() throws -> Message? {
    while true {
      guard let end = text.firstRange(of: [10, 10]) else {
        guard try receive() else { return nil }
        continue
      }
      let block = String(decoding: text[..<end.lowerBound], as: UTF8.self)
      text.removeFirst(end.upperBound)
      if let message = Self.message(block) { return message }
    }
  }

  /// Takes a piece of a chunked body (RFC 9112 §7.1); false: that was the last.
  private func receive() throws -> Bool {
    let length = try #require(Int(try wire.line(), radix: 16))
    text += try wire.bytes(length)
    #expect(try wire.line().isEmpty)
    return length > 0
  }

  /// The next so many events, by their numbers.
  func events(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) throws -> [Int] {
    var numbers: [Int] = []
    while numbers.count < count {
      guard let message = try next() else { break }
      guard let data = message.data, let id = message.id.flatMap({ Int($0) }) else { continue }
      #expect(try JSON(data).number("/seq") == Double(id), sourceLocation: sourceLocation)
      numbers.append(id)
    }
    return numbers
  }

  private static func message(_ block: String) -> Message? {
    var message = Message()
    for line in block.split(separator: "\n") where !line.hasPrefix(":") {
      let parts = line.split(separator: ":", maxSplits: 1)
      let value = parts.count == 2 ? String(parts[1].drop { $0 == " " }) : ""
      switch parts[0] {
      case "id": message.id = value
      case "event": message.event = value
      case "data": message.data = value
      case "retry": message.retry = value
      default: Issue.record("a line that is no field: \(line)")
      }
    }
    return message == Message() ? nil : message
  }
}
