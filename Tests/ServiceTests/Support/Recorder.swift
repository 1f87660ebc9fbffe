import Glibc
import SpanAPI
import SpanMessage
import Synchronization

/// One request with its answer.
struct Exchange {
  let form: String
  let method: String
  let target: String
  let fields: [(String, String)]
  let body: String
  let answer: Answer
}

/// Writes every exchange down as a line of JSON, for `scripts/validate-responses`; where, says `SPAN_RECORD_DIR`.
final class Recorder: Sendable {
  /// nil: nobody wants to know.
  static let shared: Recorder? = unsafe getenv("SPAN_RECORD_DIR").flatMap { Recorder(unsafe String(cString: $0)) }

  /// Enough of a request to recognise it.
  private static let bodyLimit = 4096
  private let file: Mutex<CInt>

  private init?(_ directory: String) {
    guard !directory.isEmpty else { return nil }
    let path = "\(directory)/exchanges-\(getpid()).jsonl"
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { fatalError("cannot record exchanges in \(path)") }
    file = Mutex(descriptor)
  }

  func record(_ exchange: Exchange) {
    let line = ByteBuffer()
    var json = JSONWriter(onto: line)
    json.beginObject()
    json.member("form", exchange.form)
    json.member("method", exchange.method)
    json.member("path", exchange.target)
    Self.write(exchange.fields, as: "requestHeaders", &json)
    json.member("requestBody", String(Substring(exchange.body.unicodeScalars.prefix(Self.bodyLimit))))
    json.member("status", exchange.answer.status)
    Self.write(exchange.answer.fields, as: "headers", &json)
    json.member("body", exchange.answer.body)
    json.endObject()
    line.append(UInt8(ascii: "\n"))
    file.withLock { file in
      let written = unsafe Glibc.write(file, line.base, line.count)
      guard written == line.count else { fatalError("cannot record an exchange") }
    }
  }

  private static func write(_ fields: [(String, String)], as name: StaticString, _ json: inout JSONWriter) {
    json.name(name)
    json.beginArray()
    for (name, value) in fields {
      json.beginArray()
      json.string(name)
      json.string(value)
      json.endArray()
    }
    json.endArray()
  }
}
