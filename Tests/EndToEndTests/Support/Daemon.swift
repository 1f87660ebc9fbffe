import Glibc
import SpanTestSupport
import Testing

/// The built binary, started as an operator starts it; ended with the test, whatever happens.
final class Daemon {
  enum Failure: Error { case spawn(CInt), pipe(CInt), silent(String), overdue }

  /// Where it was built: beside the tests.
  private static let binary = "\(directoryOfTests)/spand"
  /// Longest wait for anything, seconds.
  private static let patience = 20.0

  private let process: pid_t
  private let output: Pipe
  private let errors: Pipe
  private var code: CInt?

  /// - Parameters:
  ///   - environment: all that it sees, but that sessions are gone with it unless something else is said.
  ///   - file: where its output goes, instead of to the test.
  init(
    _ arguments: [String] = [], environment: [String: String] = [:], isHeard: Bool = true, writingTo file: String? = nil
  ) throws {
    let (output, errors) = (try Pipe(), try Pipe())
    if !isHeard { output.closeReader() }
    let environment = ["SPAN_STORE": "memory:"].merging(environment) { $1 }
    process = try Self.spawn(arguments, environment, output: output.writer, file, errors: errors.writer)
    output.closeWriter()
    errors.closeWriter()
    (self.output, self.errors) = (output, errors)
  }

  deinit {
    guard code == nil else { return }
    kill(process, SIGKILL)
    _ = waitpid(process, nil, 0)
  }

  /// The line it says when it is up.
  func greeting() throws -> String {
    guard let line = output.line(within: Self.patience) else { throw Failure.silent(errors.rest()) }
    return line
  }

  /// The next line that it logs.
  func logged() throws -> JSON {
    guard let line = output.line(within: Self.patience) else { throw Failure.silent(errors.rest()) }
    return try JSON(line)
  }

  func signal(_ number: CInt) { kill(process, number) }

  /// How often it needed a page from the kernel so far.
  func pageFaults() throws -> Int {
    let status = String(decoding: try Project.bytes("/proc/\(process)/stat"), as: UTF8.self)
    // The name of the program, in brackets, is the second field; the faults are the tenth.
    let fields = try #require(status.split(separator: ")").last).split(separator: " ")
    return try #require(Int(fields[7]))
  }

  /// Waits for the end; what it said since the greeting.
  func end() throws -> Outcome {
    var status: CInt = 0
    let deadline = ContinuousClock.now + .seconds(Self.patience)
    while unsafe waitpid(process, &status, WNOHANG) == 0 {
      guard ContinuousClock.now < deadline else { throw Failure.overdue }
      usleep(5_000)
    }
    // A signal that ended it counts as a shell counts it.
    let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    self.code = code
    return Outcome(code: code, output: output.rest(), errors: errors.rest())
  }

  /// Runs a command that ends by itself.
  static func run(
    _ arguments: [String], environment: [String: String] = [:], writingTo file: String? = nil
  ) throws -> Outcome {
    try Daemon(arguments, environment: environment, writingTo: file).end()
  }

  struct Outcome {
    let code: CInt
    let output: String
    let errors: String
  }
}

extension Daemon {
  private static var directoryOfTests: String {
    let path = unsafe [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      count = unsafe buffer.withMemoryRebound(to: CChar.self) { buffer in
        guard let start = buffer.baseAddress else { return 0 }
        return unsafe max(0, readlink("/proc/self/exe", start, buffer.count))
      }
    }
    return String(decoding: path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)], as: UTF8.self)
  }

  private static func spawn(
    _ arguments: [String], _ environment: [String: String], output: CInt, _ file: String?, errors: CInt
  ) throws -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    _ = unsafe posix_spawn_file_actions_init(&actions)
    defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
    _ = unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    if let file {
      _ = unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, file, O_WRONLY, 0)
    } else {
      _ = unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    }
    _ = unsafe posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    let words = unsafe ([binary] + arguments).map { unsafe strdup($0) } + [nil]
    let variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer { unsafe (words + variables).forEach { unsafe free($0) } }
    var process = pid_t()
    let code = unsafe posix_spawn(&process, binary, &actions, nil, words, variables)
    guard code == 0 else { throw Failure.spawn(code) }
    return process
  }
}

/// One direction between two processes; closed at an exec unless it is handed over.
private final class Pipe {
  private var reader: CInt
  private(set) var writer: CInt
  private var pending: [UInt8] = []

  init() throws {
    var ends: [CInt] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw Daemon.Failure.pipe(errno) }
    (reader, writer) = (ends[0], ends[1])
    for end in [reader, writer] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    closeReader()
    closeWriter()
  }

  func closeReader() {
    if reader >= 0 { close(reader) }
    reader = -1
  }

  func closeWriter() {
    if writer >= 0 { close(writer) }
    writer = -1
  }

  func line(within seconds: Double) -> String? {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < deadline {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: pending[..<end], as: UTF8.self)
        pending.removeFirst(end + 1)
        return line
      }
      guard receive(within: 100) != 0 else { return nil }
    }
    return nil
  }

  /// What is left when the other side is gone.
  func rest() -> String {
    while reader >= 0, receive(within: 1000) ?? 0 > 0 {}
    defer { pending = [] }
    return String(decoding: pending, as: UTF8.self)
  }

  /// The number of bytes that came; 0 at the end, nil when there were none in time.
  private func receive(within milliseconds: CInt) -> Int? {
    var entry = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&entry, 1, milliseconds) > 0 else { return nil }
    let part = unsafe [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      count = unsafe max(0, read(reader, buffer.baseAddress, buffer.count))
    }
    pending += part
    return part.count
  }
}
