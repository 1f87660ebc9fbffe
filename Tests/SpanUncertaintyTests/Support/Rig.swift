import Foundation
import SpanGeometry

/// A device of one of the forms that clients send, to be aimed by where things are in its upright view.
struct Rig: Sendable {
  var form: Form
  /// Width and height of the upright view, screen units.
  var view: Point2
  /// Screen units.
  var focal: Double
  var principalPointOrigin = Intrinsics.PrincipalPointOrigin.pixelCorner
  var tracking = Camera.Tracking.normal

  enum Form: Sendable {
    /// Image pixels, no viewport.
    case bare
    /// A captured image larger than the view by this factor and turned against it.
    case viewport(Viewport.Rotation, Viewport.Scaling, pixelsPerUnit: Double)
    /// P4/P0, P8, P9.
    case projection(shear: Double, Point2)
    case ray
  }

  /// - Parameters:
  ///   - pose: of the upright view: looks along −Z, +Y up on the screen.
  ///   - at: part of the view's width from the left and of its height from the top.
  func aim(_ pose: Pose, at: Point2) -> Scene.Eye {
    let screen = Point2(at.x * view.x, at.y * view.y)
    switch form {
    case .bare:
      let lens = intrinsics(width: view.x, height: view.y, focal: focal)
      return .camera(Camera(pose: pose, optics: .intrinsics(lens, nil), tracking: tracking), screen)
    case .viewport(let rotation, let scaling, let factor):
      let isTurned = rotation == .quarter || rotation == .threeQuarters
      let upright = Point2(view.x * factor, view.y * factor * 1.1)
      let (width, height) = isTurned ? (upright.y, upright.x) : (upright.x, upright.y)
      let lens = intrinsics(width: width, height: height, focal: focal * factor)
      let viewport = Viewport(width: view.x, height: view.y, rotation: rotation, scaling: scaling)
      let sensor = Pose(rotation: pose.rotation * Self.sensor(rotation), position: pose.position)
      return .camera(Camera(pose: sensor, optics: .intrinsics(lens, viewport), tracking: tracking), screen)
    case .projection(let shear, let shift):
      let p0 = 2 * focal / view.x
      let projection = Projection(p0: p0, p4: shear * p0, p5: 2 * focal / view.y, p8: shift.x, p9: shift.y)
      let optics = Camera.Optics.projection(projection, width: view.x, height: view.y)
      return .camera(Camera(pose: pose, optics: optics, tracking: tracking), screen)
    case .ray:
      let (x, y) = ((screen.x - view.x / 2) / focal, -(screen.y - view.y / 2) / focal)
      return .ray(origin: pose.position, direction: pose.rotation * Vector3(x, y, -1))
    }
  }

  private func intrinsics(width: Double, height: Double, focal: Double) -> Intrinsics {
    Intrinsics(
      focal: Point2(focal, focal), principalPoint: Point2(width / 2 + 3, height / 2 - 5), width: width,
      height: height, principalPointOrigin: principalPointOrigin)
  }

  /// The sensor's axes in those of the upright view, by the turn that brings its image upright.
  private static func sensor(_ rotation: Viewport.Rotation) -> Matrix3 {
    switch rotation {
    case .none: .identity
    case .quarter: Matrix3(columns: -.unitY, .unitX, .unitZ)
    case .half: Matrix3(columns: -.unitX, -.unitY, .unitZ)
    case .threeQuarters: Matrix3(columns: .unitY, -.unitX, .unitZ)
    }
  }

  static func random(_ random: inout Random) -> Rig {
    let portrait = Point2(390, 844)
    let focal = random.uniform(600, 900)
    switch random.integer(0...9) {
    case 0...1:
      return Rig(form: .bare, view: Point2(1920, 1440), focal: random.uniform(1300, 1700))
    case 2...5:
      let turned: [Viewport.Rotation] = [.none, .quarter, .half, .threeQuarters]
      var rig = Rig(
        form: .viewport(random.pick(turned), .fill, pixelsPerUnit: random.uniform(1, 3)), view: portrait, focal: focal)
      if random.chance(0.5) { rig.principalPointOrigin = .pixelCenter }
      return rig
    case 6...7:
      let shift = Point2(random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1))
      return Rig(form: .projection(shear: random.uniform(-0.1, 0.1), shift), view: portrait, focal: focal)
    default:
      return Rig(form: .ray, view: portrait, focal: focal)
    }
  }
}

extension Pose {
  /// A view turned left by `yaw`, down by `depression`, then rolled; radians.
  static func looking(from position: Vector3, yaw: Double, depression: Double, roll: Double = 0) -> Pose {
    let turn =
      Matrix3(rotationVector: yaw * .unitY) * Matrix3(rotationVector: -depression * .unitX)
      * Matrix3(rotationVector: roll * .unitZ)
    return Pose(rotation: turn, position: position)
  }
}
