import Foundation
import SpanGeometry
import SpanUncertainty
import Testing

/// A scene with what is measured in it.
struct CoverageScene: Sendable {
  var scene: Scene
  var kind: CoverageKind
  /// Of the generator that made it.
  var seed: UInt64
}

/// What the coverage suite measures: the measurands, and the range of a tap.
enum CoverageKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case distance, polyline, perimeter, area, angle, height, pointToPlane, volume, range

  var testDescription: String { rawValue }
  var measurand: Measurand? { Measurand(rawValue: rawValue) }
}

/// Makes random scenes of the kind people measure: floors, walls, tables and slopes, one pose or two, any device.
struct SceneGenerator {
  private var random: Random
  private let seed: UInt64

  /// κ from which first order is not asked to hold any more.
  static let kappaLimit = 0.45

  init(seed: UInt64) {
    random = Random(seed)
    self.seed = seed
  }

  mutating func next(_ kind: CoverageKind) -> CoverageScene {
    while true {
      let scene = candidate(kind)
      if isUsable(scene, kind) { return CoverageScene(scene: scene, kind: kind, seed: seed) }
    }
  }

  private mutating func candidate(_ kind: CoverageKind) -> Scene {
    let layout = layout(kind)
    var scene = Scene(aims: [], surfaces: layout.surfaces, targets: layout.targets, sigmas: sigmas())
    let rig = Rig.random(&random)
    let pointing = random.pick([Pointing.finger, .loupe, .crosshair, .mouse])
    let first = layout.first
    let places = places(kind, layout)
    // Half of the chains and a third of the pairs are tapped from two places.
    let split = random.chance(places.count == 2 ? 0.35 : 0.5) ? random.integer(1...max(1, places.count - 1)) : .max
    let second = stepAside(first)
    for (i, place) in places.enumerated() {
      scene.aims.append(Scene.Aim(eye: rig.aim(i < split ? first : second, at: place), pointing: pointing))
    }
    return scene
  }

  /// Half of the scenes rest on a profile (ν = 8), half on the client's own σ (ν = 50).
  private mutating func sigmas() -> Sigmas {
    var sigmas = Sigmas(profile: random.pick(["arkit-lidar", "arkit", "arcore-depth", "arcore", "webxr"]))
    if random.chance(0.5) {
      for member in NoiseMember.allCases { sigmas.overrides[member] = random.uniform(0.4, 1.1) * sigmas[member] }
    }
    return sigmas
  }

  private mutating func stepAside(_ pose: Pose) -> Pose {
    let step = Vector3(random.uniform(-1, 1), random.uniform(-0.2, 0.2), random.uniform(-0.3, 0.3))
    let turn = Matrix3(rotationVector: random.vector(0.15))
    return Pose(rotation: turn * pose.rotation, position: pose.position + step)
  }
}

// MARK: Surfaces

extension SceneGenerator {
  private struct Layout {
    var surfaces: [Scene.Surface]
    var targets: [Target] = [.existingPlaneInfinite]
    var first: Pose
  }

  private mutating func layout(_ kind: CoverageKind) -> Layout {
    switch kind {
    case .height, .pointToPlane, .volume: return random.chance(0.5) ? tableOverFloor() : wallOverFloor()
    default: break
    }
    switch random.integer(0...9) {
    case 0...3: return floor(depression: random.uniform(15, 80))
    case 4...5: return floor(depression: random.logUniform(1.5, 15))
    case 6...7: return wall()
    case 8: return slope()
    default: return tableOverFloor()
    }
  }

  private mutating func floor(depression: Double) -> Layout {
    var surface = Scene.Surface.floor(
      at: Point2(random.uniform(-1, 1), random.uniform(-3, 0)), half: random.uniform(0.7, 6))
    surface.pose.rotation = Matrix3(rotationVector: random.uniform(-3, 3) * .unitY)
    return Layout(surfaces: [surface], first: stand(depression: depression))
  }

  private mutating func stand(depression: Double) -> Pose {
    .looking(
      from: Vector3(0, random.uniform(1.1, 1.8), 0), yaw: random.uniform(-0.5, 0.5),
      depression: depression * .pi / 180, roll: random.uniform(-0.2, 0.2))
  }

  private mutating func wallSurface(distance: Double) -> Scene.Surface {
    let turn = Matrix3(rotationVector: random.uniform(-0.6, 0.6) * .unitY)
    // Local y, the normal, faces the viewer; local z runs down.
    let upright = Matrix3(columns: .unitX, .unitZ, -.unitY)
    let center = Vector3(random.uniform(-0.5, 0.5), random.uniform(0.8, 1.8), -distance)
    return Scene.Surface(
      pose: Pose(rotation: turn * upright, position: center), ring: Scene.Surface.square(random.uniform(0.7, 3)))
  }

  private mutating func wall() -> Layout {
    let wall = wallSurface(distance: random.uniform(0.6, 4))
    return Layout(surfaces: [wall], first: stand(depression: random.uniform(-20, 20)))
  }

  private mutating func slope() -> Layout {
    let view = stand(depression: random.uniform(-30, 60))
    let center = view.toWorld(Vector3(0, 0, -random.uniform(0.5, 3)))
    let lean = Matrix3(rotationVector: random.vector(0.7))
    let facing = Matrix3(columns: .unitX, .unitZ, -.unitY)
    let surface = Scene.Surface(
      pose: Pose(rotation: view.rotation * lean * facing, position: center),
      ring: Scene.Surface.square(random.uniform(0.3, 2)))
    return Layout(surfaces: [surface], first: view)
  }

  /// The table is the nearer one where its outline is met; the floor goes on without end.
  private mutating func tableOverFloor() -> Layout {
    let (height, ahead) = (random.uniform(0.3, 0.8), random.uniform(0.8, 1.6))
    var table = Scene.Surface.floor(height: height, at: Point2(random.uniform(-1.2, 1.2), -ahead), half: 0.5)
    table.pose.rotation = Matrix3(rotationVector: random.uniform(-3, 3) * .unitY)
    return Layout(
      surfaces: [.floor(half: random.uniform(2, 8)), table], targets: [.existingPlaneGeometry, .existingPlaneInfinite],
      first: stand(depression: random.uniform(25, 60)))
  }

  private mutating func wallOverFloor() -> Layout {
    let floor = Scene.Surface.floor(at: Point2(0, -1), half: random.uniform(2, 5))
    return Layout(
      surfaces: [floor, wallSurface(distance: random.uniform(1.8, 3.5))],
      first: stand(depression: random.uniform(15, 40)))
  }
}

// MARK: Where the taps go

extension SceneGenerator {
  private mutating func places(_ kind: CoverageKind, _ layout: Layout) -> [Point2] {
    switch kind {
    case .distance: pair(random.logUniform(0.01, 0.6))
    case .height: pair(random.logUniform(0.1, 0.6))
    case .pointToPlane, .range: [anywhere()]
    case .polyline: chain(random.integer(3...6), step: random.logUniform(0.02, 0.3))
    case .perimeter, .area: ring(random.integer(3...6), radius: random.logUniform(0.04, 0.35))
    case .angle: random.chance(0.3) ? chain(3, step: 0.2) : ring(3, radius: random.logUniform(0.08, 0.35))
    case .volume: ring(random.integer(3...5), radius: random.uniform(0.1, 0.25)) + [anywhere()]
    }
  }

  private mutating func anywhere() -> Point2 { Point2(random.uniform(0.12, 0.88), random.uniform(0.1, 0.9)) }

  private func held(_ p: Point2) -> Point2 { Point2(min(0.9, max(0.1, p.x)), min(0.92, max(0.08, p.y))) }

  private mutating func pair(_ step: Double) -> [Point2] {
    let (a, angle) = (anywhere(), random.uniform(0, 2 * .pi))
    return [a, held(Point2(a.x + step * cos(angle), a.y + step * sin(angle)))]
  }

  /// Roughly onwards in one direction.
  private mutating func chain(_ count: Int, step: Double) -> [Point2] {
    var (p, angle) = (anywhere(), random.uniform(0, 2 * .pi))
    return (0..<count).map { _ in
      defer {
        angle += random.uniform(-0.6, 0.6)
        p = held(Point2(p.x + step * cos(angle), p.y + step * sin(angle)))
      }
      return p
    }
  }

  /// Star-shaped about a centre, now and then squeezed to a sliver.
  private mutating func ring(_ count: Int, radius: Double) -> [Point2] {
    let center = Point2(random.uniform(0.4, 0.6), random.uniform(0.4, 0.6))
    let squeeze = random.chance(0.2) ? 0.1 : 1
    let start = random.uniform(0, 2 * .pi)
    return (0..<count).map { i in
      let angle = start + (Double(i) + random.uniform(-0.3, 0.3)) * 2 * .pi / Double(count)
      let r = radius * random.uniform(0.6, 1)
      return held(Point2(center.x + r * cos(angle), center.y + squeeze * r * sin(angle)))
    }
  }
}

// MARK: Which scenes count

extension SceneGenerator {
  private mutating func isUsable(_ scene: Scene, _ kind: CoverageKind) -> Bool {
    guard let located = scene.located(), let points = located.all else { return false }
    let surfaces = located.hits.compactMap { $0?.surface }
    guard points.allSatisfy({ $0.kappa < Self.kappaLimit }),
      located.hits.allSatisfy({ ($0?.distance ?? .infinity) < 100 })
    else { return false }
    switch kind {
    case .height, .distance: break
    case .pointToPlane: guard surfaces == [.plane(1)] else { return false }
    case .volume:
      guard surfaces.dropLast().allSatisfy({ $0 == .plane(0) }), surfaces.last == .plane(1) else { return false }
    default: guard surfaces.allSatisfy({ $0 == surfaces[0] }) else { return false }
    }
    if kind == .angle, !hasFirmArms(points) { return false }
    guard let truth = CoverageScene(scene: scene, kind: kind, seed: seed).measure(located, scene.measurer)?.value,
      truth > 1e-3
    else { return false }
    return scene.surfaces.count == 1 || keepsItsSurfaces(scene, surfaces)
  }

  /// An arm that is hardly longer than its own error has no direction to speak of, and the chord between unit arms no
  /// moments that a first order could tell: from 4 σ on the rule holds.
  private func hasFirmArms(_ points: [RandomPoint]) -> Bool {
    [0, 2].allSatisfy { end in
      var spread = Spread()
      spread.add(points[end], .identity)
      spread.add(points[1], -1 * .identity)
      let sigma = SymmetricEigen(spread.total).values.x.squareRoot()
      return (points[end].position - points[1].position).length >= 4 * sigma
    }
  }

  /// A tap that an error sends to another surface measures something else, which no range is asked to hold.
  private mutating func keepsItsSurfaces(_ scene: Scene, _ surfaces: [Hit.Surface]) -> Bool {
    let sampler = Sampler(scene)
    for _ in 0..<2_000 {
      guard let told = scene.disturbed(by: sampler.draw(&random)).located(),
        told.hits.map({ $0?.surface }) == surfaces
      else { return false }
    }
    return true
  }
}

extension CoverageScene {
  /// The measurement from what was located; nil: a tap missed, or an angle has no arm.
  func measure(_ located: Located, _ measurer: Measurer) -> Measured? {
    guard let points = located.all else { return nil }
    guard let measurand = kind.measurand else { return located.propagations[0].map(measurer.range) }
    let surface =
      measurand == .pointToPlane
      ? located.survey.surface(ofPlane: 0, range: located.hits[0]?.distance ?? 0) : nil
    return measurer.measure(measurand, Array(points.indices), of: points, surface: surface)
  }
}
