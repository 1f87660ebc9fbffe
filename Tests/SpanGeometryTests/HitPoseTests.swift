import SpanGeometry
import Testing

@Suite("The pose of a hit, as WebXR defines it")
struct HitPoseTests {
  private func pose(_ plane: Plane, _ ray: Ray) throws -> Pose {
    try #require(Raycast(planes: [plane], targets: [.existingPlaneInfinite]).firstHit(ray)).pose
  }

  @Test("Y is the normal, Z points back to the viewer in the surface, X = Y × Z")
  func floor() throws {
    let pose = try pose(.floor(0), Ray(origin: Vector3(0, 3, 4), unitDirection: Vector3(0, -0.6, -0.8)))
    #expect(near(pose.rotation.y, .unitY) && near(pose.rotation.z, .unitZ) && near(pose.rotation.x, .unitX))
    #expect(near(pose.position, .zero, 1e-15))
  }

  @Test("seen from behind Y is the other side of the plane")
  func fromBehind() throws {
    let pose = try pose(.floor(0), Ray(origin: Vector3(0, -3, 4), unitDirection: Vector3(0, 0.6, -0.8)))
    #expect(near(pose.rotation.y, -.unitY) && near(pose.rotation.z, .unitZ) && near(pose.rotation.x, -.unitX))
  }

  @Test("head on to a wall Z falls back to world up")
  func headOnWall() throws {
    let pose = try pose(.wall(z: -2), Ray(origin: Vector3(0.5, 1, 0), unitDirection: -.unitZ))
    #expect(near(pose.rotation.y, .unitZ) && near(pose.rotation.z, .unitY) && near(pose.rotation.x, -.unitX))
  }

  @Test("straight down onto a floor, where up vanishes as well, Z is world +X")
  func straightDown() throws {
    let pose = try pose(.floor(0), .down())
    #expect(near(pose.rotation.y, .unitY) && near(pose.rotation.z, .unitX) && near(pose.rotation.x, -.unitZ))
  }

  @Test("it is a rotation, Z leans to the viewer and lies in the surface", arguments: Random.seeds)
  func general(_ seed: UInt64) throws {
    var random = Random(seed)
    let (plane, origin) = (Plane.square(1, at: random.pose(2)), random.vector(6))
    let target = plane.pose.toWorld(Vector3(random.uniform(-0.9, 0.9), 0, random.uniform(-0.9, 0.9)))
    let pose = try pose(plane, Ray(from: origin, to: target))
    #expect(pose.rotation.deviationFromOrthonormal < 1e-12 && near(pose.rotation.determinant, 1, 1e-12))
    #expect(near(abs(pose.rotation.y.dot(plane.normal)), 1, 1e-12))
    let back = origin - target
    #expect(pose.rotation.y.dot(back) > 0 && pose.rotation.z.dot(back) > 0)
    #expect(near(pose.rotation.x.dot(back), 0, 1e-11))
  }
}
