import SpanHTTP
import Testing
import spand

@Suite("What the command line and the environment ask for")
struct CommandTests {
  @Test("without anything the service listens on the loopback")
  func defaults() throws {
    let configuration = try serving([])
    #expect(configuration.listen == SocketAddress(host: "127.0.0.1", port: 8080))
    #expect(configuration.adminListen == SocketAddress(host: "127.0.0.1", port: 9090))
    #expect(configuration.limits.bodyBytes == 8 << 20)
    #expect(configuration.corsOrigins == [])
    #expect(configuration.threads >= 1)
  }

  @Test("by default ten thousand may watch sessions, and others still get through")
  func crowd() throws {
    let limits = try serving([]).limits
    #expect(limits.streams == 10_000)
    #expect(limits.connections * 3 / 4 >= 10_000)
    #expect(try serving(["--max-streams", "12"]).limits.streams == 12)
  }

  @Test("a value stands behind its flag, or behind an equals sign")
  func forms() throws {
    #expect(try serving(["--listen", "[::1]:81"]).listen == SocketAddress(host: "::1", port: 81))
    #expect(try serving(["--listen=localhost:82"]).listen == SocketAddress(host: "localhost", port: 82))
    #expect(try serving(["--listen", "127.0.0.1:1", "--listen", "127.0.0.1:2"]).listen.port == 2)
  }

  @Test("flags win over the environment, which wins over the defaults")
  func precedence() throws {
    let environment = ["SPAN_THREADS": "3", "SPAN_MAX_BODY": "4096", "SPAN_ADMIN_LISTEN": "off"]
    let configuration = try serving(["--threads", "5"], environment)
    #expect(configuration.threads == 5)
    #expect(configuration.limits.bodyBytes == 4096)
    #expect(configuration.adminListen == nil)
  }

  @Test("what is on or off is nothing between")
  func toggles() throws {
    #expect(try serving([]).servesPages)
    #expect(try serving(["--web", "on"], ["SPAN_WEB": "off"]).servesPages)
    #expect(try !serving([], ["SPAN_WEB": "off"]).servesPages)
    #expect(faults(["--web", "no"]) == ["--web: \"no\" is neither \"on\" nor \"off\""])
  }

  @Test("an empty variable counts as none, and variables of others do not matter")
  func foreignVariables() throws {
    let configuration = try serving([], ["SPAN_LISTEN": "", "SPAN_PORT": "tcp://10.0.0.1:80", "THREADS": "7"])
    #expect(configuration.listen.port == 8080)
  }

  @Test("all faults come together, each on a line of its own with its origin")
  func allFaults() {
    let lines = faults(
      ["--threads=0", "--drain-delay", "soon", "--colour", "red", "--listen"],
      ["SPAN_MAX_BODY": "much", "SPAN_STORE": ""])
    #expect(
      lines == [
        "SPAN_MAX_BODY: \"much\" is no whole number from 1024 to 1073741824",
        "--threads: \"0\" is no whole number from 1 to 1024",
        "--drain-delay: \"soon\" is no number of seconds from 0.0 to 600.0",
        "--colour is no option of spand; --help lists them",
        "\"red\" is no command of spand; --help lists them",
        "--listen needs a value: HOST:PORT",
      ])
  }

  @Test("an option in the place of a value is a value that was forgotten, not a file of that name")
  func forgottenValue() {
    #expect(
      faults(["--store", "--threads", "2"]) == ["--store needs a value: FILE|memory:|postgresql://…"])
  }

  @Test(
    "numbers that no setting takes",
    arguments: [
      "--threads=1.5", "--threads=", "--threads= 2", "--threads=99999999999999999999", "--idle-timeout=nan",
      "--idle-timeout=inf", "--idle-timeout=-1", "--idle-timeout=1e300", "--listen=127.0.0.1", "--listen=:8080",
      "--listen=127.0.0.1:65536", "--listen=::1:80", "--admin-listen=OFF", "-t", "-",
    ])
  func refused(argument: String) {
    #expect(faults([argument]).count == 1)
  }

  @Test("help, version and a look at the configuration start nothing, and help works whatever else is wrong")
  func words() throws {
    guard case .help = try parse(["--nonsense", "--help"]).get() else { throw Unexpected() }
    guard case .help = try parse(["-h"]).get() else { throw Unexpected() }
    guard case .version = try parse(["--version"]).get() else { throw Unexpected() }
    guard case .printConfiguration(let shown) = try parse(["--threads=4", "--print-config"]).get() else {
      throw Unexpected()
    }
    #expect(shown.threads == 4)
    guard case .run(.healthCheck, let asked) = try parse(["healthcheck", "--listen=127.0.0.1:4"]).get() else {
      throw Unexpected()
    }
    #expect(asked.listen.port == 4)
    #expect(faults(["healthcheck", "healthcheck"]).count == 1)
  }

  @Test("help names every flag with its variable and default")
  func help() {
    for setting in Setting.all {
      #expect(Command.helpText.contains("\(setting.flag) "))
      #expect(Command.helpText.contains("[\(setting.variable), default "))
    }
  }

  @Test("help names nothing as a default that would do something else when it is set")
  func unset() {
    #expect(Command.helpText.contains("[SPAN_AUTH, default unset]"))
    #expect(!Command.helpText.contains("default none"))
  }

  @Test("the head of a request has room for what libmicrohttpd keeps beside it")
  func head() throws {
    #expect(try serving(["--max-header", "4096"]).limits.headBytes == 4096)
    #expect(faults(["--max-header", "4095"]) == ["--max-header: \"4095\" is no whole number from 4096 to 1048576"])
  }

  @Test("origins are taken as browsers send them", arguments: ["https://example.org", "http://localhost:5173", "*"])
  func origins(text: String) throws {
    #expect(try serving(["--cors-origins", text]).corsOrigins == [text])
    #expect(try serving(["--cors-origins", "\(text), https://b.example"]).corsOrigins == [text, "https://b.example"])
    #expect(try serving(["--cors-origins="]).corsOrigins == [])
  }

  @Test(
    "what no browser sends as an origin is refused",
    arguments: [
      "example.org", "https://", "://a", "https://a.example/", "https://a.example/x", "https://A.example", "null",
      "https://a.example?x", "https://u@a.example", "https://ä.example", "https://a.example,b",
    ])
  func badOrigins(text: String) {
    #expect(faults(["--cors-origins", text]).count == 1)
  }
}

struct Unexpected: Error {}

func parse(_ arguments: [String], _ environment: [String: String] = [:]) -> Result<Command, CommandFaults> {
  Command.parse(arguments, environment: { environment[$0] })
}

func serving(_ arguments: [String], _ environment: [String: String] = [:]) throws -> Configuration {
  guard case .serve(let configuration) = try parse(arguments, environment).get() else { throw Unexpected() }
  return configuration
}

func faults(_ arguments: [String], _ environment: [String: String] = [:]) -> [String] {
  if case .failure(let faults) = parse(arguments, environment) { faults.lines } else { [] }
}
