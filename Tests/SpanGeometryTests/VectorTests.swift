import SpanGeometry
import Testing

@Suite("Vectors and matrices")
struct VectorTests {
  @Test("the cross product is right-handed and at right angles to both", arguments: Random.seeds)
  func cross(_ seed: UInt64) {
    var random = Random(seed)
    let (a, b) = (random.vector(), random.vector())
    #expect(Vector3.unitX.cross(.unitY) == .unitZ)
    #expect(near(a.cross(b).dot(a), 0, 1e-15) && near(a.cross(b).dot(b), 0, 1e-15))
    // Lagrange: |a × b|² + (a·b)² = |a|²|b|²
    #expect(near(a.cross(b).lengthSquared + a.dot(b) * a.dot(b), a.lengthSquared * b.lengthSquared, 1e-14))
    #expect(near(Matrix3(cross: a) * b, a.cross(b), 1e-15))
  }

  @Test("a unit vector of tiny and huge vectors keeps their direction", arguments: [1e-300, 1e-160, 1, 1e160, 1e300])
  func normalized(_ scale: Double) throws {
    let unit = try #require(Vector3(2 * scale, -3 * scale, 6 * scale).normalized)
    #expect(near(unit, Vector3(2.0 / 7, -3.0 / 7, 6.0 / 7), 1e-15))
  }

  @Test("no direction: zero, infinite and undefined vectors")
  func noDirection() {
    #expect(Vector3.zero.normalized == nil)
    #expect(Vector3(0, .infinity, 0).normalized == nil)
  }

  @Test("some perpendicular of every unit vector", arguments: Random.seeds)
  func perpendicular(_ seed: UInt64) {
    var random = Random(seed)
    for v in [random.unit(), random.unit(), .unitX, .unitY, -.unitZ] {
      let p = v.anyPerpendicular
      #expect(near(p.length, 1, 1e-15) && near(p.dot(v), 0, 1e-15))
    }
  }

  @Test("a matrix product, entry by entry")
  func product() {
    let a = Matrix3(rows: 1, 2, 3, 4, 5, 6, 7, 8, 10)
    let b = Matrix3(rows: 2, -1, 0, 3, 5, -2, 1, 1, 4)
    // Rows times columns by hand.
    #expect(a * b == Matrix3(rows: 11, 12, 8, 29, 27, 14, 48, 43, 24))
    #expect(a * Vector3(1, -1, 2) == Vector3(5, 11, 19))
    #expect(a.transposedTimes(Vector3(1, -1, 2)) == a.transposed * Vector3(1, -1, 2))
    #expect(a.transposed == Matrix3(rows: 1, 4, 7, 2, 5, 8, 3, 6, 10))
    #expect(a.determinant == -3)
    #expect(a.trace == 16)
    #expect(a.largestEntry == 10)
    #expect(a.form(Vector3(1, 0, 2), Vector3(0, 1, 1)) == 41)
    #expect(a.contracted(with: b) == 80)
    #expect(Matrix3(outer: Vector3(1, 2, 3), Vector3(4, 5, 6)) == Matrix3(rows: 4, 5, 6, 8, 10, 12, 12, 15, 18))
    #expect(Matrix3(diagonal: Vector3(1, 2, 3)) * Vector3(1, 1, 1) == Vector3(1, 2, 3))
    #expect(a.symmetrized == Matrix3(rows: 1, 3, 5, 3, 5, 7, 5, 7, 10))
  }

  @Test("a rotation vector turns right-handed about its direction by its length")
  func rotationVector() {
    let quarter = Matrix3(rotationVector: .pi / 2 * .unitY)
    #expect(near(quarter * .unitZ, .unitX, 1e-15))
    #expect(near(quarter * .unitX, -.unitZ, 1e-15))
    // exp([v]×) of v = (0.3, −0.7, 1.1), scipy.linalg.expm.
    #expect(
      near(
        Matrix3(rotationVector: Vector3(0.3, -0.7, 1.1)),
        Matrix3(
          rows: 0.26946350302809186, -0.890225852756032, -0.3672701343978636, 0.709740365268855, 0.4413544434920701,
          -0.5490672719420067, 0.650890186163428, -0.11271284884431021, 0.7507581363272313), 1e-14))
  }

  @Test(
    "tiny rotations agree with their series on both sides of the switch", arguments: [1e-9, 0.99e-4, 1.01e-4, 1e-3])
  func tinyRotation(_ angle: Double) {
    let r = Matrix3(rotationVector: angle * .unitZ)
    // sin θ = θ − θ³/6, cos θ = 1 − θ²/2 + θ⁴/24
    #expect(near(r.x.y, angle - angle * angle * angle / 6, 1e-17 + 1e-16 * angle))
    #expect(near(r.x.x, 1 - angle * angle / 2 + angle * angle * angle * angle / 24, 1.2e-16))
  }

  @Test("degrees and radians")
  func degrees() {
    #expect(near(180.0.radians, .pi, 1e-15) && near((Double.pi / 6).degrees, 30, 1e-13))
    #expect(arcSine(1 + 1e-12) == .pi / 2 && arcSine(-2) == -.pi / 2)
  }

  @Test("SplitMix64 gives the numbers of its reference implementation")
  func splitMix() {
    // Seed 1234567, Vigna's splitmix64.c.
    var random = SplitMix64(seed: 1_234_567)
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
      16_408_922_859_458_223_821,
    ]
    #expect(expected.map { _ in random.next() } == expected)
  }
}
