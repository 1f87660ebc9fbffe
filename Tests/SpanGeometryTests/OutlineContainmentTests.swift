import SpanGeometry
import Testing

@Suite("Inside or outside an outline")
struct OutlineContainmentTests {
  private func agrees(_ ring: [Point2], _ random: inout Random, reach: Double, samples: Int) throws {
    let outline = try #require(Outline(ring))
    #expect(!outline.crossesItself)
    for _ in 0..<samples {
      let p = Point2(random.uniform(-reach, reach), random.uniform(-reach, reach))
      let rim = Rings.distanceToRim(ring, p)
      guard rim > 1e-6 else { continue }
      let isInside = Rings.windings(ring, about: p) != 0
      #expect(outline.contains(p) == isInside, "\(p) of \(ring)")
      #expect(near(outline.distance(to: p), isInside ? 0 : rim, 1e-12))
    }
  }

  @Test("star-shaped rings of any winding agree with the winding number", arguments: Array(1...40) as [UInt64])
  func star(_ seed: UInt64) throws {
    var random = Random(seed)
    let ring = Rings.star(&random, count: random.integer(5...40))
    try agrees(ring, &random, reach: 4, samples: 300)
  }

  @Test("a comb: concave, with edges in line with one another", arguments: [2, 5, 9])
  func comb(_ teeth: Int) throws {
    var random = Random(UInt64(teeth))
    try agrees(Rings.comb(teeth: teeth, depth: 3), &random, reach: 6, samples: 800)
    let outline = try #require(Outline(Rings.comb(teeth: teeth, depth: 3)))
    // On the height of tips and valleys, where the test line runs through corners and along edges.
    #expect(outline.contains(Point2(0.5, 2)) && !outline.contains(Point2(1.5, 2)))
    #expect(!outline.contains(Point2(-0.5, 0)) && !outline.contains(Point2(-0.5, 3)))
    #expect(outline.contains(Point2(1.5, -0.5)) && !outline.contains(Point2(1.5, 0.5)))
  }

  @Test("the rim is inside, and 1e-9 m beyond it", arguments: Random.seeds)
  func rim(_ seed: UInt64) throws {
    var random = Random(seed)
    let ring = Rings.star(&random, count: 9)
    let outline = try #require(Outline(ring))
    for (i, a) in ring.enumerated() {
      let b = ring[(i + 1) % ring.count]
      #expect(outline.contains(a))
      let s = random.uniform(0.1, 0.9)
      #expect(outline.contains(Point2(a.x + s * (b.x - a.x), a.y + s * (b.y - a.y))))
    }
  }

  @Test(
    "how far beyond the rim still counts",
    arguments: [(0.9e-9, true), (1.1e-9, false), (-1e-9, true), (1e-8, false)])
  func tolerance(_ beyond: Double, _ isInside: Bool) throws {
    let outline = try #require(Outline.square(0.5))
    #expect(outline.contains(Point2(0.5 + beyond, 0.1)) == isInside)
    #expect(outline.contains(Point2(0.1, -0.5 - beyond)) == isInside)
    #expect(outline.contains(Point2(0.5 + beyond / 2.0.squareRoot(), 0.5 + beyond / 2.0.squareRoot())) == isInside)
  }

  @Test("a bow tie counts its two wings")
  func bowTie() throws {
    let outline = try #require(Outline(Rings.bowTie))
    #expect(outline.crossesItself)
    #expect(outline.contains(Point2(0.8, 0)) && outline.contains(Point2(-0.8, 0)))
    #expect(!outline.contains(Point2(0, 0.8)) && !outline.contains(Point2(0, -0.8)))
  }

  @Test("a pentagram counts even-odd: its points, not its middle")
  func pentagram() throws {
    let outline = try #require(Outline(Rings.pentagram))
    #expect(outline.crossesItself)
    #expect(!outline.contains(Point2(0, 0)))
    #expect(Rings.windings(Rings.pentagram, about: Point2(0, 0)) == 2)
    for tip in Rings.pentagram { #expect(outline.contains(Point2(0.8 * tip.x, 0.8 * tip.y))) }
  }
}
