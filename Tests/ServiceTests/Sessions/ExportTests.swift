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
}
