import Foundation
import SpanGeometry
import Testing

@Suite("What makes an outline")
struct OutlineShapeTests {
  @Test("repeated neighbours and a closing vertex are dropped")
  func cleaned() throws {
    let (a, b, c) = (Point2(0, 0), Point2(1, 0), Point2(0, 1))
    let outline = try #require(Outline([a, a, b, b, b, c, a, a]))
    #expect(outline.vertices == [a, b, c])
  }

  @Test(
    "rings without area are none",
    arguments: [
      [], [Point2(1, 1)], [Point2(0, 0), Point2(1, 1)], [Point2(0, 0), Point2(1, 1), Point2(0, 0), Point2(1, 1)],
      [Point2(0, 0), Point2(1, 1), Point2(3, 3), Point2(-2, -2)],
      [Point2(0, 0), Point2(1, 0.9e-9), Point2(2, 0), Point2(0.5, -0.9e-9)],
      [Point2(5, 5), Point2(5, 5), Point2(5, 5), Point2(5, 5)],
      [Point2(0, 0), Point2(1e-10, 0), Point2(0, 1e-10)],
    ])
  func degenerate(_ ring: [Point2]) { #expect(Outline(ring) == nil) }

  @Test(
    "thin rings are rings",
    arguments: [
      [Point2(0, 0), Point2(1, 1.2e-9), Point2(2, 0)], [Point2(0, 0), Point2(1e-6, 0), Point2(0, 1e-6)],
      [Point2(100, 100), Point2(101, 100), Point2(100, 100.001)],
    ])
  func thin(_ ring: [Point2]) { #expect(Outline(ring) != nil) }

  @Test("corners that touch an edge or each other are no crossing")
  func touching() throws {
    // Two squares that share a corner, walked as one ring.
    let figure = [
      Point2(0, 0), Point2(1, 0), Point2(1, 1), Point2(2, 1), Point2(2, 2), Point2(1, 2), Point2(1, 1), Point2(0, 1),
    ]
    #expect(try !#require(Outline(figure)).crossesItself)
  }

  @Test(
    "a ring that passes through itself at a corner crosses itself there; one that only touches does not",
    arguments: [
      // A bow tie with a corner where its sides cross.
      ([Point2(-1, 1), Point2(0, 0), Point2(1, -1), Point2(1, 1), Point2(-1, -1)], true),
      // The corner before the crossing is on the other side's line, and the way goes back: (1, 1) on (0, 0)–(2, 2).
      ([Point2(0, 0), Point2(2, 2), Point2(3, 1), Point2(1, 1), Point2(2, 0)], false),
      ([Point2(0, 0), Point2(2, 2), Point2(0, 2), Point2(1, 1), Point2(2, 0)], true),
      // (1, 1) twice: straight through each other, round the corner through each other, and past each other.
      ([Point2(0, 0), Point2(1, 1), Point2(2, 2), Point2(2, 0), Point2(1, 1), Point2(0, 2)], true),
      ([Point2(0, 0), Point2(1, 1), Point2(2, 1), Point2(2, 2), Point2(1, 1), Point2(2, 0)], true),
      ([Point2(0, 0), Point2(1, 1), Point2(2, 0), Point2(2, 2), Point2(1, 1), Point2(0, 2)], false),
      // In line with one side, on the far side of the corner.
      (
        [
          Point2(1, 0), Point2(1, 1), Point2(2, 1), Point2(2, 3), Point2(0, 3), Point2(0, 1), Point2(1, 1),
          Point2(2, 0),
        ], true
      ),
    ] as [([Point2], Bool)])
  func passing(_ ring: [Point2], crosses: Bool) throws {
    for turn in ring.indices {
      let turned = Array(ring[turn...] + ring[..<turn])
      #expect(try #require(Outline(turned)).crossesItself == crosses)
      #expect(try #require(Outline(Array(turned.reversed()))).crossesItself == crosses)
    }
  }

  @Test("crossings along a long ring are found, and none where there is none", arguments: Array(1...40) as [UInt64])
  func crossing(_ seed: UInt64) throws {
    var random = Random(seed)
    var ring = Rings.star(&random, count: 60)
    #expect(try !#require(Outline(ring)).crossesItself)
    // Vertices that swap places with the next but one mostly make the ring cross itself there.
    let i = random.integer(0...56)
    ring.swapAt(i, i + 2)
    #expect(try #require(Outline(ring)).crossesItself == Self.crossesByBruteForce(ring))
  }

  /// Every pair of edges that share no corner: do the ends of each lie on both sides of the other?
  private static func crossesByBruteForce(_ ring: [Point2]) -> Bool {
    func side(_ a: Point2, _ b: Point2, _ p: Point2) -> Double {
      (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
    }
    let n = ring.count
    for i in 0..<n {
      for j in (i + 2)..<max(i + 2, n) where !(i == 0 && j == n - 1) {
        let (a, b, c, d) = (ring[i], ring[(i + 1) % n], ring[j], ring[(j + 1) % n])
        if side(a, b, c) * side(a, b, d) < 0, side(c, d, a) * side(c, d, b) < 0 { return true }
      }
    }
    return false
  }

  @Test("the search for crossings stays within its work and says when that ran out")
  func workBudget() {
    // Each edge spans all of x, so each pair has to be looked at: 500 · 499/2 tests.
    let zigzag =
      (0..<500).map { Point2($0 % 2 == 0 ? 0 : 1, Double($0) * 0.01) } + [Point2(2, 5), Point2(2, -1), Point2(0, -1)]
    var work = 1_000
    #expect(Outline(ring: zigzag, work: &work) != nil)
    #expect(work < 0)
    work = 1_000_000
    #expect(Outline(ring: zigzag, work: &work) != nil)
    #expect(work > 0 && work < 1_000_000)
  }

  @Test("a ring that is not made to be awkward takes little work: a few times n√n")
  func ordinaryWork() {
    var random = Random(7)
    var work = 1_000_000
    #expect(Outline(ring: Rings.star(&random, count: 2_000), work: &work) != nil)
    // 2 000 · √2 000 = 89 443; all pairs would be 2 million.
    #expect(1_000_000 - work < 8 * 89_443)
  }

  @Test("convex rings take no work, whatever way they are turned and walked", arguments: [3, 4, 5, 16, 100])
  func convex(_ count: Int) throws {
    for step in 0..<24 {
      let ring = (0..<count).map { place in
        let angle = 2 * .pi * Double(place) / Double(count) + .pi / 12 * Double(step)
        return Point2(3 + 2 * cos(angle), 2 * sin(angle) - 1)
      }
      for ring in [ring, ring.reversed()] {
        var work = 1_000
        #expect(try #require(Outline(ring: ring, work: &work)).crossesItself == false)
        #expect(work == 1_000)
      }
    }
    var work = 1_000
    let square = [Point2(0, 0), Point2(2, 0), Point2(2, 2), Point2(0, 2)]
    #expect(Outline(ring: square, work: &work) != nil)
    #expect(work == 1_000)
  }

  @Test("a ring whose turns all go one way, but around twice, crosses itself")
  func woundTwice() throws {
    #expect(try #require(Outline(Rings.pentagram)).crossesItself)
    #expect(try #require(Outline(Rings.pentagram.reversed())).crossesItself)
  }

  /// Star-shaped rings and shapely.Polygon(ring).centroid with the distance of the farthest vertex from it.
  static let centroids: [([Point2], Point2, Double)] = [
    (
      [Point2(-2.7428, 2.6254), Point2(-4.0594, 0.3408), Point2(-3.7574, -0.6562)],
      Point2(-3.5198666666666667, 0.7699999999999998), 2.011552078481799
    ),
    (
      [Point2(5.0303, 1.61), Point2(2.7422, 2.9107), Point2(3.3256, -0.5452), Point2(5.2949, -0.2561)],
      Point2(3.992216678765815, 0.9618660757959868), 2.3152743598375403
    ),
    (
      [
        Point2(4.8958, 2.2496), Point2(4.2844, 2.8848), Point2(2.7443, 0.9812), Point2(1.6064, 0.5091),
        Point2(2.4312, -0.2556), Point2(3.3174, -0.0117), Point2(5.3501, -1.1306),
      ], Point2(3.9182139481863114, 0.7729495728205328), 2.3819736861610847
    ),
    (
      [
        Point2(-0.3777, -3.3998), Point2(-0.1509, -3.0403), Point2(-0.822, -0.5352), Point2(-1.1547, -2.0503),
        Point2(-2.2332, -1.9929), Point2(-1.1439, -3.4621), Point2(-1.0443, -3.7112), Point2(-1.8072, -5.858),
        Point2(-0.0918, -5.3095), Point2(0.1159, -4.3094), Point2(0.3826, -3.9296),
      ], Point2(-0.8224214809302445, -3.580800371189627), 3.04560040035402
    ),
  ]

  @Test("the support point is the centroid of the area", arguments: centroids)
  func centroid(_ ring: [Point2], _ centroid: Point2, _ radius: Double) throws {
    for ring in [ring, ring.reversed()] {
      let outline = try #require(Outline(ring))
      #expect(near(outline.centroid, centroid, 1e-12))
      #expect(near(outline.radius(around: outline.centroid), radius, 1e-12))
    }
  }

  @Test("far from the origin the centroid keeps its digits")
  func farCentroid() throws {
    let far = [Point2(0, 0), Point2(0.3, 0), Point2(0, 0.6)].map { Point2($0.x + 1e5, $0.y - 1e5) }
    #expect(try near(#require(Outline(far)).centroid, Point2(1e5 + 0.1, -1e5 + 0.2), 1e-10))
  }

  @Test("of a ring that crosses itself it is the mean of the vertices")
  func meanOfCrossing() throws {
    let lopsided = [Point2(-1, -1), Point2(3, 3), Point2(3, -1), Point2(-1, 1)]
    #expect(try #require(Outline(lopsided)).centroid == Point2(1, 0.5))
    #expect(try near(#require(Outline(Rings.pentagram)).centroid, Point2(0, 0), 1e-15))
  }

  @Test("a rectangle turns with +rotation about the normal, corners in the documented order")
  func rectangle() {
    let straight = Outline.rectangle(center: Point2(1, 2), width: 4, height: 2, rotation: 0)
    #expect(straight == [Point2(-1, 1), Point2(3, 1), Point2(3, 3), Point2(-1, 3)])
    // Ry(90°) takes (x, z) to (z, −x).
    let turned = Outline.rectangle(center: Point2(1, 2), width: 4, height: 2, rotation: .pi / 2)
    let expected = [Point2(0, 4), Point2(0, 0), Point2(2, 0), Point2(2, 4)]
    for (a, b) in zip(turned, expected) { #expect(near(a, b, 1e-15 * 4)) }
  }
}
