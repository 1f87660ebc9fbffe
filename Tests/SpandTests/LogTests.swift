import Foundation
import SpanHTTP
import SpanMessage
import SpanTestSupport
import Testing
import spand

@Suite("The log")
struct LogTests {
  init() { _ = signal(SIGPIPE, SIG_IGN) }

  /// A pipe.
  private struct Ends {
    let pipe = Pipe()
    var writer: CInt { pipe.fileHandleForWriting.fileDescriptor }

    /// All that was written; nothing can be any more.
    func lines() throws -> [Substring] {
      try pipe.fileHandleForWriting.close()
      let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
      return String(decoding: data, as: UTF8.self).split(separator: "\n")
    }
  }

  private func text(of event: LogEvent, at time: Int64) -> String {
    let buffer = ByteBuffer()
    event.write(onto: buffer, at: time)
    return buffer.text
  }

  private static let events: [(LogEvent, String)] = [
    (.answeredByLibrary(status: 431), #""level":"info","event":"answeredByLibrary","status":431"#),
    (.cut(phase: "head"), #""level":"info","event":"cut","phase":"head""#),
    (.keysLoaded(count: 3), #""level":"info","event":"keysLoaded","keys":3"#),
    (.keysRefused(reason: "a \"b\"\n"), #""level":"error","event":"keysRefused","reason":"a \"b\"\n""#),
    (.storeFailed(reason: "full"), #""level":"error","event":"storeFailed","reason":"full""#),
    (.storeRecovered, #""level":"info","event":"storeRecovered""#), (.stopping, #""level":"info","event":"stopping""#),
  ]

  @Test("each event is one line of JSON", arguments: events.indices)
  func lines(place: Int) throws {
    let (event, members) = Self.events[place]
    // By `date -u -d @1801353600.25`.
    let line = text(of: event, at: 1_801_353_600_250)
    #expect(line == "{\"time\":\"2027-01-31T00:00:00.250Z\",\(members)}\n")
    #expect(try JSON(line).string("/event") != nil)
  }

  @Test(
    "no line is longer than a pipe takes at once",
    arguments: ["\u{1}", "\u{1F468}\u{200D}\u{1F469}", "\"", "e\u{301}\u{302}\u{303}"])
  func longest(letter: String) {
    let line = text(of: .storeFailed(reason: String(repeating: letter, count: 10_000)), at: 0)
    #expect(line.utf8.count <= 4096)
  }

  @Test("a level has what is as bad or worse", arguments: LogLevel.allCases)
  func levels(level: LogLevel) throws {
    let ends = Ends()
    let log = Log(level, to: ends.writer)
    log.write(.storeFailed(reason: "full"))
    log.write(.stopping)
    #expect(log.droppedLines == 0)
    #expect(try ends.lines().count == [.off: 0, .error: 1, .info: 2, .debug: 2][level])
  }

  @Test("lines of requests go together, and before what cannot wait")
  func gathering() throws {
    let ends = Ends()
    let log = Log(.info, to: ends.writer)
    func pending() -> Int {
      var count: CInt = 0
      _ = unsafe ioctl(ends.pipe.fileHandleForReading.fileDescriptor, UInt(FIONREAD), &count)
      return Int(count)
    }
    log.write(.request(request(status: 200), isAdmin: false))
    #expect(pending() == 0)
    log.flush()
    let one = pending()
    #expect(one > 0)
    for _ in 0..<50 { log.write(.request(request(status: 200), isAdmin: false)) }
    // Whole lines, as many as a pipe takes at once.
    #expect((pending() - one) % one == 0 && pending() > one)
    log.write(.request(request(status: 503), isAdmin: false))
    #expect(pending() == 52 * one + 1)
    let statuses = try ends.lines().map { try JSON(String($0)).number("/status") }
    #expect(statuses == [Double](repeating: 200, count: 51) + [503])
  }

  private func request(status: Int) -> FinishedRequest {
    FinishedRequest(id: "0", method: "GET", status: status, seconds: 0.25)
  }

  @Test("nobody waits for a reader that is slow: lines are dropped, and counted")
  func slowReader() throws {
    let ends = Ends()
    let log = Log(.info, to: ends.writer)
    let start = ContinuousClock.now
    for _ in 0..<20_000 { log.write(.stopping) }
    #expect(ContinuousClock.now - start < .seconds(20))
    let dropped = log.droppedLines
    #expect(dropped > 0 && dropped < 20_000)
    // What was taken is whole.
    let lines = try ends.lines()
    #expect(lines.count == 20_000 - dropped)
    #expect(lines.allSatisfy { $0.hasPrefix("{\"time\":") && $0.hasSuffix("\"stopping\"}") })
  }

  @Test("nor for one that is gone")
  func goneReader() throws {
    let ends = Ends()
    try ends.pipe.fileHandleForReading.close()
    let log = Log(.info, to: ends.writer)
    for _ in 0..<10 { log.write(.stopping) }
    #expect(log.droppedLines == 10)
  }

  @Test("its level is a setting")
  func setting() throws {
    #expect(try serving([]).logLevel == .info)
    #expect(try serving(["--log-level", "off"]).logLevel == .off)
    #expect(try serving([], ["SPAN_LOG_LEVEL": "debug"]).logLevel == .debug)
    #expect(faults(["--log-level=loud"]) == ["--log-level: \"loud\" is none of off, error, info, debug"])
  }
}
