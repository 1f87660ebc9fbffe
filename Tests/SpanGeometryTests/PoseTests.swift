import SpanGeometry
import Testing

@Suite("Poses: what is a rigid transform, and what the sender of another one most likely did")
struct PoseTests {
  /// Quarter turn about Y, moved to (1, 2, 3), column-major.
  static let quarterTurn: [Double] = [0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 2, 3, 1]

  static func pose(_ m: [Double]) throws(PoseFault) -> Pose { try Pose(columnMajor: InlineArray { m[$0] }) }

  static func fault(_ m: [Double]) -> PoseFault? {
    do throws(PoseFault) {
      _ = try pose(m)
      return nil
    } catch {
      return error
    }
  }

  @Test("sixteen numbers are columns, local to world, the translation last")
  func columns() throws {
    let pose = try Self.pose(Self.quarterTurn)
    // Local −Z of a camera turned left by 90° looks along −X.
    #expect(pose.rotation * -.unitZ == -.unitX)
    #expect(pose.toWorld(Vector3(0, 0, -2)) == Vector3(-1, 2, 3))
    #expect(pose.toLocal(Vector3(-1, 2, 3)) == Vector3(0, 0, -2))
  }

  @Test("the inverse undoes the pose", arguments: Random.seeds)
  func inverse(_ seed: UInt64) {
    var random = Random(seed)
    let (pose, p) = (random.pose(), random.vector(10))
    #expect(near(pose.inverse.toWorld(pose.toWorld(p)), p, 1e-14))
    #expect(near(pose.toLocal(pose.toWorld(p)), p, 1e-14))
  }

  @Test("a matrix written row by row is named as such")
  func rowMajor() {
    let transposed = (0..<16).map { Self.quarterTurn[($0 % 4) * 4 + $0 / 4] }
    #expect(Self.fault(transposed) == .rowMajor)
  }

  @Test("without a translation a transposed rotation cannot be told from another rotation")
  func rowMajorAtOrigin() {
    var still = Self.quarterTurn
    (still[12], still[13], still[14]) = (0, 0, 0)
    #expect(Self.fault((0..<16).map { still[($0 % 4) * 4 + $0 / 4] }) == nil)
  }

  @Test("a bottom row that is neither is not rigid", arguments: [(3, 0.1), (7, -1e-5), (11, 2), (15, 1.1), (15, 0)])
  func bottomRow(_ index: Int, _ value: Double) {
    var m = Self.quarterTurn
    m[index] = value
    guard case .notRigid? = Self.fault(m) else {
      Issue.record("\(String(describing: Self.fault(m)))")
      return
    }
  }

  @Test("the bottom row may be off by 1e-6", arguments: [(3, 1e-6), (7, -1e-6), (11, 0.9e-6), (15, 1 - 0.9e-6)])
  func bottomRowSlack(_ index: Int, _ value: Double) {
    var m = Self.quarterTurn
    m[index] = value
    #expect(Self.fault(m) == nil)
  }

  @Test("a flipped axis is mirrored, whichever it is", arguments: [0, 4, 8])
  func mirrored(_ column: Int) {
    var m = Self.quarterTurn
    for row in 0..<3 { m[column + row] *= -1 }
    #expect(Self.fault(m) == .mirrored)
  }

  @Test("a hidden scale is named with its factors")
  func scaled() throws {
    var m = Self.quarterTurn
    for (column, factor) in [(0, 2.0), (4, 3.0), (8, 0.5)] { for row in 0..<3 { m[column + row] *= factor } }
    #expect(Self.fault(m) == .scaled(Vector3(2, 3, 0.5)))
  }

  @Test("a shear is not rigid, and says by how much")
  func sheared() {
    var m: [Double] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    m[4] = 0.5
    // RᵀR = [[1, ½, 0], [½, 1¼, 0], [0, 0, 1]]
    #expect(Self.fault(m) == .notRigid(0.5))
  }

  @Test("a matrix without volume is not rigid")
  func flat() {
    var m = Self.quarterTurn
    for row in 0..<3 { m[row] = 0 }
    guard case .notRigid? = Self.fault(m) else {
      Issue.record("\(String(describing: Self.fault(m)))")
      return
    }
  }

  @Test("numbers that overflow are refused, not passed on", arguments: [1e155, 1e200, 1e308])
  func overflow(_ huge: Double) {
    #expect(Self.fault(Self.quarterTurn.enumerated().map { $0 < 11 ? huge * $1 : $1 }) != nil)
  }

  @Test("|RᵀR − I| up to 1e-3 is mended, beyond it refused", arguments: [(0.999e-3, true), (1.001e-3, false)])
  func tolerance(_ deviation: Double, _ isAccepted: Bool) throws {
    var m: [Double] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    m[4] = deviation
    if isAccepted {
      #expect(try Self.pose(m).rotation.deviationFromOrthonormal < 1e-15)
    } else {
      #expect(Self.fault(m) == .notRigid(deviation))
    }
  }
}

@Suite("Quaternions, w last")
struct QuaternionTests {
  static func fault(_ x: Double, _ y: Double, _ z: Double, _ w: Double) -> PoseFault? {
    do throws(PoseFault) {
      _ = try Pose(position: .zero, orientation: x, y, z, w)
      return nil
    } catch {
      return error
    }
  }

  @Test("q v q* by Hamilton's product is what the matrix does", arguments: Random.seeds)
  func hamilton(_ seed: UInt64) throws {
    var random = Random(seed)
    let (axis, angle, v) = (random.unit(), random.uniform(-3, 3), random.vector())
    let half = Vector3(sine(angle / 2) * axis.x, sine(angle / 2) * axis.y, sine(angle / 2) * axis.z)
    let w = cosine(angle / 2)
    let pose = try Pose(position: .zero, orientation: half.x, half.y, half.z, w)
    // v + 2w (q × v) + 2 q × (q × v)
    let turned = v + 2 * w * half.cross(v) + 2 * half.cross(half.cross(v))
    #expect(near(pose.rotation * v, turned, 1e-14))
    #expect(near(pose.rotation, Matrix3(rotationVector: angle * axis), 1e-14))
  }

  @Test("q and −q turn alike")
  func doubleCover() throws {
    let a = try Pose(position: .zero, orientation: 0.1, 0.2, 0.3, 0.927361849549570)
    let b = try Pose(position: .zero, orientation: -0.1, -0.2, -0.3, -0.927361849549570)
    #expect(near(a.rotation, b.rotation, 1e-15))
  }

  @Test("a norm within 1e-3 of 1 is normalised", arguments: [1 - 0.99e-3, 1, 1 + 0.99e-3])
  func normalised(_ norm: Double) throws {
    let pose = try Pose(position: Vector3(1, 2, 3), orientation: 0, 0.6 * norm, 0, 0.8 * norm)
    #expect(pose.rotation.deviationFromOrthonormal < 1e-15)
    #expect(pose.position == Vector3(1, 2, 3))
    // 2 atan2(0.6, 0.8) about Y: cos = 0.64 − 0.36, sin = 2 · 0.48
    #expect(near(pose.rotation * .unitZ, Vector3(0.96, 0, 0.28), 1e-15))
  }

  @Test("farther off it is refused with its norm", arguments: [0.5, 0.998, 1.002, 2])
  func notUnit(_ norm: Double) {
    guard case .quaternionNotUnit(let found)? = Self.fault(0, 0.6 * norm, 0, 0.8 * norm) else {
      Issue.record("not refused")
      return
    }
    #expect(near(found, norm, 1e-15 * 2))
  }

  @Test("zero, also when its squares underflow, has no direction", arguments: [0, 1e-13, 1e-200])
  func zero(_ size: Double) {
    #expect(Self.fault(size, 0, 0, 0) == .quaternionZero)
  }
}
