import SpanTestSupport
import Testing

/// A client on a stream of Server-Sent Events, read the way RFC 9112 §7.1 (chunks) and WHATWG HTML §9.2 (messages) say.
final class Watcher {
  private let wire: Wire
  private var lines: [String] = []
  private var text = ""

  struct Message {
    var id = ""
    var event = ""
    var data = ""
  }

  /// - Parameter last: the id of the last event that was seen; nil: it is new.
  init(port: UInt16, session: String, last: String? = nil) throws {
    wire = try Wire(port: port)
    let resume = last.map { "Last-Event-ID: \($0)\r\n" } ?? ""
    let fields = "Host: 127.0.0.1\r\nAccept: text/event-stream\r\n\(resume)"
    try wire.send(Array("GET /v1/sessions/\(session)/events HTTP/1.1\r\n\(fields)\r\n".utf8))
    let answer = try wire.answer()
    try #require(answer.status == 200)
    try #require(answer["Content-Type"]?.hasPrefix("text/event-stream") == true)
    try #require(answer["Transfer-Encoding"] == "chunked")
  }

  /// The next message; nil: the stream has ended, properly.
  func message() throws -> Message? {
    var message = Message()
    while let line = try line() {
      if line.isEmpty {
        if !message.data.isEmpty { return message }
        message = Message()
        continue
      }
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let value = parts.count == 2 ? String(parts[1].drop { $0 == " " }) : ""
      switch parts[0] {
      case "id": message.id = value
      case "event": message.event = value
      case "data": message.data += value
      default: continue
      }
    }
    return nil
  }

  /// The next so many messages.
  func messages(_ count: Int) throws -> [Message] { try (0..<count).map { _ in try #require(try message()) } }

  /// What is left until the stream ends; throws when its end is not one of a chunked body.
  func rest() throws -> [Message] {
    var messages: [Message] = []
    while let message = try message() { messages.append(message) }
    return messages
  }

  private func line() throws -> String? {
    while lines.isEmpty {
      let size = try #require(Int(try wire.line(), radix: 16))
      text += String(decoding: try wire.bytes(size), as: UTF8.self)
      _ = try wire.line()
      guard size > 0 else { return nil }
      var parts = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      text = parts.removeLast()
      lines = parts
    }
    return lines.removeFirst()
  }
}
