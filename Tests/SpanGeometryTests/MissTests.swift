import SpanGeometry
import Testing

@Suite("Why a ray met nothing")
struct MissTests {
  private func miss(_ caster: Raycast, _ ray: Ray) -> Miss {
    #expect(caster.firstHit(ray) == nil)
    return caster.explainMiss(ray)
  }

  @Test("nothing of the kinds that were asked for is known")
  func nothing() {
    #expect(miss(Raycast(planes: []), .down()) == .nothingToHit)
    #expect(
      miss(Raycast(planes: [.floor(0, kind: .estimated)], targets: [.existingPlaneGeometry]), .down()) == .nothingToHit)
    let degenerate = Plane(pose: .identity, extent: .degenerate)
    #expect(miss(Raycast(planes: [degenerate]), .down()) == .nothingToHit)
    #expect(miss(Raycast(planes: [], featurePoints: [Vector3(9, 0, 0)], targets: [.depth]), .down()) == .nothingToHit)
  }

  @Test("all behind or parallel")
  func behind() {
    #expect(miss(Raycast(planes: [.floor(5)]), .down()) == .behind)
    #expect(miss(Raycast(planes: [.wall(z: -2)]), .down()) == .behind)
  }

  @Test("the nearest ahead has the wrong alignment")
  func misaligned() {
    let caster = Raycast(planes: [.floor(0), .floor(1)], alignment: .vertical)
    #expect(miss(caster, .down()) == .misaligned(plane: 1))
  }

  @Test("beside the nearest outline, and by how much", arguments: [(2.5, 0.0, 0.5), (0, -3, 1), (5, 6, 5)])
  func outside(_ x: Double, _ z: Double, _ by: Double) {
    guard case .outsideOutline(let plane, let distance) = miss(Raycast(planes: [.floor(-1), .floor(0)]), .down(x, z))
    else {
      Issue.record("another reason")
      return
    }
    #expect(plane == 1 && near(distance, by, 1e-14))
  }

  @Test("features, but none close enough")
  func features() {
    let caster = Raycast(planes: [], featurePoints: [Vector3(2, 0, 0)], targets: [.featurePoint, .estimatedPlane])
    #expect(miss(caster, .down()) == .noFeatures)
  }

  @Test("an inverted pose is recognised by the outline it would hit")
  func viewMatrix() {
    let caster = Raycast(planes: [.floor(0), .wall(z: -3, kind: .estimated)], targets: [.featurePoint])
    #expect(caster.meetsExistingOutline(.down()))
    #expect(!caster.meetsExistingOutline(.down(9, 9)))
    #expect(!caster.meetsExistingOutline(Ray(origin: .zero, unitDirection: -.unitZ)))
  }
}
