import SpanTestSupport
import Testing

@Suite("Snapping")
struct SnapTests {
  @Test("near a point, near an edge, near nothing", arguments: Client.both)
  func kinds(client: Client) throws {
    let json = try client.ask(
      "/v1/snap",
      """
      {"positions": [{"id": "p", "position": [0.48, 0, -0.49]}, {"position": [0.1, 0, -0.51]},
                     {"id": "far", "position": [0, 0, 0]}],
       "points": [{"id": "corner", "position": [0.49, 0, -0.5]}], "planes": [\(Body.plane("floor", half: 0.5))]}
      """)
    #expect(json.strings("/positions", "/id") == ["p", "position-2", "far"])
    json.expect("/positions/0/position", [0.49, 0, -0.5])
    // √(0.01² + 0.01²)
    json.expect("/positions/0/snap/offset", 0.0141421356)
    #expect(json.names("/positions/0/snap") == ["kind", "position", "offset", "label", "pointId"])
    #expect(json.string("/positions/0/snap/pointId") == "corner")
    json.expect("/positions/1/position", [0.1, 0, -0.5])
    json.expect("/positions/1/snap/offset", 0.01)
    json.expect("/positions/1/snap/edgeIndex", 0)
    #expect(json.names("/positions/1/snap") == ["kind", "position", "offset", "label", "planeId", "edgeIndex"])
    #expect(json.string("/positions/1/snap/label") == "Snapped to edge")
    json.expect("/positions/2/position", [0, 0, 0])
    #expect(json["/positions/2/snap"] == .null)
  }

  @Test("beyond the end of an edge its corner answers, on the earlier edge", arguments: Client.both)
  func corner(client: Client) throws {
    let json = try client.ask(
      "/v1/snap",
      """
      {"positions": [{"position": [0.515, 0, 0.515]}], "planes": [\(Body.plane("p", half: 0.5))]}
      """)
    json.expect("/positions/0/position", [0.5, 0, 0.5])
    json.expect("/positions/0/snap/offset", 0.0212132034)
    json.expect("/positions/0/snap/edgeIndex", 1)
  }

  @Test("the earlier point wins a tie", arguments: Client.both)
  func tie(client: Client) throws {
    let json = try client.ask(
      "/v1/snap",
      """
      {"positions": [{"position": [0.125, 0.5, -1.25]}],
       "points": [{"id": "z", "position": [0.140625, 0.5, -1.25]}, {"id": "a", "position": [0.125, 0.5, -1.234375]}]}
      """)
    #expect(json.string("/positions/0/snap/pointId") == "z")
    json.expect("/positions/0/snap/offset", 0.015625)
  }

  @Test("switched off as a whole, or in part", arguments: Client.both)
  func options(client: Client) throws {
    func kind(_ snap: String) throws -> JSON? {
      try client.ask(
        "/v1/snap",
        """
        {"positions": [{"position": [0, 0, 0.495]}], "planes": [\(Body.plane("p", half: 0.5))],
         "points": [{"id": "p1", "position": [0, 0, 0.519]}], "snap": \(snap)}
        """)["/positions/0/snap/kind"]
    }
    #expect(try kind("null") == .string("point"))
    #expect(try kind("{}") == .string("point"))
    #expect(try kind("{\"points\": false}") == .string("edge"))
    #expect(try kind("{\"radius\": 0.01}") == .string("edge"))
    #expect(try kind("{\"radius\": 0.001}") == nil)
    #expect(try kind("{\"points\": false, \"edges\": false}") == nil)
    #expect(try kind("false") == nil)
  }
}
