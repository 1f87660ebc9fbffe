import Glibc
import SpanMessage
import SpanTestSupport

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
  private let file: Locked<CInt>

  private init?(_ directory: String) {
    guard !directory.isEmpty else { return nil }
    let path = "\(directory)/exchanges-\(getpid()).jsonl"
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { fatalError("cannot record exchanges in \(path)") }
    file = Locked(descriptor)
  }

  func record(_ exchange: Exchange) {
    let line = JSON.object([
      JSON.Member("form", .string(exchange.form)),
      JSON.Member("method", .string(exchange.method)),
      JSON.Member("path", .string(exchange.target)),
      JSON.Member("requestHeaders", Self.list(exchange.fields)),
      JSON.Member("requestBody", .string(String(Substring(exchange.body.unicodeScalars.prefix(Self.bodyLimit))))),
      JSON.Member("status", .number(Double(exchange.answer.status))),
      JSON.Member("headers", Self.list(exchange.answer.fields.map { ($0.name, $0.value) })),
      JSON.Member("body", .string(exchange.answer.body)),
    ])
    let bytes = Array("\(line.text)\n".utf8)
    file.withLock { file in
      let written = unsafe bytes.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
      guard written == bytes.count else { fatalError("cannot record an exchange") }
    }
  }

  private static func list(_ fields: [(String, String)]) -> JSON {
    .array(fields.map { .array([.string($0.0), .string($0.1)]) })
  }
}
