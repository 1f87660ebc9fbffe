import Glibc
import SpanHTTP

/// Asks a running service for `/healthz`, as a container's health check does.
enum HealthCheck {
  private static let timeout = timeval(tv_sec: 3, tv_usec: 0)

  /// nil: it is alive; else what happened instead.
  static func run(_ address: SocketAddress) -> String? {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    unsafe hints.ai_flags = AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    // A service that listens everywhere is asked on this machine.
    let host = address.host == "0.0.0.0" ? "127.0.0.1" : address.host == "::" ? "::1" : address.host
    guard unsafe getaddrinfo(host, String(address.port), &hints, &list) == 0 else {
      return "the host \(host) is not known"
    }
    defer { unsafe freeaddrinfo(list) }
    // A name may stand for several addresses (localhost: ::1 and 127.0.0.1); the service listens on one of them.
    var fault: String? = "the host \(host) is not known"
    var next = unsafe list
    while let info = unsafe next {
      fault = unsafe ask(info.pointee, address)
      if fault == nil { return nil }
      unsafe next = info.pointee.ai_next
    }
    return fault
  }

  private static func ask(_ info: addrinfo, _ address: SocketAddress) -> String? {
    let socket = unsafe Glibc.socket(info.ai_family, info.ai_socktype, info.ai_protocol)
    guard socket >= 0 else { return "no socket: \(reason)" }
    defer { close(socket) }
    var timeout = timeout
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      _ = unsafe setsockopt(socket, SOL_SOCKET, option, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }
    guard unsafe connect(socket, info.ai_addr, info.ai_addrlen) == 0 else {
      return "cannot connect to \(address): \(reason)"
    }
    let request = Array("GET /healthz HTTP/1.1\r\nHost: \(address)\r\nConnection: close\r\n\r\n".utf8)
    guard
      unsafe request.withUnsafeBytes({ unsafe send(socket, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) })
        == request.count
    else { return "cannot ask \(address): \(reason)" }
    let head = unsafe [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
      count = unsafe max(0, recv(socket, buffer.baseAddress, buffer.count, CInt(MSG_WAITALL)))
    }
    guard !head.isEmpty else { return "\(address) did not answer" }
    let line = String(decoding: head.prefix { 0x20...0x7E ~= $0 }, as: UTF8.self)
    return line.hasPrefix("HTTP/1.1 200 ") ? nil : "\(address) answered \"\(line)\""
  }

  private static var reason: String { unsafe String(cString: strerror(errno)) }
}
