import SpanAPI
import SpanMessage
import SpanStore
import SpanTestSupport
import Testing

@Suite("Sessions that are exported")
struct ExportTests {
  /// Metadata of so many levels.
  private func nested(_ depth: Int) -> String {
    "{\"metadata\": \(String(repeating: "{\"a\":", count: depth))1\(String(repeating: "}", count: depth))}"
  }

  @Test("can be read again, however deep their metadata are allowed to be", arguments: Host.Form.direct)
  func deep(form: Host.Form) throws {
    let host = try Host(form)
    let session = try host.session(nested(16))
    try session.change("PATCH", "", nested(16))
    for (method, target) in [("POST", "/v1/sessions"), ("PATCH", session.address)] {
      let answer = try host.client.send(method, target, json: nested(17))
      try answer.expectProblem(422)
      #expect(try answer.faults == ["/metadata: tooMany"])
    }
    var settings = Service.Settings()
    settings.store = host.store
    #expect(try Client(Service(settings)).get(session.address).body == session.send("GET").body)
    let text = try SessionExport.text(of: session.id, in: host.store)
    #expect(try SessionExport.read(Array(text.utf8)).events.count == 2)
  }

  @Test(
    "are not read with times that have no date, or under names that have no address",
    arguments: [
      ("\"at\":", "\"at\":-9223372036854775808,\"was\":"), ("\"at\":", "\"at\":-1,\"was\":"),
      ("\"at\":", "\"at\":253402300800000,\"was\":"), ("\"id\":\"", "\"id\":\"../"),
      ("\"id\":\"", "\"id\":\"\",\"was\":\""),
    ])
  func hostile(change: (old: String, new: String)) throws {
    let host = try Host(.directMemory)
    let text = try SessionExport.text(of: try host.session().id, in: host.store)
    let hostile = text.replacing(change.old, with: change.new, maxReplacements: 1)
    #expect(hostile != text)
    #expect(throws: LogFault.self) { try SessionExport.read(Array(hostile.utf8)) }
  }

  @Test("are not read where a number is another, however many events follow it", arguments: [1, 1_200])
  func wrong(events: Int) throws {
    let host = try Host(.directMemory)
    let session = try host.session()
    try session.anchor("a", [0, 0, 0])
    for number in 0..<events { try session.change("PATCH", "", "{\"name\": \"\(number)\"}") }
    let text = try SessionExport.text(of: session.id, in: host.store)
    // What came of it, not what was sent.
    let result = "\"anchorId\":\"a\",\"position\":[0,0,"
    let wrong = text.replacing(result + "0]", with: result + "1]")
    #expect(wrong != text)
    let fault = #expect(throws: LogFault.self) { try SessionExport.read(Array(wrong.utf8)) }
    #expect(try #require(fault).message.hasPrefix("event 2 (anchorAdded): the log has "))
  }

  @Test("and whose times are beyond all dates stop nobody")
  func ancient() throws {
    let host = try Host(.directMemory)
    let made = try host.session()
    var event = try #require(try host.store.events(of: made.id, after: 0, limit: 1).first)
    event.at = .min
    let store = MemoryEventStore()
    store.append(Append(session: made.id, change: .create, at: .min, events: [event], summary: Array("{}".utf8))) { _ in
    }
    var settings = Service.Settings()
    settings.store = store
    settings.sessionLifetime = 1000
    let client = Client(Service(settings))
    for _ in 0..<2 { #expect(try client.get(made.address).status == 200) }
  }
}
