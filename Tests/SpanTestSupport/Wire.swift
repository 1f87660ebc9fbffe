import Glibc

/// A TCP client on the loopback that sends the bytes it is told to and reads answers; every wait is bounded.
public final class Wire {
  public enum Failure: Error { case socket(CInt), closed, timeout, malformed(String) }

  private let descriptor: CInt
  private var pending: [UInt8] = []
  private static let patience = timeval(tv_sec: 60, tv_usec: 0)

  public init(port: UInt16) throws {
    descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw Failure.socket(errno) }
    var patience = Self.patience
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      _ = unsafe setsockopt(descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = unsafe withUnsafePointer(to: &address) {
      unsafe connect(
        descriptor, UnsafeRawPointer($0).assumingMemoryBound(to: sockaddr.self),
        socklen_t(MemoryLayout<sockaddr_in>.size))
    }
    guard result == 0 else { throw Failure.socket(errno) }
  }

  deinit { close(descriptor) }

  public func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failure.socket(errno) }
      rest = rest.dropFirst(count)
    }
  }

  /// The next answer, framed by its Content-Length.
  /// - Parameter isToHead: it has no body, whatever its length says.
  public func answer(isToHead: Bool = false) throws -> WireAnswer {
    var end = endOfHead
    while end == nil {
      try receive()
      end = endOfHead
    }
    let head = String(decoding: pending[..<(end ?? 0)], as: UTF8.self)
    pending.removeFirst((end ?? 0) + 4)
    var answer = try WireAnswer(head: head)
    guard !isToHead, let length = answer["Content-Length"].flatMap({ Int($0) }) else { return answer }
    while pending.count < length { try receive() }
    answer.body = Array(pending[..<length])
    pending.removeFirst(length)
    return answer
  }

  /// The next line, without its end; for what no length frames.
  public func line() throws -> String {
    var end = pending.firstRange(of: [13, 10])
    while end == nil {
      try receive()
      end = pending.firstRange(of: [13, 10])
    }
    let line = String(decoding: pending[..<(end?.lowerBound ?? 0)], as: UTF8.self)
    pending.removeFirst(end?.upperBound ?? 0)
    return line
  }

  /// The next so many bytes.
  public func bytes(_ count: Int) throws -> [UInt8] {
    while pending.count < count { try receive() }
    defer { pending.removeFirst(count) }
    return Array(pending[..<count])
  }

  private func receive() throws {
    let part = unsafe [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
      count = unsafe max(0, recv(descriptor, buffer.baseAddress, buffer.count, 0))
    }
    guard !part.isEmpty else { throw errno == EAGAIN ? Failure.timeout : Failure.closed }
    pending += part
  }

  private var endOfHead: Int? {
    guard pending.count >= 4 else { return nil }
    return (0...(pending.count - 4)).first { pending[$0..<($0 + 4)].elementsEqual([13, 10, 13, 10]) }
  }
}

/// An answer as it came over the wire.
public struct WireAnswer: Sendable {
  public var status: Int
  /// In their order.
  public var fields: [(name: String, value: String)] = []
  public var body: [UInt8] = []

  init(head: String) throws {
    var lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)[...]
    let words = lines.removeFirst().split(separator: " ", maxSplits: 2)
    guard words.count >= 2, let status = Int(words[1]) else { throw Wire.Failure.malformed(head) }
    self.status = status
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { throw Wire.Failure.malformed(head) }
      fields.append((String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " })))
    }
  }

  public subscript(name: String) -> String? { fields.first { $0.name.lowercased() == name.lowercased() }?.value }
}
