import SpanGeometry
import SpanUncertainty
import Testing

/// The second-order term of a polyline, ½ Σᵢⱼ tr(HᵢCᵢⱼHⱼCᵢⱼᵀ), is computed in linear time by a Gram matrix. Here it is
/// evaluated as it is written, pair by pair, with Cᵢⱼ taken apart by polarisation.
@Suite("Polylines: the second-order term, pair by pair")
struct PolylineTests {
  /// Cov(a·Δᵢ, b·Δⱼ) = [Var(a·Δᵢ + b·Δⱼ) − Var(a·Δᵢ − b·Δⱼ)]/4, each variance by a spread of one row.
  struct Pairs {
    let points: [RandomPoint]
    /// The points at the ends of each segment.
    let segments: [(from: Int, to: Int)]

    private func variance(_ parts: [(segment: Int, row: Vector3)]) -> Double {
      var rows: [Int: Vector3] = [:]
      for (segment, row) in parts {
        rows[segments[segment].to, default: .zero] += row
        rows[segments[segment].from, default: .zero] -= row
      }
      var spread = Spread()
      for (point, row) in rows.sorted(by: { $0.key < $1.key }) {
        spread.add(points[point], Matrix3(outer: .unitX, row))
      }
      return spread.total.x.x
    }

    func covariance(_ i: Int, _ j: Int) -> Matrix3 {
      func entry(_ a: Vector3, _ b: Vector3) -> Double {
        (variance([(i, a), (j, b)]) - variance([(i, a), (j, -b)])) / 4
      }
      func column(_ b: Vector3) -> Vector3 {
        Vector3(entry(.unitX, b), entry(.unitY, b), entry(.unitZ, b))
      }
      return Matrix3(columns: column(.unitX), column(.unitY), column(.unitZ))
    }

    /// H = (I − uuᵀ)/d̃, d̃ = max(d, √λmax).
    func hessian(_ i: Int) -> (h: Matrix3, bias: Double) {
      let delta = points[segments[i].to].position - points[segments[i].from].position
      let s = covariance(i, i)
      let eigen = SymmetricEigen(s)
      let u = delta.length < 1e-9 ? eigen.vectors.x : delta / delta.length
      let floor = max(delta.length, max(0, eigen.values.x).squareRoot())
      guard floor > 0 else { return (.zero, 0) }
      return ((1 / floor) * (.identity - Matrix3(outer: u, u)), (s.trace - s.form(u, u)) / (2 * floor))
    }

    var secondOrder: Double {
      let h = segments.indices.map { hessian($0).h }
      var sum = 0.0
      for i in segments.indices {
        for j in segments.indices {
          let c = covariance(i, j)
          sum += 0.5 * (h[i] * c * h[j] * c.transposed).trace
        }
      }
      return sum
    }

    var bias: Double { segments.indices.reduce(0) { $0 + hessian($1).bias } }
  }

  /// Taps on many planes from many places, mixed with given points, named in this order.
  struct Chain: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let taps: Int
    let planes: Int
    let given: Int
    let names: [Int]
    let isClosed: Bool
    var step = 40.0
  }

  static let chains: [Chain] = [
    Chain(testDescription: "two taps", taps: 2, planes: 1, given: 0, names: [0, 1], isClosed: false),
    Chain(
      testDescription: "an open chain on one plane", taps: 6, planes: 1, given: 0, names: Array(0..<6), isClosed: false),
    Chain(testDescription: "a ring on one plane", taps: 7, planes: 1, given: 0, names: Array(0..<7), isClosed: true),
    Chain(
      testDescription: "a ring of segments as long as their σ", taps: 7, planes: 1, given: 0, names: Array(0..<7),
      isClosed: true, step: 1),
    Chain(
      testDescription: "a ring over nine planes", taps: 18, planes: 9, given: 0, names: Array(0..<18), isClosed: true),
    Chain(testDescription: "given points only", taps: 0, planes: 1, given: 6, names: Array(0..<6), isClosed: true),
    Chain(
      testDescription: "taps and given points", taps: 6, planes: 2, given: 4, names: [0, 6, 1, 7, 2, 8, 3, 9, 4, 5],
      isClosed: true),
    Chain(
      testDescription: "names that come again", taps: 5, planes: 2, given: 1, names: [0, 1, 2, 0, 3, 5, 1, 4, 0],
      isClosed: false),
    Chain(
      testDescription: "a point twice in a row", taps: 4, planes: 1, given: 0, names: [0, 1, 1, 2, 3], isClosed: true),
    Chain(testDescription: "there and back", taps: 3, planes: 1, given: 0, names: [0, 1, 2, 1, 0], isClosed: true),
    Chain(
      testDescription: "one hub, many spokes", taps: 12, planes: 3, given: 0, names: (1..<12).flatMap { [0, $0] },
      isClosed: false),
    Chain(
      testDescription: "a long ring, where one plane touches few segments", taps: 72, planes: 24, given: 0,
      names: Array(0..<72), isClosed: true),
  ]

  static func points(_ chain: Chain) throws -> (points: [RandomPoint], measurer: Measurer) {
    var random = Random(UInt64(chain.names.count * 100 + chain.taps))
    let rig = Rig(form: .ray, view: Point2(1000, 1000), focal: 900)
    var scene = Scene(aims: [], targets: [.existingPlaneGeometry], sigmas: Sigmas(profile: "arcore"))
    for i in 0..<chain.planes {
      // Side by side, each a little tilted.
      let turn = Matrix3(rotationVector: random.vector(0.05))
      let place = Vector3(Double(i) * 2, random.uniform(0, 0.1), -1.2)
      scene.surfaces.append(
        Scene.Surface(pose: Pose(rotation: turn, position: place), ring: Scene.Surface.square(0.98)))
    }
    for i in 0..<chain.taps {
      let over = Double(i * chain.planes / max(1, chain.taps)) * 2
      let eye = Pose.looking(
        from: Vector3(over + random.uniform(-0.1, 0.1), 1.4, 0), yaw: 0, depression: 0.85)
      let angle = 2 * .pi * Double(i) / Double(chain.taps)
      let at = Point2(0.5 + chain.step / 200 * cosine(angle), 0.5 + chain.step / 300 * sine(angle))
      scene.aims.append(Scene.Aim(eye: rig.aim(eye, at: at), pointing: .crosshair))
    }
    let located = try #require(scene.located())
    let noise = scene.sigmas.model
    let given = (0..<chain.given).map { _ in
      let root = 0.01 * random.matrix()
      return RandomPoint(given: random.vector(0.5), covariance: root * root.transposed, noise: noise)
    }
    return (try #require(located.all) + given, scene.measurer)
  }

  @Test("agrees with the direct sum", arguments: chains)
  func direct(_ chain: Chain) throws {
    let (points, measurer) = try Self.points(chain)
    let measured = try #require(
      measurer.measure(chain.isClosed ? .perimeter : .polyline, chain.names, of: points))
    let ends = Array(chain.names.dropFirst()) + (chain.isClosed ? [chain.names[0]] : [])
    let pairs = Pairs(points: points, segments: zip(chain.names, ends).map { ($0, $1) })
    let ofBudget = measured.uncertainty.budget.reduce(0) { $0 + $1.standard * $1.standard }
    let expected = (ofBudget + pairs.secondOrder).squareRoot()
    #expect(near(measured.uncertainty.standard, expected, relative: 1e-11))
    let excess = measured.uncertainty.standard * measured.uncertainty.standard - ofBudget
    #expect(near(excess, pairs.secondOrder, relative: 1e-7, absolute: 1e-12 * ofBudget))
    // low = L − b − U/(1 + kκ)
    let kappa = chain.names.map { points[$0].kappa }.max() ?? 0
    let (u, k) = (measured.uncertainty.expanded, measured.uncertainty.coverageFactor)
    let low = max(0, measured.value - pairs.bias - u / (1 + k * kappa))
    #expect(near(measured.uncertainty.low, low, relative: 1e-10, absolute: 1e-12))
    #expect(near(measured.uncertainty.high ?? 0, measured.value + u / (1 - k * kappa), relative: 1e-12))
    let length = pairs.segments.reduce(0) { $0 + (points[$1.to].position - points[$1.from].position).length }
    #expect(near(measured.value, length, relative: 1e-13))
  }
}
