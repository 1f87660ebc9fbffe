import Foundation
import SpanMessage

/// Stands between a store and its server, and now and then keeps the answer to a commit: it ends the connection instead.
final class AnswerThief: Sendable {
  /// Of the database behind it.
  let url: String
  private let directory: TemporaryDirectory
  private let server: String
  private let listener: CInt
  private let state = Locked((isArmed: false, stolen: 0))

  private static let socketName = ".s.PGSQL.5432"

  /// - Parameter url: of a database on a socket.
  init(to url: String) throws {
    directory = try TemporaryDirectory()
    let host = URLComponents(string: url)?.queryItems?.first { $0.name == "host" }?.value ?? ""
    server = host + "/" + Self.socketName
    self.url = url.replacing(host, with: directory.path)
    listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    guard unsafe Self.withAddress(directory.file(Self.socketName), { unsafe bind(listener, $0, $1) }) == 0,
      listen(listener, 16) == 0
    else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    Thread.detachNewThread { [self] in
      while case let client = accept(listener, nil, nil), client >= 0 { serve(client) }
    }
  }

  func close() { shutdown(listener, CInt(SHUT_RDWR)) }

  /// Keeps the next one.
  func stealCommit() { state.withLock { $0.isArmed = true } }

  var stolen: Int { state.withLock { $0.stolen } }

  private func serve(_ client: CInt) {
    let server = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    _ = unsafe Self.withAddress(self.server) { unsafe connect(server, $0, $1) }
    Thread.detachNewThread { [self] in carry(from: server, to: client) { mayPass($0) } }
    Thread.detachNewThread { [self] in carry(from: client, to: server) { _ in true } }
  }

  private func mayPass(_ bytes: ArraySlice<UInt8>) -> Bool {
    // The server's word for a commit that was done, with its end.
    guard bytes.firstRange(of: Array("COMMIT\0".utf8)) != nil else { return true }
    return state.withLock { state in
      defer { state.isArmed = false }
      if state.isArmed { state.stolen += 1 }
      return !state.isArmed
    }
  }

  private func carry(from source: CInt, to target: CInt, _ mayPass: (ArraySlice<UInt8>) -> Bool) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = unsafe read(source, &buffer, buffer.count), count > 0, mayPass(buffer[..<count]) {
      guard unsafe send(target, buffer, count, CInt(MSG_NOSIGNAL)) == count else { break }
    }
    shutdown(source, CInt(SHUT_RDWR))
    shutdown(target, CInt(SHUT_RDWR))
  }

  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
  ) -> CInt {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    return unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
