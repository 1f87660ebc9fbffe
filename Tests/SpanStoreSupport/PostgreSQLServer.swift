import Foundation
import SpanMessage

/// A PostgreSQL server for tests, as scripts/with-postgresql.sh starts it. It ends with this process at the latest.
package final class PostgreSQLServer: Sendable {
  /// What most tests use: the server that the environment names, or one of our own.
  package static let shared = Result { try environment() ?? PostgreSQLServer() }

  /// Why there is none; nil: there is.
  package static let obstacle: String? = {
    ProcessInfo.processInfo.environment[directVariable] == nil
      ? "\(directVariable) names no server: scripts/with-postgresql.sh starts one" : nil
  }()

  package static let poolerObstacle: String? = {
    ProcessInfo.processInfo.environment[poolerVariable] == nil
      ? obstacle ?? "\(poolerVariable) names no pooler: scripts/with-postgresql.sh --pgbouncer starts one" : nil
  }()

  private static let directVariable = "SPAN_TEST_POSTGRESQL"
  private static let poolerVariable = "SPAN_TEST_PGBOUNCER"

  /// Of a database in which everything is allowed.
  package let url: String
  /// The same through a pooler, if there is one.
  package let pooledURL: String?
  private let control: Control?

  /// The process that runs the server, and waits for orders on its standard input.
  private struct Control: Sendable {
    let process: Process
    let input: FileHandle
    let output: Lines
  }

  private init(url: String, pooledURL: String?) {
    self.url = url
    self.pooledURL = pooledURL
    control = nil
  }

  private static func environment() -> PostgreSQLServer? {
    let environment = ProcessInfo.processInfo.environment
    return environment[directVariable].map { PostgreSQLServer(url: $0, pooledURL: environment[poolerVariable]) }
  }

  /// Starts one of our own.
  package init() throws {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    let pooler = Self.isInstalled("pgbouncer") ? ["--pgbouncer"] : []
    process.arguments = [Self.script] + pooler + ["bash", "-c", Self.orders]
    process.standardInput = input
    process.standardOutput = output
    // Whoever waits for the end of our own words shall not wait for the server's.
    process.standardError = FileHandle.nullDevice
    try process.run()
    let lines = Lines(output.fileHandleForReading)
    control = Control(process: process, input: input.fileHandleForWriting, output: lines)
    url = try lines.next()
    let pooledURL = try lines.next()
    self.pooledURL = pooledURL.isEmpty ? nil : pooledURL
  }

  deinit {
    guard let control else { return }
    try? control.input.close()
    control.process.waitUntilExit()
  }

  /// - Parameter order: "stop", "start" or "restart", and a mode: "-m immediate" is like a crash.
  package func order(_ order: String) throws {
    guard let control else { throw NotOurs() }
    try control.input.write(contentsOf: Data("\(order)\n".utf8))
    _ = try control.output.next()
  }

  private struct NotOurs: Error {}

  /// Says where the server is, then does as it is told until there is nobody any more.
  private static let orders = """
    echo "$SPAN_TEST_POSTGRESQL"; echo "${SPAN_TEST_PGBOUNCER-}"
    while read -r order; do $SPAN_TEST_POSTGRESQL_CTL $order >&2; echo done; done
    """

  private static let script = URL(fileURLWithPath: #filePath)
    .appendingPathComponent("../../../scripts/with-postgresql.sh").standardizedFileURL.path

  private static func isInstalled(_ program: String) -> Bool {
    let debian = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let places = debian.map { "/usr/lib/postgresql/\($0)/bin" } + path.split(separator: ":").map(String.init)
    return (places + ["/usr/sbin"]).contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
  }
}

/// What a process says, line by line.
private final class Lines: Sendable {
  private let file: FileHandle

  init(_ file: FileHandle) { self.file = file }

  struct NoMore: Error {}

  func next() throws -> String {
    var line: [UInt8] = []
    while let byte = try file.read(upToCount: 1)?.first {
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    throw NoMore()
  }
}
