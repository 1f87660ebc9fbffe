import CMicroHTTPD
import Glibc
import SpanMessage

// What libmicrohttpd calls, on the thread of the worker whose pointer is the first argument. Plain functions of the
// file: a closure could be isolated to an actor and trap on a thread the runtime does not know.

/// A connection opened or closed.
func connectionChanged(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_ConnectionNotificationCode
) {
  guard let context = unsafe context, let slot = unsafe slot else { return }
  if code == .CONNECTION_NOTIFY_STARTED {
    let worker = unsafe Unmanaged<Worker>.fromOpaque(context).takeUnretainedValue()
    unsafe slot.pointee = Unmanaged.passRetained(Connection(worker: worker)).toOpaque()
  } else if let owned = unsafe slot.pointee {
    unsafe slot.pointee = nil
    unsafe Unmanaged<Connection>.fromOpaque(owned).release()
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
  return unsafe connection.proceed(method: method, version: version, on: handle)
}

/// The answer was sent, or the connection broke.
func requestCompleted(
  _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?,
  _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_RequestTerminationCode
) {
  guard let owned = unsafe slot?.pointee else { return }
  unsafe slot?.pointee = nil
  unsafe Unmanaged<Connection>.fromOpaque(owned).takeUnretainedValue().complete(code)
}

/// Leaves the target as it was sent: it is split before it is decoded, by ``RequestTarget``.
func leaveEscaped(_ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?, _ text: UnsafeMutablePointer<CChar>?)
  -> Int
{
  guard let text = unsafe text else { return 0 }
  return unsafe strlen(text)
}

/// One field of the head; `context` points to the ``MessageHead`` that gathers them.
func headerReceived(
  _ context: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?, _ nameSize: Int,
  _ value: UnsafePointer<CChar>?, _ valueSize: Int
) -> MHD_Result {
  guard let context = unsafe context else { return .NO }
  unsafe context.assumingMemoryBound(to: MessageHead.self).pointee.append(
    name: UnsafeRawBufferPointer(start: name, count: nameSize),
    value: UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueSize))
  return .YES
}

/// A message from the library.
func libraryMessage(_ context: UnsafeMutableRawPointer?, _ format: UnsafePointer<CChar>?, _ arguments: CVaListPointer?) {
}
