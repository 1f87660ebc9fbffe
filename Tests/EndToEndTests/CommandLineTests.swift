import Glibc
import SpanTestSupport
import Testing

@Suite("The built binary at the command line")
struct CommandLineTests {
  /// EX_UNAVAILABLE and EX_CONFIG of sysexits(3).
  private let unavailable: CInt = 69
  private let misconfigured: CInt = 78

  @Test("--help explains, --version names the version, and both start nothing")
  func words() throws {
    let help = try Daemon.run(["--help"])
    #expect(help.code == 0 && help.errors.isEmpty)
    for word in ["usage: spand", "spand healthcheck", "--listen", "SPAN_ADMIN_LISTEN", "--print-config"] {
      #expect(help.output.contains(word))
    }
    let version = try Daemon.run(["--version"])
    #expect(version.code == 0 && version.errors.isEmpty)
    let words = version.output.split(separator: " ")
    #expect(words.count == 2 && words[0] == "spand" && words[1].hasSuffix("\n"))
    #expect(words[1].split(separator: ".").count == 3)
  }

  @Test("its heap is jemalloc's")
  func heap() throws {
    let outcome = try Daemon.run(["--version"], environment: ["MALLOC_CONF": "stats_print:true"])
    #expect(outcome.code == 0 && outcome.errors.contains("jemalloc statistics"))
  }

  @Test("--print-config shows what is in force: flags before variables before defaults, and no password")
  func printConfiguration() throws {
    let outcome = try Daemon.run(
      ["--print-config", "--threads", "3", "--store", "postgresql://span:secret@db/span"],
      environment: ["SPAN_THREADS": "2", "SPAN_MAX_BODY": "4096", "SPAN_STORE": "memory:"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.contains("SPAN_THREADS=3"))
    #expect(lines.contains("SPAN_MAX_BODY=4096"))
    #expect(lines.contains("SPAN_STORE=postgresql://span:***@db/span"))
    #expect(lines.contains("SPAN_LISTEN=127.0.0.1:8080"))
    #expect(lines.contains("SPAN_ADMIN_LISTEN=127.0.0.1:9090"))
  }

  @Test("all that is wrong with the options is said at once")
  func badOptions() throws {
    let outcome = try Daemon.run(
      ["--threads", "none", "--colour=red", "--listen", "nowhere"], environment: ["SPAN_MAX_BODY": "1"])
    #expect(outcome.code == misconfigured)
    #expect(outcome.output.isEmpty)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines.first?.hasPrefix("spand: SPAN_MAX_BODY: \"1\" ") == true)
    for word in ["--threads", "--colour", "--listen"] { #expect(lines.contains { $0.contains(word) }) }
  }

  @Test("a port that is taken is one clear line", arguments: ["--listen", "--admin-listen"])
  func portTaken(flag: String) throws {
    let service = try RunningService()
    let address = "127.0.0.1:\(service.port)"
    let others = flag == "--listen" ? ["--admin-listen", "off"] : ["--listen", "127.0.0.1:0"]
    let outcome = try Daemon.run(others + [flag, address])
    #expect(outcome.code == unavailable)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors == "spand: cannot listen on \(address): the address is in use\n")
    #expect(try service.get("/healthz").status == 200)
    try service.stop()
  }

  @Test("without a place for sessions the service says that it forgets them")
  func noPlace() throws {
    let service = try Daemon(
      ["--listen", "127.0.0.1:0", "--admin-listen", "off"], environment: ["SPAN_STORE": ""])
    _ = try service.greeting()
    service.signal(SIGTERM)
    let outcome = try service.end()
    #expect(outcome.code == 0)
    #expect(
      outcome.errors
        == "spand: without HOME sessions are kept in memory and gone with the process: name a --store\n")
  }

  @Test("and commands that look for them end", arguments: [["replay", "a"], ["store", "check"]])
  func noStore(arguments: [String]) throws {
    let outcome = try Daemon.run(arguments, environment: ["SPAN_STORE": ""])
    #expect(outcome.code == misconfigured)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errors
        == "spand: without HOME there is no place for sessions: name one with --store\n")
  }

  @Test("an address that is not here is one clear line")
  func foreignAddress() throws {
    // Of the block for documentation (RFC 5737).
    let outcome = try Daemon.run(["--listen", "192.0.2.1:0", "--admin-listen", "off", "--auth", "none"])
    #expect(outcome.code == unavailable)
    #expect(outcome.errors.hasPrefix("spand: cannot listen on 192.0.2.1:0: "))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test("healthcheck is content with a service that is alive")
  func healthy() throws {
    let service = try RunningService()
    for address in ["127.0.0.1", "0.0.0.0", "localhost"] {
      let outcome = try Daemon.run(["healthcheck", "--listen", "\(address):\(service.port)"])
      #expect(outcome.code == 0 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome.errors)")
    }
    let variable = try Daemon.run(["healthcheck"], environment: ["SPAN_LISTEN": "127.0.0.1:\(service.port)"])
    #expect(variable.code == 0)
    try service.stop()
  }

  @Test("healthcheck says in a line what is wrong")
  func unhealthy() throws {
    let address = "127.0.0.1:\(try freePort())"
    let outcome = try Daemon.run(["healthcheck", "--listen", address])
    #expect(outcome.code == unavailable)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("spand: cannot connect to \(address): "))
  }
}
