import SpanAPI
import SpanGeometry
import Testing

@Suite("Decoding raycast and snap requests")
struct OtherRequestTests {
  @Test("A raycast takes taps, surroundings, targets and a filter")
  func raycastRequest() throws {
    let text =
      #"{"camera":\#(Sample.camera),"screenPoint":[480,360],"planes":[\#(Sample.plane)],"featurePoints":[[0,0,0]],"#
      + #""targets":["featurePoint"],"alignment":"vertical"}"#
    let request = try #require(raycast(text).request)
    #expect(request.taps.map(\.id) == ["tap-1"])
    #expect(request.isShorthand)
    #expect(request.planes.ids == ["floor"])
    #expect(request.featurePoints == [.zero])
    #expect(request.targets == [.featurePoint])
    #expect(request.alignment == .vertical)
  }

  @Test(
    "A raycast has no other members, and needs a tap",
    arguments: [
      (#"{"taps":[],"snap":false}"#, "/snap member.unknown"), (#"{"planes":[]}"#, " tap.incomplete"),
      (#"{"taps":[{"ray":1}]}"#, "/taps/0/ray object.expected"), ("[]", " object.expected"),
    ])
  func raycastFaults(_ text: String, fault: String) {
    #expect(raycast(text).faults == [fault])
  }

  @Test("A snap request takes positions, points, planes and options")
  func snapRequest() throws {
    let text =
      #"{"positions":[{"position":[0,0,0]},{"id":"position-1","position":[1,0,0]},{"position":[2,0,0]}],"#
      + #""points":\#(Sample.points),"planes":[\#(Sample.plane)],"snap":{"radius":0.1}}"#
    let request = try #require(snap(text).request)
    #expect(request.positions.map(\.id) == ["position-2", "position-1", "position-3"])
    #expect(request.positions.map(\.position.x) == [0, 1, 2])
    #expect(request.points.count == 3)
    #expect(request.snap.radius == 0.1)
  }

  @Test(
    "Positions are required and checked",
    arguments: [
      ("{}", "/positions member.missing"), (#"{"positions":{}}"#, "/positions array.expected"),
      (#"{"positions":[{}]}"#, "/positions/0/position member.missing"),
      (#"{"positions":[{"position":[1,2]}]}"#, "/positions/0/position array.length"),
      (#"{"positions":[{"position":[1,2,3],"x":1}]}"#, "/positions/0/x member.unknown"),
      (#"{"positions":[{"id":"a","position":[1,2,3]},{"id":"a","position":[1,2,3]}]}"#, "/positions/1/id id.duplicate"),
      (#"{"positions":[],"taps":[]}"#, "/taps member.unknown"),
    ])
  func snapFaults(_ text: String, fault: String) {
    #expect(snap(text).faults == [fault])
  }
}
