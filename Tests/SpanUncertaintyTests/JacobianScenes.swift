import SpanGeometry
import SpanUncertainty
import Testing

/// Scenes for derivatives: every form of camera, surface and snap.
enum JacobianScenes {
  struct Named: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let scene: Scene
    /// Of the first tap.
    var snap = Expected.none

    enum Expected: Sendable { case none, edge, corner }
  }

  static let named: [Named] = [
    Named(testDescription: "a viewport", scene: pair(.viewport(.none, .fill, pixelsPerUnit: 2))),
    Named(testDescription: "a viewport turned by 90°", scene: pair(.viewport(.quarter, .fill, pixelsPerUnit: 3))),
    Named(testDescription: "a viewport turned by 180°", scene: pair(.viewport(.half, .fit, pixelsPerUnit: 1.3))),
    Named(
      testDescription: "a viewport turned by 270°", scene: pair(.viewport(.threeQuarters, .fill, pixelsPerUnit: 2))),
    Named(testDescription: "image pixels", scene: pair(.bare)),
    Named(testDescription: "a projection", scene: pair(.projection(shear: 0, Point2(0, 0)))),
    Named(testDescription: "a sheared off-axis projection", scene: pair(.projection(shear: 0.2, Point2(0.1, -0.2)))),
    Named(testDescription: "ready rays", scene: pair(.ray)),
    Named(testDescription: "limited tracking", scene: limited),
    Named(testDescription: "walls and floor from three places", scene: threePlaces),
    Named(testDescription: "an estimated plane", scene: estimated),
    Named(testDescription: "features from two places", scene: features),
    Named(testDescription: "an edge, by ray", scene: snapped(.ray, corner: false), snap: .edge),
    Named(testDescription: "an edge, by camera", scene: snapped(.bare, corner: false), snap: .edge),
    Named(testDescription: "a corner, by ray", scene: snapped(.ray, corner: true), snap: .corner),
    Named(
      testDescription: "a corner, by projection", scene: snapped(.projection(shear: 0.1, Point2(0, 0)), corner: true),
      snap: .corner),
  ]

  static func rig(_ form: Rig.Form) -> Rig {
    if case .bare = form { return Rig(form: form, view: Point2(1920, 1440), focal: 1500) }
    return Rig(form: form, view: Point2(390, 844), focal: 700, principalPointOrigin: .pixelCenter)
  }

  static let first = Pose.looking(from: Vector3(0.2, 1.5, 0.3), yaw: 0.3, depression: 0.8, roll: 0.15)
  static let second = Pose.looking(from: Vector3(0.9, 1.7, -0.1), yaw: 0.7, depression: 0.7, roll: -0.1)
  static let third = Pose.looking(from: Vector3(-0.6, 1.3, 0.6), yaw: -0.3, depression: 0.1, roll: 0)

  /// Two taps into a tilted floor from two places.
  static func pair(_ form: Rig.Form) -> Scene {
    let rig = rig(form)
    var floor = Scene.Surface.floor(height: 0.1, at: Point2(0.3, -1), half: 5)
    floor.pose.rotation = Matrix3(rotationVector: Vector3(0.1, 0.9, -0.15))
    return Scene(
      aims: [
        Scene.Aim(eye: rig.aim(first, at: Point2(0.3, 0.4)), pointing: .loupe),
        Scene.Aim(eye: rig.aim(second, at: Point2(0.7, 0.55)), pointing: .finger),
      ], surfaces: [floor], sigmas: Sigmas(profile: "arkit"))
  }

  static var limited: Scene {
    var rig = rig(.viewport(.quarter, .fill, pixelsPerUnit: 2))
    rig.tracking = .limited
    var scene = pair(rig.form)
    scene.aims[1].eye = rig.aim(second, at: Point2(0.7, 0.55))
    return scene
  }

  static var threePlaces: Scene {
    let rig = rig(.viewport(.threeQuarters, .fill, pixelsPerUnit: 1.5))
    var scene = pair(rig.form)
    let upright = Matrix3(columns: .unitX, .unitZ, -.unitY)
    scene.surfaces.append(
      Scene.Surface(
        pose: Pose(rotation: Matrix3(rotationVector: 0.2 * .unitY) * upright, position: Vector3(0.3, 1, -4)),
        ring: [Point2(-2, -2), Point2(1, -2), Point2(2, 1.5), Point2(-1, 1)],
        sigma: PlaneSigma(offset: 0.004, tilt: 0.01)))
    scene.targets = [.existingPlaneInfinite]
    scene.aims.append(Scene.Aim(eye: rig.aim(third, at: Point2(0.4, 0.3)), pointing: .mouse, sigma: 3))
    return scene
  }

  static var estimated: Scene {
    var scene = pair(.ray)
    scene.aims.removeLast()
    scene.surfaces[0].kind = .estimated
    scene.surfaces[0].ring = nil
    return scene
  }

  static var features: Scene {
    var scene = pair(.bare)
    scene.surfaces = []
    scene.targets = [.featurePoint]
    // On the rays, so that along the ray and from the camera are the same.
    scene.features = zip(scene.aims, [1.3, 1.9]).map { aim, away in
      let direction = aim.eye.direction ?? .unitX
      return aim.eye.origin + away / direction.length * direction
    }
    return scene
  }

  /// The first tap beside an oblique edge or beyond a corner of the floor, the second in the open.
  static func snapped(_ form: Rig.Form, corner: Bool) -> Scene {
    var scene = pair(form)
    scene.targets = [.existingPlaneInfinite]
    guard let hit = scene.located()?.hits[0] else { return scene }
    let p = scene.surfaces[0].plane.local(hit.position).point
    func at(_ x: Double, _ z: Double) -> Point2 {
      // Turned so that no edge runs along an axis.
      let (c, s) = (0.8, 0.6)
      return Point2(p.x + c * x - s * z, p.y + s * x + c * z)
    }
    scene.surfaces[0].ring =
      corner
      ? [at(0.01, 0.002), at(3, 2), at(2.5, -2)]
      : [at(-0.8, 0.012), at(0.7, 0.012), at(1.5, -4), at(-2, -3)]
    scene.snap = .standard
    return scene
  }
}
