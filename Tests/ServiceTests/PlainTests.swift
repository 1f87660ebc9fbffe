import SpanAPI
import SpanTestSupport
import Testing

@Suite("Alive, which version, which contract")
struct PlainTests {
  @Test("the service is alive", arguments: Client.both)
  func health(client: Client) throws {
    let answer = try client.get("/healthz")
    #expect(answer.status == 200)
    #expect(answer["Content-Type"] == "application/json")
    #expect(answer.body == "{\"status\":\"ok\"}")
  }

  @Test("it says which version it is", arguments: Client.both)
  func version(client: Client) throws {
    let answer = try client.get("/version")
    #expect(answer.status == 200)
    #expect(answer.body == "{\"name\":\"span\",\"version\":\"\(Version.number)\",\"api\":\"v1\"}")
  }

  @Test("it lists the noise profiles that a request may name", arguments: Client.both)
  func profiles(client: Client) throws {
    let answer = try client.get("/v1/profiles")
    #expect(answer.status == 200)
    #expect(answer["Content-Type"] == "application/json")
    let names = Set(try answer.json.strings("/items", "/name"))
    #expect(names.isSuperset(of: ["arkit-lidar", "arkit", "arcore-depth", "arcore", "webxr", "generic"]))
    for name in names {
      #expect(try client.post("/v1/measure", Body.tap(", \"profile\": \"\(name)\"")).status == 200)
    }
  }

  @Test("it brings its own description, of the same version", arguments: Client.both)
  func description(client: Client) throws {
    let answer = try client.get("/openapi.yaml")
    #expect(answer.status == 200)
    #expect(answer["Content-Type"] == "application/yaml; charset=utf-8")
    #expect(answer.body.hasPrefix("openapi: 3.1.0\n"))
    #expect(answer.body.contains("\n  version: \(Version.number)\n"))
  }
}
