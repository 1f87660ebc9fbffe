import CBaselines
import SpanAPI
import SpanMessage
import SpanStore

/// Requests in turn, all but the last of which only prepare.
final class Script {
  private let service: Service
  private let last: Request

  /// - Parameter words: method, target and file of each.
  init(_ words: ArraySlice<String>) {
    guard !words.isEmpty, words.count.isMultiple(of: 3) else { leave(usage) }
    var settings = Service.Settings()
    settings.store = MemoryEventStore()
    service = Service(settings)
    var words = words
    var session = ""
    while words.count > 3 {
      let response = Self.answer(of: service, to: Self.request(words.prefix(3), session))
      if let location = response.headers["Location"] { session = String(location.split(separator: "/").last ?? "") }
      words = words.dropFirst(3)
    }
    last = Self.request(words, session)
  }

  /// Enough for caches and spare buffers to be as in a service that has run for a while.
  private static let warmUp = 20
  private static let repetitions = 20

  /// Prints how often the last request was asked inside `baseline_counted`.
  func count() {
    for _ in 0..<Self.warmUp { ask() }
    unsafe baseline_counted(
      Self.repetitions,
      { script in
        guard let script = unsafe script else { return }
        unsafe Unmanaged<Script>.fromOpaque(script).takeUnretainedValue().ask()
      }, Unmanaged.passUnretained(self).toOpaque())
    print(Self.repetitions)
  }

  /// Prints the ns of processor time of the last request.
  func time() {
    for _ in 0..<Self.warmUp { ask() }
    print(Stopwatch.nanoseconds { self.ask() })
  }

  private func ask() { _ = Self.answer(of: service, to: last) }

  /// A segment `{sid}` is the session's.
  private static func request(_ words: ArraySlice<String>, _ session: String) -> Request {
    let words = Array(words)
    let path = words[1].split(separator: "/", omittingEmptySubsequences: false)
      .map { $0 == "{sid}" ? session : String($0) }.joined(separator: "/")
    guard let target = try? RequestTarget(path) else { leave("no target: \(path)") }
    let head = RequestHead(
      method: words[0], target: target, headers: ["Content-Type": "application/json"], id: "benchmark")
    return Request(head: head, body: words[2] == "-" ? ByteBuffer() : contents(of: words[2]))
  }

  private static func answer(of service: Service, to request: Request) -> Response {
    if let refusal = service.refusal(of: request.head) { leave("\(request.head.target.rawPath): \(refusal.status)") }
    let response: Response
    switch service.reply(to: request) {
    case .now(let reply): response = reply
    case .later(let reply):
      // The store is in memory, so it has happened already.
      guard case .response(let settled) = reply.awaited.outcome else { leave("an answer that is still to come") }
      response = settled
    }
    guard response.status < 300 else { leave(response.body?.text ?? "\(response.status)") }
    return response
  }
}
