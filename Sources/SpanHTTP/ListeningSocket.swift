import Glibc

/// A bound, listening TCP socket that owns its descriptor until ``release()``.
struct ListeningSocket: ~Copyable {
  private let descriptor: CInt
  /// The port it is bound to, also where 0 was asked for.
  let port: UInt16

  /// Binds and listens. Several sockets of one server share a port; the kernel spreads connections over them.
  init(_ address: SocketAddress) throws(StartupError) {
    (descriptor, port) = try Self.open(address)
  }

  deinit { close(descriptor) }

  /// Hands the descriptor to whoever closes it from now on.
  consuming func release() -> CInt {
    let descriptor = descriptor
    discard self
    return descriptor
  }
}

extension ListeningSocket {
  private static let backlog: CInt = 4096
  /// Bytes of an answer that may wait in the kernel beyond what its client has room for. A client that does not read would
  /// else have megabytes of it (tcp_wmem), and a thousand of them all the memory that TCP may use.
  private static let unsent: CInt = 16 << 10

  /// Fails if anybody listens on that port already. Sockets that share a port would hide it: a second server
  /// of the same user would silently take half of the connections.
  static func probe(_ address: SocketAddress) throws(StartupError) {
    guard address.port != 0 else { return }
    close(try bound(address, sharing: false))
  }

  private static func open(_ address: SocketAddress) throws(StartupError) -> (CInt, UInt16) {
    let descriptor = try bound(address, sharing: true)
    // Connections inherit it.
    set(TCP_NOTSENT_LOWAT, of: CInt(IPPROTO_TCP), to: unsent, on: descriptor)
    guard listen(descriptor, backlog) == 0, let port = localPort(of: descriptor) else {
      let code = errno
      close(descriptor)
      throw fault(address, code)
    }
    return (descriptor, port)
  }

  private static func bound(_ address: SocketAddress, sharing: Bool) throws(StartupError) -> CInt {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    let code = unsafe getaddrinfo(address.host, String(address.port), &hints, &list)
    guard code == 0, let first = unsafe list else {
      throw .address(address, reason: unsafe String(cString: gai_strerror(code)))
    }
    defer { unsafe freeaddrinfo(list) }

    let family = unsafe first.pointee.ai_family
    let descriptor = socket(family, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { throw fault(address, errno) }
    set(SO_REUSEADDR, of: SOL_SOCKET, to: 1, on: descriptor)
    if sharing { set(SO_REUSEPORT, of: SOL_SOCKET, to: 1, on: descriptor) }
    guard unsafe bind(descriptor, first.pointee.ai_addr, first.pointee.ai_addrlen) == 0 else {
      let code = errno
      close(descriptor)
      throw fault(address, code)
    }
    return descriptor
  }

  private static func set(_ option: CInt, of level: CInt, to value: CInt, on descriptor: CInt) {
    var value = value
    _ = unsafe setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<CInt>.size))
  }

  private static func localPort(of descriptor: CInt) -> UInt16? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return unsafe withUnsafeMutableBytes(of: &storage) { bytes -> UInt16? in
      guard let base = bytes.baseAddress,
        unsafe getsockname(descriptor, base.assumingMemoryBound(to: sockaddr.self), &length) == 0
      else { return nil }
      // sin_port and sin6_port both stand behind the two bytes of the family.
      return unsafe UInt16(bigEndian: bytes.load(fromByteOffset: 2, as: UInt16.self))
    }
  }

  private static func fault(_ address: SocketAddress, _ code: CInt) -> StartupError {
    code == EADDRINUSE ? .addressInUse(address) : .socket(address, reason: unsafe String(cString: strerror(code)))
  }
}
