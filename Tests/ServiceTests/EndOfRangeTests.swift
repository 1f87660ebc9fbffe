import Glibc
import SpanTestSupport
import Testing

@Suite("Ranges at the ends of what is possible")
struct EndOfRangeTests {
  private static func point(_ id: String, _ p: [Double], _ variance: Double? = nil) -> String {
    let covariance = variance.map { ", \"covariance\": [\($0), 0, 0, \($0), 0, \($0)]" } ?? ""
    return "{\"id\": \"\(id)\", \"position\": \(p)\(covariance)}"
  }

  /// A measurement of points in the order of their names.
  private static func measured(
    _ kind: String, _ points: [String], _ names: String, _ noise: String, _ more: String = ""
  ) throws -> JSON {
    let names = JSON.array(names.map { JSON.string(String($0)) }).text
    return try Client.direct.ask(
      "/v1/measure",
      """
      {"points": [\(points.joined(separator: ","))], "noise": \(noise),
       "measurements": [{"kind": "\(kind)", "points": \(names)\(more)}]}
      """)
  }

  @Test("a segment without a length has the same part in the ± of its polyline, however the world is turned")
  func turned() throws {
    // Four points 1 m apart but the middle two, σ² = 1e-4 m² each way: 2σ² from either long segment, and from the middle
    // one λ + (λ² + λ²)/2λ with λ = 2σ²; the long ones' second order is (2σ²)²/1 m² each.
    for degrees in [0.0, 20, 90, 137, 180, 270] {
      let (x, z) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
      let points = [("a", 0.0), ("b", 1), ("c", 1), ("d", 2)].map { Self.point($0, [$1 * x, $1 * 0.5, $1 * z], 1e-4) }
      let noise = "{\"scale\": 0, \"definition\": 0}"
      let json = try Self.measured("polyline", points, "abcd", noise)
      let length = 1.25.squareRoot()
      let variance = 2 * 2e-4 + 2 * 2e-4 + 2 * (2e-4 * 2e-4) / (length * length)
      json.expect("/measurements/0/value", 2 * length)
      json.expect("/measurements/0/uncertainty/standard", variance.squareRoot())
    }
  }

  private static let simulated = ", \"method\": \"monteCarlo\", \"seed\": 7"

  @Test("a simulated distance of zero may be zero")
  func simulatedZero() throws {
    let points = [Self.point("a", [0, 0, 0], 1e-6), Self.point("b", [0, 0, 0], 1e-6)]
    let json = try Self.measured("distance", points, "ab", "{\"scale\": 0.001}", Self.simulated)
    let u = "/measurements/0/uncertainty"
    #expect(json.strings("\(u)/flags").contains("indistinguishableFromZero"))
    json.expect("\(u)/low", 0)
    let high = try #require(json.number("\(u)/high"))
    // σ² = 2 · (1e-6 + 3 mm squared) each way: 97.5 % of such a length are below 3.06 σ.
    #expect(abs(high - 3.058 * (2 * 1e-5).squareRoot()) < 2e-4)
    json.expect("\(u)/expanded", high)
  }

  @Test("a simulated straight angle may be straight")
  func simulatedStraight() throws {
    let points = [
      Self.point("b", [1, 0, 0], 1e-6), Self.point("a", [0, 0, 0], 1e-6), Self.point("f", [-1, 0, 0], 1e-6),
    ]
    let json = try Self.measured("angle", points, "baf", "{\"scale\": 0.001}", Self.simulated)
    let u = "/measurements/0/uncertainty"
    #expect(json.strings("\(u)/flags").contains("indistinguishableFromStraight"))
    json.expect("\(u)/high", 180)
    let low = try #require(json.number("\(u)/low"))
    #expect(low > 178 && low < 179.5)
    json.expect("\(u)/expanded", 180 - low)
  }

  @Test("a tap over its own tilted plane is uncertain by what was meant, and by nothing else")
  func ownPlane() throws {
    let json = try Client.direct.ask(
      "/v1/measure",
      """
      {"planes": [{"id": "p", "pose": {"position": [0.3, 0.2, -1], "orientation": [0.31, -0.42, 0.17, 0.836]},
                   "polygon": [[-3, -3], [3, -3], [3, 3], [-3, 3]]}],
       "taps": [{"id": "t", "ray": {"origin": [0.1, 1.4, 0.2], "direction": [0.13, -0.9, -0.71]}}],
       "measurements": [{"kind": "pointToPlane", "points": ["t"], "planeId": "p"}]}
      """)
    #expect(json["/taps/0/hit"] != .null)
    #expect(json.strings("/measurements/0/uncertainty/budget", "/source") == ["definition"])
    #expect(json["/measurements/0/uncertainty/degreesOfFreedom"] == .null)
  }
}
