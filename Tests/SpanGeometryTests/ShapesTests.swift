import Foundation
import SpanGeometry
import Testing

@Suite("Measures of points, lines and rings")
struct ShapesTests {
  @Test("segments, open and closed")
  func segments() {
    let points = [Vector3.zero, Vector3(3, 0, 0), Vector3(3, 4, 0)]
    #expect(Shapes.segments(points, closed: false) == [Vector3(3, 0, 0), Vector3(0, 4, 0)])
    #expect(Shapes.segments(points, closed: true).last == Vector3(-3, -4, 0))
    #expect(Shapes.segments([.zero], closed: true).isEmpty && Shapes.segments([], closed: false).isEmpty)
  }

  @Test("vector area: the size and the side of a flat ring")
  func area() {
    let square = [Vector3.zero, Vector3(2, 0, 0), Vector3(2, 3, 0), Vector3(0, 3, 0)]
    #expect(Shapes.vectorArea(square) == Vector3(0, 0, 6))
    #expect(Shapes.vectorArea(square.reversed()) == Vector3(0, 0, -6))
    #expect(Shapes.vectorArea([.zero, .unitX]) == .zero)
  }

  @Test("½ Σ pᵢ × pᵢ₊₁ of a crooked ring, wherever the origin is", arguments: Random.seeds)
  func crooked(_ seed: UInt64) {
    var random = Random(seed)
    let ring = (0..<7).map { _ in random.vector() }
    var twice = Vector3.zero
    for i in 0..<7 { twice += ring[i].cross(ring[(i + 1) % 7]) }
    #expect(near(Shapes.vectorArea(ring), 0.5 * twice, 1e-14))
    let shift = random.vector(1000)
    #expect(near(Shapes.vectorArea(ring.map { $0 + shift }), 0.5 * twice, 1e-11))
  }

  @Test(
    "angles by hand, exact at both ends",
    arguments: [
      (Vector3.unitX, Vector3.unitY, 90.0), (.unitX, Vector3(3, 3, 0), 45), (.unitX, Vector3(-2, 0, 0), 180),
      (.unitX, Vector3(5, 0, 0), 0), (.unitX, Vector3(-1, 0, 3.0.squareRoot()), 120),
    ])
  func angle(_ u: Vector3, _ v: Vector3, _ degrees: Double) {
    #expect(near(Shapes.angle(u, v).degrees, degrees, 1e-13))
  }

  @Test("a tiny angle keeps its digits, and so does what lacks to a straight line", arguments: [1e-6, 1e-9, 1e-12])
  func tiny(_ angle: Double) {
    #expect(near(Shapes.angle(.unitX, Vector3(cos(angle), sin(angle), 0)) / angle, 1, 1e-14))
    #expect(near((.pi - Shapes.angle(.unitX, Vector3(-cos(angle), sin(angle), 0))) / angle, 1, 1e-15 / angle))
  }

  @Test("the mean")
  func mean() {
    #expect(Shapes.mean([Vector3(1, 2, 3), Vector3(3, 2, 1)]) == Vector3(2, 2, 2))
    #expect(Shapes.mean([]) == .zero)
  }
}
