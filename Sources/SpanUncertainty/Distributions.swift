#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Quantiles of the distributions that coverage needs.
package enum Distributions {
  private static let acklamA = [
    -3.969683028665376e+01, 2.209460984245205e+02, -2.759285104469687e+02, 1.383577518672690e+02,
    -3.066479806614716e+01, 2.506628277459239e+00,
  ]
  private static let acklamB = [
    -5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02, 6.680131188771972e+01,
    -1.328068155288572e+01,
  ]
  private static let acklamC = [
    -7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00, -2.549732539343734e+00,
    4.374664141464968e+00, 2.938163982698783e+00,
  ]
  private static let acklamD = [
    7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00, 3.754408661907416e+00,
  ]

  /// z with Φ(z) = p, 0 < p < 1: Acklam's rational start, one Halley step on erfc.
  package static func normalQuantile(_ p: Double) -> Double {
    func poly(_ k: [Double], _ x: Double) -> Double { k.reduce(0) { $0 * x + $1 } }
    let z: Double
    if p < 0.02425 {
      let q = (-2 * log(p)).squareRoot()
      z = poly(acklamC, q) / (poly(acklamD, q) * q + 1)
    } else if p > 1 - 0.02425 {
      let q = (-2 * log1p(-p)).squareRoot()
      z = -poly(acklamC, q) / (poly(acklamD, q) * q + 1)
    } else {
      let q = p - 0.5
      z = poly(acklamA, q * q) * q / (poly(acklamB, q * q) * q * q + 1)
    }
    let error = 0.5 * erfc(-z / 2.0.squareRoot()) - p
    let u = error * (2 * Double.pi).squareRoot() * exp(z * z / 2)
    return z - u / (1 + z * u / 2)
  }

  /// t with P(T ≤ t) = p for Student's distribution of `nu` degrees of freedom, 0.5 ≤ p < 1, nu ≥ 1.
  package static func studentQuantile(_ p: Double, degreesOfFreedom nu: Double) -> Double {
    studentQuantile(p, normalQuantile(p), nu)
  }

  /// The same for a known normal quantile z of p.
  static func studentQuantile(_ p: Double, _ z: Double, _ nu: Double) -> Double {
    guard nu.isFinite else { return z }
    let start = cornishFisher(z, nu)
    // Beyond this the four terms of the expansion are exact to 1e-12 for every confidence that is allowed.
    guard nu < 2000 else { return start }
    var t = start
    let inverseBeta = logarithmOfInverseBeta(nu / 2, 0.5)
    for _ in 0..<20 {
      let (tail, density) = studentTail(t, nu, inverseBeta)
      let step = (tail - (1 - p)) / density
      // Halley's correction: f''/f' = −(ν+1)t/(ν+t²).
      let next = t + step / (1 - 0.5 * step * (nu + 1) * t / (nu + t * t))
      // Convergence is cubic: a relative step of 1e-5 leaves an error of 1e-15.
      let done = abs(next - t) <= 1e-5 * abs(next)
      t = next
      if done { break }
    }
    return t
  }

  /// P(T > t) and the density at t > 0. With x = ν/(ν + t²) the tail is ½ I_x(ν/2, ½), and the factor in front of its
  /// continued fraction gives the density as well.
  private static func studentTail(
    _ t: Double, _ nu: Double, _ inverseBeta: Double
  ) -> (tail: Double, density: Double) {
    let (x, a) = (nu / (nu + t * t), nu / 2)
    let front = betaFront(x, a, 0.5, inverseBeta)
    // A small tail would lose digits as the difference of one half and nearly as much.
    let isMiddle = x > 0.5 && t < 2.5
    let tail = isMiddle ? 0.5 - front * studentSeries(1 - x, nu) : 0.5 * front / a * betaFraction(x, a, 0.5)
    return (tail, front / t)
  }

  /// 2F1(1, (ν + 1)/2; 3/2; y), which leads from the density to P(0 < T ≤ t) (DLMF 8.17.8): all terms are positive, and
  /// few count for y ≤ ½.
  private static func studentSeries(_ y: Double, _ nu: Double) -> Double {
    var (term, sum, odd) = (1.0, 1.0, 3.0)
    while term > 1e-17 * sum {
      term *= y * (nu + odd - 2) / odd
      sum += term
      odd += 2
    }
    return sum
  }

  /// P(T ≤ t) for Student's distribution; the normal one for infinite `nu`.
  package static func studentProbability(_ t: Double, degreesOfFreedom nu: Double) -> Double {
    let tail =
      nu.isFinite ? 0.5 * regularizedBeta(nu / (nu + t * t), nu / 2, 0.5) : 0.5 * erfc(abs(t) / 2.0.squareRoot())
    return t < 0 ? tail : 1 - tail
  }

  /// Abramowitz & Stegun 26.7.5.
  private static func cornishFisher(_ z: Double, _ nu: Double) -> Double {
    let z2 = z * z
    let g1 = z * (z2 + 1) / 4
    let g2 = z * ((5 * z2 + 16) * z2 + 3) / 96
    let g3 = z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384
    let g4 = z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / 92160
    return z + (g1 + (g2 + (g3 + g4 / nu) / nu) / nu) / nu
  }

  /// I_x(a, b).
  package static func regularizedBeta(_ x: Double, _ a: Double, _ b: Double) -> Double {
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    let front = betaFront(x, a, b, logarithmOfInverseBeta(a, b))
    return x > (a + 1) / (a + b + 2)
      ? 1 - front / b * betaFraction(1 - x, b, a) : front / a * betaFraction(x, a, b)
  }

  /// xᵃ(1 − x)ᵇ/B(a, b).
  private static func betaFront(_ x: Double, _ a: Double, _ b: Double, _ inverseBeta: Double) -> Double {
    exp(inverseBeta + a * log(x) + b * log1p(-x))
  }

  /// ln 1/B(a, b).
  private static func logarithmOfInverseBeta(_ a: Double, _ b: Double) -> Double {
    lgamma(a + b) - lgamma(a) - lgamma(b)
  }

  /// Lentz's continued fraction (Numerical Recipes §6.4, DLMF 8.17.22); converges fast for x ≤ (a + 1)/(a + b + 2).
  private static func betaFraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
    let tiny = 1e-300
    func kept(_ value: Double) -> Double { abs(value) < tiny ? tiny : value }
    var (c, d) = (1.0, 1 / kept(1 - (a + b) * x / (a + 1)))
    var fraction = d
    for m in 1..<500 {
      let m = Double(m)
      let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
      d = 1 / kept(1 + even * d)
      c = kept(1 + even / c)
      fraction *= c * d
      let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      d = 1 / kept(1 + odd * d)
      c = kept(1 + odd / c)
      fraction *= c * d
      if abs(c * d - 1) < 1e-16 { break }
    }
    return fraction
  }

  /// x with P(X ≤ x) = p for χ² of one, two or three degrees of freedom.
  package static func chiSquaredQuantile(_ p: Double, degreesOfFreedom m: Int) -> Double {
    let z = normalQuantile((1 + p) / 2)
    if m <= 1 { return z * z }
    if m == 2 { return -2 * log1p(-p) }
    // Wilson–Hilferty, then Newton on the closed form of the distribution.
    let h = 2.0 / 27
    var x = 3 * pow(1 - h + normalQuantile(p) * h.squareRoot(), 3)
    for _ in 0..<20 {
      let half = (x / 2).squareRoot()
      let density = (x / (2 * Double.pi)).squareRoot() * exp(-x / 2)
      let upper = erfc(half) + 2 * density
      let step = ((1 - p) - upper) / density
      x = max(x - step, x / 4)
      if abs(step) <= 1e-14 * x { break }
    }
    return x
  }

  /// P(X > x) for χ² of any whole number of degrees of freedom: the closed forms for one and two, and the recurrence
  /// Q(ν + 2) = Q(ν) + (x/2)^{ν/2} e^{−x/2}/Γ(ν/2 + 1) (Abramowitz & Stegun 26.4.8).
  package static func chiSquaredTail(_ x: Double, degreesOfFreedom nu: Int) -> Double {
    guard x > 0, nu > 0 else { return 1 }
    var tail = nu.isMultiple(of: 2) ? exp(-x / 2) : erfc((x / 2).squareRoot())
    var m = nu.isMultiple(of: 2) ? 2.0 : 1.0
    while m < Double(nu) {
      tail += exp(m / 2 * log(x / 2) - x / 2 - lgamma(m / 2 + 1))
      m += 2
    }
    return min(1, tail)
  }
}
