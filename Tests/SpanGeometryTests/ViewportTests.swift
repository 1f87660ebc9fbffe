import SpanGeometry
import Testing

@Suite("From the screen to the image")
struct ViewportTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let rotation: Viewport.Rotation
    let scaling: Viewport.Scaling
    /// Under the corners of the view: top left, top right, bottom right, bottom left.
    let corners: [Point2]
    let scale: Double

    var testDescription: String { "\(rotation.rawValue)°, \(scaling)" }
  }

  /// An image of 400 × 300 in a view of 100 × 200, by hand. Upright it is 400 × 300 at 0° and 180°: fill scales by
  /// max(¼, ⅔), fit by ¼. At 90° and 270° it is 300 × 400: fill by max(⅓, ½), fit by ⅓.
  static let cases = [
    Case(
      rotation: .none, scaling: .fill,
      corners: [Point2(125, 0), Point2(275, 0), Point2(275, 300), Point2(125, 300)], scale: 2.0 / 3),
    Case(
      rotation: .none, scaling: .fit,
      corners: [Point2(0, -250), Point2(400, -250), Point2(400, 550), Point2(0, 550)], scale: 0.25),
    Case(
      rotation: .quarter, scaling: .fill,
      corners: [Point2(0, 250), Point2(0, 50), Point2(400, 50), Point2(400, 250)], scale: 0.5),
    Case(
      rotation: .quarter, scaling: .fit,
      corners: [Point2(-100, 300), Point2(-100, 0), Point2(500, 0), Point2(500, 300)], scale: 1.0 / 3),
    Case(
      rotation: .half, scaling: .fill,
      corners: [Point2(275, 300), Point2(125, 300), Point2(125, 0), Point2(275, 0)], scale: 2.0 / 3),
    Case(
      rotation: .half, scaling: .fit,
      corners: [Point2(400, 550), Point2(0, 550), Point2(0, -250), Point2(400, -250)], scale: 0.25),
    Case(
      rotation: .threeQuarters, scaling: .fill,
      corners: [Point2(400, 50), Point2(400, 250), Point2(0, 250), Point2(0, 50)], scale: 0.5),
    Case(
      rotation: .threeQuarters, scaling: .fit,
      corners: [Point2(500, 0), Point2(500, 300), Point2(-100, 300), Point2(-100, 0)], scale: 1.0 / 3),
  ]

  static let image = Intrinsics(focal: Point2(800, 400), principalPoint: Point2(210, 140), width: 400, height: 300)

  @Test("the corners of the view, turned and scaled", arguments: cases)
  func corners(_ example: Case) {
    let viewport = Viewport(width: 100, height: 200, rotation: example.rotation, scaling: example.scaling)
    let screen = [Point2(0, 0), Point2(100, 0), Point2(100, 200), Point2(0, 200)]
    for (tap, expected) in zip(screen, example.corners) {
      #expect(near(viewport.imagePoint(under: tap, of: Self.image), expected, 1e-12))
    }
    #expect(near(viewport.scale(for: Self.image), example.scale, 1e-15))
    #expect(near(viewport.imagePoint(under: Point2(50, 100), of: Self.image), Point2(200, 150), 1e-12))
  }

  @Test("portrait: to the right on the screen is up in the image of the sensor")
  func portrait() throws {
    let viewport = Viewport(width: 100, height: 200, rotation: .quarter)
    let camera = Camera(pose: .identity, optics: .intrinsics(Self.image, viewport))
    let left = try #require(Sight(through: Point2(40, 100), of: camera))
    let right = try #require(Sight(through: Point2(60, 100), of: camera))
    #expect(right.direction.y > left.direction.y)
    #expect(right.direction.x == left.direction.x)
  }

  @Test("a tap on the black border of a letterboxed view lies outside the image", arguments: [30.0, 59, 141, 190])
  func letterbox(_ y: Double) {
    // At 0° and fit the image fills y from 62.5 to 137.5.
    let viewport = Viewport(width: 100, height: 200, scaling: .fit)
    let camera = Camera(pose: .identity, optics: .intrinsics(Self.image, viewport))
    #expect(Sight(through: Point2(50, y), of: camera) == nil)
    #expect(Sight(through: Point2(50, 62.5), of: camera) != nil)
    #expect(Sight(through: Point2(50, 137.5), of: camera) != nil)
  }
}
