import SpanTestSupport
import Testing

/// A request of one tap looks at everything; one of many may look at little, and answers the same.
@Suite("Many at a time are answered as each by itself")
struct CrowdTests {
  /// On both sides of the sizes from which on it is worthwhile to sort things first.
  private static let sizes = [(31, 600), (32, 383), (32, 384), (32, 511), (32, 512), (40, 900)]

  private static func list(_ elements: some Sequence<String>) -> String { "[\(elements.joined(separator: ","))]" }

  /// Floors beside and above each other, some in one place.
  private static func planes(_ count: Int) -> String {
    list(
      (0..<count).map { index in
        let (x, y, z) = (Double(index * 7 % 23), -Double(index * 5 % 11) / 10, Double(index * 3 % 17))
        return """
          {"id": "p\(index)", "pose": [1,0,0,0, 0,1,0,0, 0,0,1,0, \(x),\(y),\(z),1], "polygon": [[-1,-1],[1,-1],[-1,1]]}
          """
      })
  }

  private static func positions(_ count: Int, y: Double) -> [String] {
    (0..<count).map { "[\(Double($0 * 37 % 230) / 10), \(y), \(Double($0 * 29 % 170) / 10)]" }
  }

  @Test("rays on planes and features", arguments: ["/v1/raycast", "/v1/measure"], sizes)
  func rays(_ path: String, _ size: (taps: Int, others: Int)) throws {
    let taps = Self.positions(size.taps, y: 1).enumerated().map { index, origin in
      "{\"id\": \"t\(index)\", \"ray\": {\"origin\": \(origin), \"direction\": [0.05, -1, 0.02]}}"
    }
    for targets in ["existingPlaneGeometry", "estimatedPlane", "featurePoint"] {
      let surroundings = """
        "planes": \(Self.planes(size.others)), "featurePoints": \(Self.list(Self.positions(size.others, y: -2))),
        "targets": ["\(targets)"]
        """
      let together = try Client.direct.ask(path, "{\"taps\": \(Self.list(taps)), \(surroundings)}")
      for (index, tap) in taps.enumerated() {
        let alone = try Client.direct.ask(path, "{\"taps\": [\(tap)], \(surroundings)}")
        for member in ["hit", "hits", "miss", "snap", "position"] {
          #expect(together["/taps/\(index)/\(member)"] == alone["/taps/0/\(member)"])
        }
      }
    }
  }

  @Test("positions by planes and points", arguments: sizes)
  func snaps(_ size: (positions: Int, others: Int)) throws {
    let positions = Self.positions(size.positions, y: -0.5).enumerated().map { index, position in
      "{\"id\": \"s\(index)\", \"position\": \(position)}"
    }
    let points = Self.positions(size.others, y: -0.3).enumerated().map { index, position in
      "{\"id\": \"q\(index)\", \"position\": \(position)}"
    }
    for radius in [0.02, 0.1, 0.25] {
      let surroundings = """
        "planes": \(Self.planes(size.others)), "points": \(Self.list(points)), "snap": {"radius": \(radius)}
        """
      let together = try Client.direct.ask("/v1/snap", "{\"positions\": \(Self.list(positions)), \(surroundings)}")
      for (index, position) in positions.enumerated() {
        let alone = try Client.direct.ask("/v1/snap", "{\"positions\": [\(position)], \(surroundings)}")
        #expect(together["/positions/\(index)"] == alone["/positions/0"])
      }
    }
  }
}
