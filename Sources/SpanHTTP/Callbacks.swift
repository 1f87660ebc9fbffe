import CMicroHTTPD
import Glibc
import SpanMessage

// What libmicrohttpd calls, on the thread of the worker whose pointer is the first argument. Plain functions of the
// file: a closure could be isolated to an actor and trap on a thread the runtime does not know.

/// A connection opened or closed.
func connectionChanged(
  _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?,
  _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_ConnectionNotificationCode
) {
  guard let context = unsafe context, let handle = unsafe handle, let slot = unsafe slot else { return }
  if code == .CONNECTION_NOTIFY_STARTED {
    let worker = unsafe Unmanaged<Worker>.fromOpaque(context).takeUnretainedValue()
    let connection = Connection(worker: worker, descriptor: unsafe span_mhd_socket(handle))
    unsafe slot.pointee = Unmanaged.passRetained(connection).toOpaque()
    worker.connectionOpened(connection)
  } else if let owned = unsafe slot.pointee {
    unsafe slot.pointee = nil
    let connection = unsafe Unmanaged<Connection>.fromOpaque(owned).takeRetainedValue()
    connection.worker.connectionClosed(connection)
  }
}

/// The request line was read. What is returned comes back as `slot` of ``handle``.
func targetReceived(
  _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ handle: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let handle = unsafe handle, let owned = unsafe span_mhd_socket_context(handle), let target = unsafe target
  else { return nil }
  unsafe Unmanaged<Connection>.fromOpaque(owned).takeUnretainedValue().begin(target: target)
  return unsafe owned
}

/// The head came; then zero or more parts of the body; then the answer is due.
func handleRequest(
  _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?, _ url: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ data: UnsafePointer<CChar>?,
  _ size: UnsafeMutablePointer<Int>?, _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let handle = unsafe handle, let method = unsafe method, let version = unsafe version, let size = unsafe size,
    let owned = unsafe slot?.pointee
  else { return .NO }
  let connection = unsafe Unmanaged<Connection>.fromOpaque(owned).takeUnretainedValue()
  if unsafe size.pointee > 0 {
    let part = unsafe UnsafeRawBufferPointer(start: data, count: size.pointee)
    unsafe size.pointee = 0
    return unsafe connection.receive(part)
  }
  return unsafe connection.proceed(RawHead(method: method, version: version), on: handle)
}

/// The answer was sent, or the connection broke.
func requestCompleted(
  _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?,
  _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_RequestTerminationCode
) {
  guard let owned = unsafe slot?.pointee else { return }
  unsafe slot?.pointee = nil
  unsafe Unmanaged<Connection>.fromOpaque(owned).takeUnretainedValue().complete(
    isSent: code == .REQUEST_TERMINATED_COMPLETED_OK)
}

/// Leaves the target as it was sent: it is split before it is decoded, by ``RequestTarget``.
func leaveEscaped(_ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?, _ text: UnsafeMutablePointer<CChar>?)
  -> Int
{
  guard let text = unsafe text else { return 0 }
  return unsafe strlen(text)
}

/// A message from the library. The only one that matters is that it answered by itself, with a page of HTML.
func libraryMessage(
  _ context: UnsafeMutableRawPointer?, _ format: UnsafePointer<CChar>?, _ arguments: CVaListPointer?
) {
  guard let context = unsafe context, let format = unsafe format, let arguments = unsafe arguments else { return }
  guard let observer = unsafe Unmanaged<Worker>.fromOpaque(context).takeUnretainedValue().site.observer,
    unsafe strstr(format, "HTTP response code is %u") != nil
  else { return }
  // The code is the first number of the message; the page that follows is cut off.
  var text = [CChar](repeating: 0, count: 96)
  _ = unsafe vsnprintf(&text, text.count, format, arguments)
  let digits = text.lazy.map { UInt8(bitPattern: $0) }.drop { !(0x30...0x39 ~= $0) }.prefix { 0x30...0x39 ~= $0 }
  if let status = Int(String(decoding: digits, as: UTF8.self)) { observer(.answeredByLibrary(status: status)) }
}
