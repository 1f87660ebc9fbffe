import SpanGeometry
import SpanSession
import Testing

@Suite struct RigidFitTests {
  private let triangle = [Vector3(0, 0, -1), Vector3(1, 0, -1), Vector3(0.4, 0.72, -2)]
  private let motion = Matrix3(rotationVector: Vector3(0, 0.5235987755982988, 0))

  @Test func `a turn by thirty degrees with a shift is found with nothing left over`() throws {
    let shift = Vector3(0.3, -0.1, 2)
    let fit = try #require(RigidFit(from: triangle, to: triangle.map { motion * $0 + shift }))
    #expect(abs(fit.rotationDegrees - 30) < 1e-9)
    #expect((fit.translation - shift).length < 1e-12)
    #expect(fit.residual < 1e-14)
    #expect(fit.residualMaximum < 1e-14)
  }

  @Test func `points that did not move fit exactly`() {
    #expect(RigidFit(from: triangle, to: triangle) == .identity)
  }

  @Test func `one point is shifted, never turned`() throws {
    let fit = try #require(RigidFit(from: [Vector3(1, 2, 3)], to: [Vector3(1, 2, 3.5)]))
    #expect(fit.rotation == .identity)
    #expect((fit.translation - Vector3(0, 0, 0.5)).length < 1e-15)
    #expect(fit.residual == 0)
  }

  @Test func `two points turn with the line between them, and keep half of what it stretched each`() throws {
    let fit = try #require(
      RigidFit(from: [Vector3(0, 0, 0), Vector3(1, 0, 0)], to: [Vector3(0, 0, 0), Vector3(0, 0, -1.02)]))
    #expect(abs(fit.rotationDegrees - 90) < 1e-9)
    #expect(abs(fit.residual - 0.01) < 1e-12)
    // The smallest turn leaves the vertical alone.
    #expect((fit.rotation * .unitY - .unitY).length < 1e-12)
  }

  @Test func `a line that was turned round is turned back`() throws {
    let fit = try #require(
      RigidFit(from: [Vector3(-1, 0, 0), Vector3(1, 0, 0)], to: [Vector3(1, 0, 0), Vector3(-1, 0, 0)]))
    #expect(abs(fit.rotationDegrees - 180) < 1e-9)
    #expect(fit.residual < 1e-12)
  }

  @Test func `points nearly in line keep the digits of the turn about that line`() throws {
    let from = [Vector3(0, 0, 0), Vector3(0.003, 0.001, 0), Vector3(0.2, 0.1, -2)]
    let turn = Matrix3(rotationVector: Vector3(0.2, -0.3, 0.7))
    let fit = try #require(RigidFit(from: from, to: from.map { turn * $0 + Vector3(0.3, 0.1, -0.2) }))
    #expect((fit.rotation - turn).largestEntry < 1e-10)
  }

  @Test(arguments: [
    // In a plane, mirrored in that plane's own space.
    [Vector3(0, 0, 0), Vector3(-1, 0, 0), Vector3(0, 0, 1), Vector3(-1, 0, 1)],
    // Anything, jumbled.
    [Vector3(3, 1, 0), Vector3(0, -1, 2), Vector3(1, 1, 1), Vector3(0, 0, 0.2)],
  ])
  func `the fit of coplanar points is never a mirror`(to: [Vector3]) throws {
    let from = [Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(0, 0, 1), Vector3(1, 0, 1)]
    let fit = try #require(RigidFit(from: from, to: to))
    #expect(abs(fit.rotation.determinant - 1) < 1e-12)
  }

  @Test func `a hall of anchors far from the origin loses no digits`() throws {
    let far = triangle.map { $0 + Vector3(5e5, 0, -5e5) }
    let fit = try #require(RigidFit(from: far, to: far.map { $0 + Vector3(0.25, 0, 0) }))
    #expect(fit.residual < 1e-9)
  }

  @Test func `no points have no motion`() { #expect(RigidFit(from: [], to: []) == nil) }
}
