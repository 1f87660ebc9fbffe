internal import SpanGeometry

extension Triangulation {
  /// The minimum of the weighted reprojection errors.
  struct Solution {
    let views: [Reprojection]
    let position: Vector3
    let prior: SurfaceError?
    /// Λ⁻¹.
    let inverse: Matrix3
    let chiSquare: Double

    private static let weighings = 3
    private static let iterations = 30
    /// A step below this part of the range ends the search.
    private static let converged = 1e-13

    init?(_ errors: [SightErrors], near guess: Vector3, prior: SurfaceError?) {
      var (position, inverse) = (guess, Matrix3.zero)
      var views: [Reprojection] = []
      // The weights depend a little on where the point is: solve, weigh again at the solution, solve.
      for _ in 0..<Self.weighings {
        views = errors.map { Reprojection($0, near: position) }
        guard let next = Self.minimize(views, prior, from: position) else { return nil }
        (position, inverse) = next
      }
      self.views = views
      self.position = position
      self.prior = prior
      self.inverse = inverse
      chiSquare = views.reduce(Self.priorChiSquare(prior, at: position)) { $0 + $1.chiSquare($1.residual(position)) }
    }

    /// Gauss–Newton. nil when the views hold no point.
    private static func minimize(
      _ views: [Reprojection], _ prior: SurfaceError?, from start: Vector3
    ) -> (position: Vector3, inverse: Matrix3)? {
      var (position, inverse) = (start, Matrix3.zero)
      for _ in 0..<iterations {
        guard views.allSatisfy({ $0.depth(of: position) != 0 }) else { return nil }
        var (information, pull) = priorTerms(prior, at: position)
        for view in views {
          let j = view.jacobian(position)
          information += view.information(j)
          pull += view.pull(j, view.residual(position))
        }
        guard let lambda = information.definiteInverse else { return nil }
        inverse = lambda
        let step = lambda * pull
        guard step.length.isFinite else { return nil }
        position -= step
        if step.length <= converged * (1 + (position - views[0].camera).length) { return (position, inverse) }
      }
      return (position, inverse)
    }

    /// 2N − 3, and one more for a plane.
    var degreesOfFreedom: Int { 2 * views.count - 3 + (prior == nil ? 0 : 1) }

    /// n nᵀ/σ_h² and its pull; σ_h at the point in question, tilt included.
    private static func priorTerms(_ prior: SurfaceError?, at p: Vector3) -> (Matrix3, Vector3) {
      guard let prior else { return (.zero, .zero) }
      let weight = 1 / variance(prior, at: p)
      let n = prior.normal
      return (weight * Matrix3(outer: n, n), (weight * n.dot(p - prior.support)) * n)
    }

    private static func priorChiSquare(_ prior: SurfaceError?, at p: Vector3) -> Double {
      guard let prior else { return 0 }
      let height = prior.normal.dot(p - prior.support)
      return height * height / variance(prior, at: p)
    }

    /// A plane without any error would weigh infinitely: it is taken as known to a tenth of a micrometre.
    static func variance(_ prior: SurfaceError, at p: Vector3) -> Double { max(prior.rise(at: p).lengthSquared, 1e-14) }

    /// The tap whose absence makes the others agree: found by taking each out of the linearised solution, then
    /// checked by solving again without it.
    func outlier(_ errors: [SightErrors], prior: SurfaceError?) -> Int? {
      guard views.count >= 3, let information = inverse.definiteInverse else { return nil }
      var best: (index: Int, chiSquare: Double)?
      for (index, view) in views.enumerated() {
        let (j, rho) = (view.jacobian(position), view.residual(position))
        guard let without = (information - view.information(j)).definiteInverse else { continue }
        let pull = view.pull(j, rho)
        let rest = chiSquare - view.chiSquare(rho) - without.form(pull, pull)
        if rest < best?.chiSquare ?? .infinity { best = (index, rest) }
      }
      guard let best else { return nil }
      var others = errors
      others.remove(at: best.index)
      guard let again = Solution(others, near: position, prior: prior) else { return nil }
      let p = Distributions.chiSquaredTail(again.chiSquare, degreesOfFreedom: again.degreesOfFreedom)
      return p >= Triangulation.rejection ? best.index : nil
    }
  }

  /// How the solution moves with what it takes as given.
  struct Consider {
    private let solution: Solution
    private var shared = SharedColumns()
    private var own = OwnCovariances()
    private var plane = Matrix3.zero
    /// ∂X/∂s, metres: every distance between cameras × (1 + s).
    private(set) var scale = Vector3.zero

    init(_ solution: Solution, start: Vector3) {
      self.solution = solution
      for view in solution.views {
        let j = view.jacobian(solution.position)
        // A moved camera takes its rays along: X̂ follows by Λ⁻¹JᵀWJ; a turned ray moves the observation.
        let ofCamera = solution.inverse * view.information(j)
        let ofRay = solution.inverse * view.pullOfTurning(j)
        add(view.errors, ofCamera, ofRay)
        scale += ofCamera * (view.camera - start)
      }
      guard let prior = solution.prior else { return }
      let n = prior.normal
      let pull = solution.inverse * n / Solution.variance(prior, at: solution.position)
      plane = Matrix3(outer: pull, prior.rise(at: solution.position))
      scale += n.dot(prior.support - start) * pull
    }

    private mutating func add(_ errors: SightErrors, _ ofCamera: Matrix3, _ ofRay: Matrix3) {
      var view = RandomPoint(position: .zero)
      errors.moveCamera(&view, by: ofCamera)
      errors.turnRay(&view, by: ofRay)
      shared.add(.identity, view.shared)
      own.tap += view.own.tap
      own.jitter += view.own.jitter
    }

    func point(_ taps: [Tap], noise: NoiseModel) -> RandomPoint {
      var point = RandomPoint(position: solution.position)
      point.shared = shared
      point.own = own
      point.own.define(noise)
      for view in solution.views { point.defaulted.formUnion(view.errors.defaulted) }
      if let prior = solution.prior {
        point.planes = [(prior.key, plane)]
        if prior.isDefaulted { point.defaulted.formUnion(SourceSet(.plane)) }
      }
      if taps.contains(where: { $0.sight.tracking == .limited }) { point.traits.insert(.trackingLimited) }
      return point
    }
  }
}
