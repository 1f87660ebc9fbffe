import Foundation
import SpanGeometry
import Testing

@Suite("Hits on feature points")
struct FeatureTests {
  static let ahead = Ray(origin: .zero, unitDirection: -.unitZ)

  /// At `degrees` off the ray, `away` from the origin.
  static func feature(_ degrees: Double, away: Double, turned: Double = 0) -> Vector3 {
    let (a, b) = (degrees * .pi / 180, turned)
    return away * Vector3(sin(a) * cos(b), sin(a) * sin(b), -cos(a))
  }

  @Test("within 2° of the ray a feature counts", arguments: [(0.0, true), (1.99, true), (2.01, false), (178, false)])
  func cone(_ degrees: Double, _ isHit: Bool) {
    let caster = Raycast(
      planes: [], featurePoints: [Self.feature(degrees, away: 3, turned: 1)], targets: [.featurePoint])
    #expect((caster.firstHit(Self.ahead) != nil) == isHit)
  }

  @Test("the nearest along the ray wins, moved onto the ray, not the one closest to it")
  func nearest() throws {
    let features = [Self.feature(0, away: 4), Self.feature(1.8, away: 2), Self.feature(3, away: 1)]
    let caster = Raycast(planes: [], featurePoints: features, targets: [.featurePoint])
    let hit = try #require(caster.firstHit(Self.ahead))
    #expect(near(hit.position, Vector3(0, 0, -2 * cos(1.8 * .pi / 180)), 1e-14))
    #expect(hit.surface == .featurePoint && hit.target == .featurePoint)
    #expect(caster.allHits(Self.ahead).map { ($0.distance * 1e6).rounded() } == [1_999_013, 4_000_000])
  }

  @Test("it faces the viewer")
  func normal() throws {
    let caster = Raycast(planes: [], featurePoints: [Vector3(0, 0, -1)], targets: [.featurePoint])
    let hit = try #require(caster.firstHit(Self.ahead))
    #expect(hit.normal == .unitZ && hit.facesFront)
  }
}

@Suite("A plane fitted to the features around a ray")
struct PlaneFitTests {
  /// Points of the plane y = 0 around where `ray` meets it, off by `noise`, with strays far off it.
  static func floor(_ random: inout Random, around center: Vector3, count: Int, strays: Int = 0, noise: Double = 0)
    -> [Vector3]
  {
    let good = (0..<count).map { _ in
      center + Vector3(random.uniform(-0.1, 0.1), random.uniform(-noise, noise), random.uniform(-0.1, 0.1))
    }
    return good
      + (0..<strays).map { _ in
        center + Vector3(random.uniform(-0.1, 0.1), random.uniform(0.05, 0.15), random.uniform(-0.1, 0.1))
      }
  }

  static let ray = Ray(from: Vector3(0, 1.5, 0), to: Vector3(0.3, 0, -1.2))

  private func meet(_ features: [Vector3], _ alignment: AlignmentFilter = .any) -> Hit? {
    Raycast(planes: [], featurePoints: features, alignment: alignment).firstHit(Self.ray)
  }

  @Test("exact features give the exact plane", arguments: Random.seeds)
  func exact(_ seed: UInt64) throws {
    var random = Random(seed)
    let hit = try #require(meet(Self.floor(&random, around: Vector3(0.3, 0, -1.2), count: 12)))
    #expect(near(hit.position, Vector3(0.3, 0, -1.2), 1e-12) && near(hit.normal, .unitY, 1e-12))
    #expect(hit.target == .estimatedPlane)
  }

  @Test("a third of strays does not bend it", arguments: Random.seeds)
  func strays(_ seed: UInt64) throws {
    var random = Random(seed)
    let features = Self.floor(&random, around: Vector3(0.3, 0, -1.2), count: 40, strays: 20)
    guard case .fitted(let fit)? = meet(features)?.surface else {
      Issue.record("seed \(seed): no fit")
      return
    }
    #expect(near(fit.normal, .unitY, 1e-9) && near(fit.centroid.y, 0, 1e-9))
    #expect(fit.count == 40)
    #expect(fit.rms < 1e-9)
  }

  /// Sixteen features, and what numpy.linalg.svd says of them: mean, normal (right singular vector of the smallest
  /// singular value, towards the ray's origin), rms = s₃/√n, s₂.
  static let noisy: [Vector3] = [
    Vector3(0.3549, 0.00524, -1.19939), Vector3(0.35543, 0.00205, -1.2114),
    Vector3(0.30276, -0.00161, -1.25341), Vector3(0.26144, -0.00532, -1.23151),
    Vector3(0.21971, -0.01017, -1.14488), Vector3(0.27901, -0.00044, -1.23304),
    Vector3(0.28353, -0.00184, -1.26317), Vector3(0.21815, -0.00995, -1.16427),
    Vector3(0.21878, -0.00689, -1.20926), Vector3(0.38985, 0.01147, -1.14619),
    Vector3(0.32743, -0.00219, -1.24761), Vector3(0.25221, -0.00555, -1.23244),
    Vector3(0.28829, -0.00411, -1.14602), Vector3(0.38535, 0.00802, -1.19873),
    Vector3(0.37158, 0.00329, -1.19885), Vector3(0.36196, 0.00626, -1.24749),
  ]

  @Test("rms, centroid and second singular value are those of the principal components")
  func components() throws {
    guard case .fitted(let fit)? = meet(Self.noisy)?.surface else {
      Issue.record("no fit")
      return
    }
    #expect(fit.count == 16)
    #expect(near(fit.centroid, Vector3(0.30439875, -0.0007337500000000001, -1.20797875), 1e-13))
    #expect(near(fit.normal, Vector3(-0.09882797500350438, 0.9951038937721455, -0.0011278103657995642), 1e-12))
    #expect(near(fit.rms, 0.0019720322242639697, 1e-14))
    #expect(near(fit.secondSingularValue, 0.15389317085058882, 1e-12))
  }

  @Test("of very many features it takes as many as hold it")
  func many() throws {
    var random = Random(5)
    guard case .fitted(let fit)? = meet(Self.floor(&random, around: Vector3(0.3, 0, -1.2), count: 50_000))?.surface
    else {
      Issue.record("no fit")
      return
    }
    #expect((1000...2048).contains(fit.count))
    #expect(near(fit.normal, .unitY, 1e-9))
  }

  @Test("eight features hold a plane, seven do not", arguments: [(7, false), (8, true)])
  func count(_ count: Int, _ isFitted: Bool) {
    var random = Random(3)
    #expect((meet(Self.floor(&random, around: Vector3(0.3, 0, -1.2), count: count)) != nil) == isFitted)
  }

  @Test("features in a line hold no plane")
  func line() {
    func x(_ i: Int) -> Double { 0.3 + 0.01 * Double(i - 10) }
    let features = (0..<20).map { Vector3(x($0), 0, -1.2) }
    #expect(meet(features) == nil)
    // A ribbon nine times as long as wide is still one, by the ratio of its singular values.
    let ribbon = (0..<40).map { Vector3(x($0 / 2), 0, $0 % 2 == 0 ? -1.191 : -1.209) }
    #expect(meet(ribbon) != nil)
    let thread = ribbon.map { Vector3($0.x, $0.y, -1.2 + ($0.z + 1.2) / 2) }
    #expect(meet(thread) == nil)
  }

  @Test("features all through a box hold no plane")
  func cloud() {
    var random = Random(5)
    let cloud = (0..<60).map { _ in Vector3(0.3, 0, -1.2) + random.vector(0.1) }
    guard case .fitted(let fit)? = meet(cloud)?.surface else { return }
    // Should eight of them lie in one by chance, they have to lie there within the tolerance.
    #expect(fit.rms <= 0.02)
  }

  @Test("without enough features within 5° those within 10° are asked")
  func widerCone() {
    // At 1.92 m, 5° are 0.17 m and 10° are 0.34 m: a ring of features between the two.
    let ring = (0..<12).map { i in
      let angle = Double(i) * .pi / 6
      return Self.ray.point(at: 1.92) + 0.24 * (cos(angle) * Self.across.0 + sin(angle) * Self.across.1)
    }
    #expect(meet(ring) != nil)
    let wide = (0..<12).map { i in
      let angle = Double(i) * .pi / 6
      return Self.ray.point(at: 1.92) + 0.36 * (cos(angle) * Self.across.0 + sin(angle) * Self.across.1)
    }
    #expect(meet(wide) == nil)
  }

  static let across = (
    Self.ray.direction.anyPerpendicular, Self.ray.direction.cross(Self.ray.direction.anyPerpendicular)
  )

  @Test("the alignment filter applies to fitted planes")
  func alignment() {
    var random = Random(9)
    let features = Self.floor(&random, around: Vector3(0.3, 0, -1.2), count: 12)
    #expect(meet(features, .horizontal) != nil)
    #expect(meet(features, .vertical) == nil)
  }

  @Test("the client's own estimated plane goes before a fit")
  func ownEstimate() throws {
    var random = Random(9)
    let features = Self.floor(&random, around: Vector3(0.3, 0, -1.2), count: 12)
    let caster = Raycast(planes: [.floor(0.5, kind: .estimated)], featurePoints: features)
    #expect(try #require(caster.firstHit(Self.ray)).surface == .plane(0))
    #expect(caster.allHits(Self.ray).count == 1)
  }

  @Test("the same features give the same plane, bit for bit")
  func deterministic() {
    var random = Random(21)
    let features = Self.floor(&random, around: Vector3(0.3, 0, -1.2), count: 300, strays: 100, noise: 0.004)
    #expect(meet(features) == meet(features))
  }
}
