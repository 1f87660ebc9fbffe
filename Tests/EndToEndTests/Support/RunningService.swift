import Glibc
import SpanTestSupport
import Testing

/// A service that is up, on ports that the system picked.
final class RunningService {
  let daemon: Daemon
  let port: UInt16
  /// nil: there is no admin listener.
  let adminPort: UInt16?

  init(_ arguments: [String] = [], environment: [String: String] = [:]) throws {
    daemon = try Daemon(
      ["--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--log-level", "off"] + arguments,
      environment: environment)
    let words = try daemon.greeting().split(separator: " ").map { $0.filter { $0 != "," } }
    // spand 0.1.0 answers on http://127.0.0.1:8080, admin on http://127.0.0.1:9090
    try #require([5, 8].contains(words.count) && words[0] == "spand" && words[2...3] == ["answers", "on"])
    port = try Self.port(words[4])
    adminPort = words.count == 8 ? try Self.port(words[7]) : nil
  }

  private static func port(_ url: String) throws -> UInt16 {
    let prefix = "http://127.0.0.1:"
    try #require(url.hasPrefix(prefix))
    return try #require(UInt16(url.dropFirst(prefix.count)))
  }

  func get(_ path: String, _ fields: String = "") throws -> WireAnswer { try Self.get(path, at: port, fields) }

  func getAdmin(_ path: String) throws -> WireAnswer { try Self.get(path, at: try #require(adminPort)) }

  /// Whether a text comes up in the counts, within twenty seconds.
  func metrics(contain text: String) throws -> Bool {
    for _ in 0..<2_000 {
      if try getAdmin("/metrics").text.contains(text) { return true }
      usleep(10_000)
    }
    return false
  }

  func post(_ path: String, _ body: [UInt8]) throws -> WireAnswer {
    let wire = try Wire(port: port)
    let head = """
      POST \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n
      """
    try wire.send(Array(head.utf8) + body)
    return try wire.answer()
  }

  static func get(_ path: String, at port: UInt16, _ fields: String = "") throws -> WireAnswer {
    let wire = try Wire(port: port)
    try wire.send(Array("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(fields)\r\n".utf8))
    return try wire.answer()
  }

  /// Asks it to stop and expects that it does so in peace: exit code 0, and not a word beside the greeting.
  func stop(with signal: CInt = SIGTERM, sourceLocation: SourceLocation = #_sourceLocation) throws {
    daemon.signal(signal)
    let outcome = try daemon.end()
    #expect(outcome.code == 0, sourceLocation: sourceLocation)
    #expect(outcome.output.isEmpty, "\(outcome.output)", sourceLocation: sourceLocation)
    #expect(outcome.errors.isEmpty, sourceLocation: sourceLocation)
  }
}

extension WireAnswer {
  var text: String { String(decoding: body, as: UTF8.self) }
}

/// Files of the project.
enum Project {
  static func file(_ path: String) throws -> [UInt8] {
    // Tests/EndToEndTests/Support/RunningService.swift
    let here = #filePath
    let root = here.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
    return try bytes("\(root)/\(path)")
  }

  /// Of any file.
  static func bytes(_ path: String) throws -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    try #require(descriptor >= 0, "no \(path)")
    defer { close(descriptor) }
    return unsafe [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
      count = unsafe max(0, read(descriptor, buffer.baseAddress, buffer.count))
    }
  }
}

/// A port that was free a moment ago.
func freePort() throws -> UInt16 {
  let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
  defer { close(listener) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  var size = socklen_t(MemoryLayout<sockaddr_in>.size)
  let result = unsafe withUnsafeMutablePointer(to: &address) { address in
    let plain = unsafe UnsafeMutableRawPointer(address).assumingMemoryBound(to: sockaddr.self)
    return unsafe bind(listener, plain, size) == 0 && getsockname(listener, plain, &size) == 0
  }
  try #require(result)
  return UInt16(bigEndian: address.sin_port)
}
