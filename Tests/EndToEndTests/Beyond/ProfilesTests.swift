import Glibc
import SpanTestSupport
import Testing

@Suite("Profiles and calibration at the command line")
struct ProfilesTests {
  /// A file with this text, gone with the test.
  private final class Scratch {
    let path = "/tmp/span-\(getpid())-\(UInt64.random(in: 0...UInt64.max)).txt"

    init(_ text: String) throws {
      let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      let bytes = Array(text.utf8)
      let count = unsafe bytes.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
      close(file)
      try #require(count == bytes.count)
    }

    deinit { _ = unsafe unlink(path) }
  }

  @Test("a profiles file that cannot be taken ends the start with one line and 78")
  func badFile() throws {
    let file = try Scratch("{\"items\": [{\"name\": \"a\", \"values\": {\"scal\": {\"value\": 1}}}]}")
    for outcome in [
      try Daemon.run(["--listen", "127.0.0.1:0", "--profiles", file.path]),
      try Daemon.run(["--listen", "127.0.0.1:0"], environment: ["SPAN_PROFILES": file.path]),
    ] {
      #expect(outcome.code == 78 && outcome.output.isEmpty)
      #expect(outcome.errors.hasPrefix("spand: profiles \(file.path): /items/0/values/scal: There is no member"))
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
    let missing = try Daemon.run(["--listen", "127.0.0.1:0", "--profiles", "/nowhere/p.json"])
    #expect(missing.code == 78)
    #expect(missing.errors == "spand: profiles /nowhere/p.json: No such file or directory\n")
  }

  @Test("what calibrate prints can be loaded; what it says goes to the other stream")
  func calibrate() throws {
    let lines = (0..<24).map { i in "\(1 + i),\(1.01 + Double(i)),0.01,walk \(i % 6)" }
    let measurements = try Scratch((["true,measured,u,session"] + lines).joined(separator: "\n"))
    let outcome = try Daemon.run(["calibrate", measurements.path, "arkit"])
    #expect(outcome.code == 0)
    #expect(outcome.errors.hasPrefix("24 lengths in 6 sessions\n"))
    let profiles = try Scratch(outcome.output)
    let service = try RunningService(["--profiles", profiles.path])
    let json = try JSON(String(decoding: service.get("/v1/profiles").body, as: UTF8.self))
    #expect(json.strings("/items", "/name").last == "calibrated")
  }

  @Test("a file that holds something else is one line and 65")
  func badMeasurements() throws {
    let file = try Scratch("true,measured,u,session\n1,2,3\n")
    let outcome = try Daemon.run(["calibrate", file.path])
    #expect(outcome.code == 65 && outcome.output.isEmpty)
    #expect(outcome.errors == "spand: \(file.path): line 2: expected four fields, true,measured,u,session\n")
  }
}
