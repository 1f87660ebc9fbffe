import Glibc

/// A TCP client that sends exactly the bytes it is told to: no HTTP library in between. Loopback only, every wait bounded.
final class RawClient {
  enum Failure: Error { case connect(CInt), send(CInt), receive(CInt), timeout, malformed(String) }

  private(set) var descriptor: CInt
  private var pending: [UInt8] = []
  private let timeout: CInt

  /// Connects to 127.0.0.1, or to ::1.
  init(port: UInt16, v6: Bool = false, timeoutMilliseconds: CInt = 20_000) throws {
    timeout = timeoutMilliseconds
    descriptor = socket(v6 ? AF_INET6 : AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    let result: CInt
    if v6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_addr = in6addr_loopback
      result = unsafe withUnsafePointer(to: &address) {
        unsafe connect(
          descriptor, UnsafeRawPointer($0).assumingMemoryBound(to: sockaddr.self),
          socklen_t(MemoryLayout<sockaddr_in6>.size))
      }
    } else {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      result = unsafe withUnsafePointer(to: &address) {
        unsafe connect(
          descriptor, UnsafeRawPointer($0).assumingMemoryBound(to: sockaddr.self),
          socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure.connect(errno) }
  }

  deinit { shut() }

  func shut() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  /// Goes away without a farewell: the other side gets a reset.
  func breakOff() {
    var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
    shut()
  }

  /// No more will be sent; answers can still be read.
  func finishSending() { shutdown(descriptor, CInt(SHUT_WR)) }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      guard wait(for: POLLOUT) else { throw Failure.timeout }
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.send(
          descriptor, $0.baseAddress.map { unsafe $0 + sent }, bytes.count - sent,
          CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT))
      }
      if count < 0, errno == EAGAIN { continue }
      guard count >= 0 else { throw Failure.send(errno) }
      sent += count
    }
  }

  /// The next bytes; empty at the end of the stream.
  func receive() throws -> [UInt8] {
    guard wait(for: POLLIN) else { throw Failure.timeout }
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
    guard count >= 0 else { throw Failure.receive(errno) }
    return Array(buffer[..<count])
  }

  /// Whether the other side closes (or breaks) the connection within the time given, or within that of any wait.
  func isClosed(within milliseconds: CInt? = nil) -> Bool {
    guard wait(for: POLLIN, milliseconds: milliseconds) else { return false }
    var byte: UInt8 = 0
    return unsafe recv(descriptor, &byte, 1, CInt(MSG_PEEK)) <= 0
  }

  /// Everything until the other side closes.
  func receiveAll() throws -> String {
    var all = pending
    pending = []
    while true {
      let part = try receive()
      if part.isEmpty { return String(decoding: all, as: UTF8.self) }
      all += part
    }
  }

  /// The next answer, read by its Content-Length; an interim 100 is an answer of its own.
  func answer(toHead: Bool = false) throws -> Answer {
    var answer = try head()
    let hasBody = !toHead && answer.status >= 200 && answer.status != 204 && answer.status != 304
    let length = hasBody ? Int(answer["Content-Length"] ?? "0") ?? 0 : 0
    while pending.count < length { try receiveMore() }
    answer.body = String(decoding: pending[..<length], as: UTF8.self)
    pending.removeFirst(length)
    return answer
  }

  /// The head of the next answer.
  func head() throws -> Answer {
    while true {
      if let end = endOfHead() {
        defer { pending.removeFirst(end + 4) }
        return try Answer(head: String(decoding: pending[..<end], as: UTF8.self))
      }
      try receiveMore()
    }
  }

  /// The next chunk of a chunked body; empty at its end.
  func chunk() throws -> String {
    guard let size = Int(try line(), radix: 16) else { throw Failure.malformed("chunk size") }
    while pending.count < size + 2 { try receiveMore() }
    defer { pending.removeFirst(size + 2) }
    return String(decoding: pending[..<size], as: UTF8.self)
  }

  /// All chunks of a body, once its end came.
  func chunks() throws -> String {
    var all = ""
    while case let part = try chunk(), !part.isEmpty { all += part }
    return all
  }

  private func line() throws -> String {
    while true {
      if let end = pending.indices.dropLast().first(where: { pending[$0] == 13 && pending[$0 + 1] == 10 }) {
        defer { pending.removeFirst(end + 2) }
        return String(decoding: pending[..<end], as: UTF8.self)
      }
      try receiveMore()
    }
  }

  private func receiveMore() throws {
    let part = try receive()
    guard !part.isEmpty else { throw Failure.malformed(String(decoding: pending, as: UTF8.self)) }
    pending += part
  }

  /// Whether anything came beyond the answers read so far.
  var hasMore: Bool { !pending.isEmpty }

  private func endOfHead() -> Int? {
    guard pending.count >= 4 else { return nil }
    return (0...(pending.count - 4)).first {
      pending[$0] == 13 && pending[$0 + 1] == 10 && pending[$0 + 2] == 13 && pending[$0 + 3] == 10
    }
  }

  private func wait(for events: Int32, milliseconds: CInt? = nil) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return unsafe poll(&entry, 1, milliseconds ?? timeout) > 0
  }
}

/// An answer as it came over the wire.
struct Answer {
  var version: String
  var status: Int
  var fields: [(name: String, value: String)] = []
  var body = ""

  init(head: String) throws {
    let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", maxSplits: 2)
    guard words.count >= 2, let code = Int(words[1]) else { throw RawClient.Failure.malformed(head) }
    version = String(words[0])
    status = code
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { throw RawClient.Failure.malformed(head) }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      fields.append((String(line[..<colon]), String(value)))
    }
  }

  subscript(_ name: String) -> String? { fields.first { $0.name.lowercased() == name.lowercased() }?.value }
}
