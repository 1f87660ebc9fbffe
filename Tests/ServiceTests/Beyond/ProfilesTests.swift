import SpanAPI
import SpanMessage
import SpanTestSupport
import SpanUncertainty
import Testing

@Suite("Noise profiles of the deployment")
struct ProfilesTests {
  @Test("the built-in ones are listed with their origins", arguments: Client.both)
  func builtIn(client: Client) throws {
    let answer = try client.get("/v1/profiles")
    #expect(answer.status == 200)
    let json = try answer.json
    #expect(json.strings("/items", "/name") == ["arkit-lidar", "arkit", "arcore-depth", "arcore", "webxr", "generic"])
    json.expect("/items/0/values/scale/value", 0.007, within: 0)
    json.expect("/items/4/values/estimatedTiltDegrees/value", 5, within: 0)
    #expect(json.string("/items/0/values/scale/origin")?.contains("SD 0.54 %") == true)
    #expect(json.string("/items/0/values/planeTiltDegrees/origin")?.contains("0.19°") == true)
    for index in 0..<6 {
      #expect(json.names("/items/\(index)/values")?.count == 19)
      // Poses were never published.
      #expect(json.string("/items/\(index)/values/posePosition/origin") == "user reports")
      #expect(json.string("/items/\(index)/values/definition/origin")?.contains("DIN 18202") == true)
    }
  }

  private func decode(_ text: String) throws -> [NoiseProfile] { try ProfilesFile.decode(ByteBuffer(text)) }

  private static let file = """
    {"items": [
      {"name": "tablets", "basedOn": "arkit-lidar", "values": {"scale": {"value": 0.004, "origin": "40 tape lengths"}}},
      {"name": "webxr", "values": {"poseYawDegrees": {"value": 0.5}}},
      {"name": "old tablets", "basedOn": "tablets", "values": {"definition": {"value": 0.01, "origin": null}}}]}
    """

  @Test("a file adds profiles and overrides built-in ones; what it leaves out comes from the base")
  func file() throws {
    let profiles = NoiseProfile.all.replaced(by: try decode(Self.file))
    #expect(
      profiles.map(\.name) == [
        "arkit-lidar", "arkit", "arcore-depth", "arcore", "webxr", "generic", "tablets", "old tablets",
      ])
    #expect(profiles[6][.scale] == 0.004 && profiles[6].origin(of: .scale) == "40 tape lengths")
    #expect(profiles[6][.posePosition] == 0.005 && profiles[6].origin(of: .posePosition) == "user reports")
    #expect(profiles[4][.poseYawDegrees] == 0.5 && profiles[4][.scale] == 0.030)
    #expect(profiles[4].origin(of: .poseYawDegrees) == "the profiles file, which names no origin")
    #expect(profiles[7][.scale] == 0.004 && profiles[7][.definition] == 0.01)
  }

  @Test("what is listed can be loaded")
  func roundTrip() throws {
    let text = try Client.direct.get("/v1/profiles").body
    #expect(try decode(text) == NoiseProfile.all)
    #expect(ProfilesFile.text(NoiseProfile.all) == text)
  }

  @Test("requests may name them, and those that are not there are named as such")
  func used() throws {
    var settings = Service.Settings()
    settings.profiles = settings.profiles.replaced(by: try decode(Self.file))
    let client = Client(Service(settings))
    let points = """
      {"points": [{"id": "a", "position": [0, 0, 0], "covariance": [0, 0, 0, 0, 0, 0]},
                  {"id": "b", "position": [1, 0, 0], "covariance": [0, 0, 0, 0, 0, 0]}],
       "measurements": [{"kind": "distance", "points": ["a", "b"]}], "noise": {"definition": 0}, "profile": "tablets"}
      """
    try client.ask("/v1/measure", points).expect("/measurements/0/uncertainty/standard", 0.004, within: 1e-12)
    let unknown = try Client.direct.post("/v1/measure", points)
    #expect(try unknown.faults == ["/profile: value.unknown"])
    #expect(try client.get("/v1/profiles").json.count("/items") == 8)
  }

  @Test(
    "a bad file is one line that points at the place",
    arguments: [
      ("", "no JSON: "), ("{\"items\": [}", "no JSON: "), ("[]", "Expected an object"), ("{}", "/items: The member"),
      ("{\"items\": {}}", "/items: Expected an array"), ("{\"items\": [{}]}", "/items/0/name: The member"),
      ("{\"items\": [{\"name\": \"a\"}, {\"name\": \"a\"}]}", "/items/1/name: The id \"a\" is used twice"),
      ("{\"items\": [{\"name\": \"\"}]}", "/items/0/name: An id has at least one character."),
      ("{\"items\": [{\"name\": \"a\", \"basedOn\": \"b\"}]}", "/items/0/basedOn: \"b\" is none of arkit-lidar"),
      ("{\"items\": [{\"name\": \"a\", \"values\": {\"scal\": {}}}]}", "/items/0/values/scal: There is no member"),
      ("{\"items\": [{\"name\": \"a\", \"values\": {\"scale\": 1}}]}", "/items/0/values/scale: Expected an object"),
      ("{\"items\": [{\"name\": \"a\", \"values\": {\"scale\": {}}}]}", "/items/0/values/scale/value: The member"),
      (
        "{\"items\": [{\"name\": \"a\", \"values\": {\"poseYawDegrees\": {\"value\": 361}}}]}",
        "/items/0/values/poseYawDegrees/value: 361 is out of range"
      ),
      (
        "{\"items\": [{\"name\": \"a\", \"values\": {\"scale\": {\"value\": 1, \"origin\": 2}}}]}",
        "/items/0/values/scale/origin: Expected a string"
      ),
      ("{\"items\": [{\"nam\": \"a\", \"values\": 3}]}", "/items/0/nam: There is no member \"nam\" here; "),
    ])
  func bad(text: String, start: String) throws {
    let fault = #expect(throws: ProfilesFile.Fault.self) { try decode(text) }
    let message = try #require(fault).message
    #expect(message.hasPrefix(start), "\(message)")
    #expect(!message.contains("\n"))
  }

  @Test("says of what there are too many")
  func tooMany() throws {
    let items = Array(repeating: "0", count: 101).joined(separator: ",")
    let fault = #expect(throws: ProfilesFile.Fault.self) { try decode("{\"items\": [\(items)]}") }
    #expect(fault?.message == "/items: 101 profiles are more than the 100 that one file may hold.")
  }

  @Test("further faults are counted")
  func count() throws {
    let fault = #expect(throws: ProfilesFile.Fault.self) { try decode("{\"items\": [{\"nam\": 1, \"values\": 3}]}") }
    #expect(try #require(fault).message.hasSuffix(" (and 2 more)"))
  }
}
