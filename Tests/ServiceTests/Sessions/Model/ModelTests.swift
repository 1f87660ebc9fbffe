import SpanAPI
import SpanTestSupport
import Testing

@Suite("A session and a naive model of it")
struct ModelTests {
  private static let commands = 30

  /// Runs so many sequences of commands, each on a session of its own.
  /// - Parameter interval: commands between two comparisons of everything.
  private func run(_ form: Host.Form, _ seeds: Range<Int>, comparingEvery interval: (Int) -> Int) throws {
    let host = try Host(form, isRecorded: false)
    for seed in seeds {
      let session = try host.session()
      var run = ModelRun(session, seed: UInt64(seed))
      for step in 1...Self.commands {
        do {
          try run.step()
          if step % interval(seed) == 0 { try run.compare() }
        } catch {
          Issue.record("seed \(seed), step \(step): \(error)")
          return
        }
      }
      if seed % 20 == 0 { #expect(try SessionLog.firstDifference(in: session.id, of: host.store) == nil) }
      _ = try session.send("DELETE")
    }
  }

  @Test("say the same after every command, in thousands of random sequences", arguments: 0..<4)
  func memory(part: Int) throws {
    let count = 600
    try run(.directMemory, part * count..<(part + 1) * count) { seed in seed % 4 == 0 ? 1 : 10 }
  }

  @Test("say the same when the session outlives the service", arguments: Host.Form.direct.filter(\.outlivesService))
  func durable(form: Host.Form) throws { try run(form, 100_000..<100_020) { _ in 5 } }

  @Test("say the same over a socket", arguments: Host.Form.live)
  func socket(form: Host.Form) throws { try run(form, 200_000..<200_010) { _ in 10 } }
}
