import CMicroHTTPD
import SpanMessage

/// One thread of the server: a single-thread epoll daemon of the library with a listening socket of its own.
///
/// The library's own thread pool leaves half its threads idle under keep-alive; sockets that share a port do not.
@safe
final class Worker: @unchecked Sendable {
  let limits: Server.Limits
  let responder: any Responder
  private let ids = RequestIDSource()
  private var daemon: OpaquePointer?

  var isClosing: Bool { false }

  init(limits: Server.Limits, responder: any Responder) {
    self.limits = limits
    self.responder = responder
  }

  func makeRequestID() -> String { ids.make() }

  func answer(_ head: RequestHead, _ body: inout RequestBody) -> Response {
    do throws(Fault) {
      return responder.respond(to: Request(head: head, body: try body.finish()))
    } catch {
      return answer(error, id: head.id)
    }
  }

  func answer(_ fault: Fault, id: String) -> Response {
    responder.answer(toFault: fault.status, code: fault.code, detail: fault.detail, requestID: id)
  }
}

extension Worker {
  func start(on socket: consuming ListeningSocket, connectionLimit: Int) throws(StartupError) {
    var settings = unsafe span_mhd_settings()
    unsafe settings.context = Unmanaged.passUnretained(self).toOpaque()
    unsafe settings.listen_socket = socket.release()
    unsafe settings.connection_limit = UInt32(clamping: connectionLimit)
    unsafe settings.idle_seconds = UInt32(clamping: limits.idleTimeout.components.seconds)
    unsafe settings.memory_limit = limits.headBytes
    unsafe settings.memory_increment = limits.headBytes / 2
    unsafe settings.handle = handleRequest
    unsafe settings.completed = requestCompleted
    unsafe settings.connection = connectionChanged
    unsafe settings.target = targetReceived
    unsafe settings.unescape = leaveEscaped
    unsafe settings.log = libraryMessage
    unsafe daemon = span_mhd_start(&settings)
    guard unsafe daemon != nil else { throw .library("no daemon") }
  }

  func stop() {
    unsafe MHD_stop_daemon(daemon)
    unsafe daemon = nil
  }
}
