import SpanAPI
import Testing

@Suite("Work limits")
struct LimitTests {
  private func repeated(_ unit: String, _ count: Int) -> String {
    "[" + (0..<count).map { unit.replacing("#", with: "\($0)") }.joined(separator: ",") + "]"
  }

  private let ray = #"{"ray":\#(Sample.ray)}"#
  private let estimated = #"{"id":"p#","kind":"estimated","pose":\#(Sample.identity)}"#
  private let point = ##"{"id":"a#","position":[0,0,0]}"##

  private var small: Limits {
    var limits = Limits()
    limits.planes = 3
    limits.verticesInOutline = 5
    limits.vertices = 8
    limits.taps = 3
    limits.featurePoints = 3
    limits.points = 3
    limits.measurements = 3
    limits.names = 6
    return limits
  }

  @Test("What is allowed is decoded, one more is refused")
  func counts() {
    let height = #"{"kind":"height","points":["a0","a1"]}"#
    for (count, expected) in [(3, [Substring]()), (4, ["tooMany"])] {
      for text in [
        #"{"taps":\#(repeated(ray, count)),"measurements":[]}"#,
        #"{"taps":[],"planes":\#(repeated(estimated, count))}"#,
        #"{"taps":[],"featurePoints":\#(repeated("[0,0,0]", count))}"#,
        #"{"points":\#(repeated(point, count))}"#,
        #"{"points":\#(repeated(point, 2)),"measurements":\#(repeated(height, count))}"#,
      ] {
        let faults = measure(text, limits: small).faults
        #expect(faults.map { $0.split(separator: " ")[1] } == expected, "\(text) \(faults)")
      }
    }
  }

  @Test("Vertices are counted in each outline and in all")
  func vertices() {
    func planes(_ polygons: String...) -> [String] {
      let planes = polygons.enumerated().map {
        "{\"id\":\"\($0.offset)\",\"pose\":\(Sample.identity),\"polygon\":\($0.element)}"
      }
      return measure(#"{"taps":[],"planes":[\#(planes.joined(separator: ","))]}"#, limits: small).faults
    }
    let five = "[[0,0],[2,0],[3,1],[2,2],[0,2]]"
    let flatSix = "[0,0,2,0,3,1,2,2,0,2,-1,1]"
    let three = "[[0,0],[2,0],[3,1]]"
    #expect(planes(five) == [])
    #expect(planes(five, three) == [])
    #expect(planes(flatSix) == ["/planes/0/polygon tooMany"])
    #expect(planes(five, five) == ["/planes tooMany"])
    #expect(planes(three, three, three) == ["/planes tooMany"])
  }

  @Test("Names are counted over all measurements")
  func names() {
    func faults(_ lists: String...) -> [String] {
      let measurements = lists.map { #"{"kind":"polyline","points":\#($0)}"# }.joined(separator: ",")
      return measure(#"{"points":\#(repeated(point, 3)),"measurements":[\#(measurements)]}"#, limits: small).faults
    }
    #expect(faults(#"["a0","a1","a2"]"#, #"["a2","a1","a0"]"#) == [])
    #expect(faults(#"["a0","a1","a2"]"#, #"["a2","a1","a0","a1"]"#) == ["/measurements tooMany"])
  }

  @Test("Taps times surroundings are bounded")
  func encounters() {
    var limits = Limits()
    limits.encounters = 20
    // A plane and four vertices make 5 encounters for each tap.
    let allowed = #"{"measurements":[],"taps":\#(repeated(ray, 4)),"planes":[\#(Sample.plane)]}"#
    let refused = #"{"measurements":[],"taps":\#(repeated(ray, 5)),"planes":[\#(Sample.plane)]}"#
    #expect(measure(allowed, limits: limits).faults == [])
    #expect(measure(refused, limits: limits).faults == ["/taps tooMany"])
  }

  @Test("Outlines made to be awkward run out of work, not of time")
  func awkwardOutlines() {
    // Long thin zigzags: every edge overlaps every other one along x.
    let teeth = (0..<1996).map { "[\($0 % 2 == 0 ? -1 : 1),\(Double($0) / 1000)]" }.joined(separator: ",")
    let zigzag = "[\(teeth),[3,1.995],[3,-1],[-1,-1]]"
    let planes = (0..<90).map { "{\"id\":\"\($0)\",\"pose\":\(Sample.identity),\"polygon\":\(zigzag)}" }
    let clock = ContinuousClock()
    var faults: [String] = []
    let time = clock.measure { faults = measure(#"{"taps":[],"planes":[\#(planes.joined(separator: ","))]}"#).faults }
    print("90 awkward outlines: \(time), \(faults)")
    #expect(faults.count == 1 && faults.allSatisfy { $0.hasSuffix("tooMany") })
  }

  @Test("The limits of the API page hold by default")
  func defaults() {
    let limits = Limits()
    #expect(limits.planes == 10_000 && limits.verticesInOutline == 2_000 && limits.vertices == 200_000)
    #expect(limits.taps == 1_000 && limits.featurePoints == 100_000 && limits.measurements == 1_000)
    #expect(limits.names == 10_000 && limits.hits == 10_000 && limits.encounters == 50_000_000)
    #expect(measure(#"{"taps":\#(repeated(ray, 1000)),"measurements":[]}"#).faults == [])
    #expect(measure(#"{"taps":\#(repeated(ray, 1001)),"measurements":[]}"#).faults == ["/taps tooMany"])
  }
}
