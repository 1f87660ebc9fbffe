import SpanGeometry
import SpanUncertainty

// The numbers come from an independent calculation, which was checked by simulation. Points are named by index: taps
// first, then given points.

extension Golden {
  static let points: [Golden] = [
    Golden(
      "Two points with known sigmas: quadrature, k from the t distribution",
      Scene(
        aims: [],
        given: [
          GivenPoint(
            position: Vector3(0, 0, 0),
            covariance: Matrix3(columns: Vector3(0.0009, 0, 0), Vector3(0, 0.0009, 0), Vector3(0, 0, 0.0009))),
          GivenPoint(
            position: Vector3(1, 0, 0),
            covariance: Matrix3(columns: Vector3(0.000225, 0, 0), Vector3(0, 0.000225, 0), Vector3(0, 0, 0.000225))),
        ], snap: .standard, sigmas: Sigmas(profile: "generic", overrides: [.definition: 0, .scale: 0])),
      [
        Expected(
          .distance, [0, 1], value: 1, standard: 0.03355988118274557, expanded: 0.06740700515062248,
          low: 0.9314679948493775, high: 1.0674070051506224, factor: 2.008559112100761, degreesOfFreedom: 50, kappa: 0,
          budget: [.prior: 0.03354101966249685])
      ]),
    Golden(
      "A length about its own sigma cannot be told from zero: low is 0, never negative",
      Scene(
        aims: [],
        given: [
          GivenPoint(
            position: Vector3(0, 0, 0),
            covariance: Matrix3(columns: Vector3(0.0009, 0, 0), Vector3(0, 0.0009, 0), Vector3(0, 0, 0.0009))),
          GivenPoint(
            position: Vector3(0.04, 0, 0),
            covariance: Matrix3(columns: Vector3(0.000225, 0, 0), Vector3(0, 0.000225, 0), Vector3(0, 0, 0.000225))),
        ], snap: .standard, sigmas: Sigmas(profile: "generic", overrides: [.definition: 0, .scale: 0])),
      [
        Expected(.distance, [0, 1], value: 0.04, low: 0)
      ]),
    Golden(
      "Points without covariance: the profile's plane offset is assumed and flagged",
      Scene(
        aims: [],
        given: [
          GivenPoint(position: Vector3(0, 0, 0), covariance: nil),
          GivenPoint(position: Vector3(2, 0, 0), covariance: nil),
        ], snap: .standard, sigmas: Sigmas(profile: "arkit", overrides: [.definition: 0])),
      [
        Expected(
          .distance, [0, 1], value: 2, standard: 0.03316639865888366, expanded: 0.07269627255177719,
          low: 1.9272037274482228, high: 2.0726962725517772, factor: 2.1918651252871375,
          degreesOfFreedom: 11.388235294117647, kappa: 0, budget: [.prior: 0.01414213562373095, .scale: 0.03])
      ]),
    Golden(
      "Scale acts on the length; the distance of a point to itself is exactly 0",
      Scene(
        aims: [],
        given: [
          GivenPoint(
            position: Vector3(0, 0, 0),
            covariance: Matrix3(columns: Vector3(0.0009, 0, 0), Vector3(0, 0.0009, 0), Vector3(0, 0, 0.0009))),
          GivenPoint(
            position: Vector3(3, 0, 0),
            covariance: Matrix3(columns: Vector3(0, 0, 0), Vector3(0, 0, 0), Vector3(0, 0, 0))),
        ], snap: .standard, sigmas: Sigmas(profile: "generic", overrides: [.definition: 0, .scale: 0.01])),
      [
        Expected(
          .distance, [0, 1], value: 3, standard: 0.04242746751810671, expanded: 0.08417488715900684,
          low: 2.915525112840993, high: 3.0841748871590067, factor: 1.9839715185235518, degreesOfFreedom: 100, kappa: 0,
          budget: [.prior: 0.03, .scale: 0.03]),
        Expected(.distance, [0, 0], value: 0, high: 0),
      ]),
    Golden(
      "Three points on a line: 180 degrees with a range, not plus or minus zero",
      Scene(
        aims: [],
        given: [
          GivenPoint(
            position: Vector3(-1, 0, 0),
            covariance: Matrix3(columns: Vector3(0.0001, 0, 0), Vector3(0, 0.0001, 0), Vector3(0, 0, 0.0001))),
          GivenPoint(
            position: Vector3(0, 0, 0),
            covariance: Matrix3(columns: Vector3(0.0001, 0, 0), Vector3(0, 0.0001, 0), Vector3(0, 0, 0.0001))),
          GivenPoint(
            position: Vector3(1, 0, 0),
            covariance: Matrix3(columns: Vector3(0.0001, 0, 0), Vector3(0, 0.0001, 0), Vector3(0, 0, 0.0001))),
        ], snap: .standard, sigmas: Sigmas(profile: "generic", overrides: [.scale: 0])),
      [
        Expected(.angle, [0, 1, 2], value: 180, standard: 1.7945564993506116, low: 176.40902519498235, high: 180)
      ]),
    Golden(
      "An angle near zero keeps a range that stays above zero",
      Scene(
        aims: [],
        given: [
          GivenPoint(
            position: Vector3(1, 0, 0),
            covariance: Matrix3(columns: Vector3(0.0001, 0, 0), Vector3(0, 0.0001, 0), Vector3(0, 0, 0.0001))),
          GivenPoint(
            position: Vector3(0, 0, 0),
            covariance: Matrix3(columns: Vector3(0.0001, 0, 0), Vector3(0, 0.0001, 0), Vector3(0, 0, 0.0001))),
          GivenPoint(
            position: Vector3(1, 0.01, 0),
            covariance: Matrix3(columns: Vector3(0.0001, 0, 0), Vector3(0, 0.0001, 0), Vector3(0, 0, 0.0001))),
        ], snap: .standard, sigmas: Sigmas(profile: "generic", overrides: [.scale: 0])),
      [
        Expected(.angle, [0, 1, 2], value: 0.5729386977, standard: 1.0360790462500595, low: 0, high: 2.64603922731141)
      ]),
    Golden(
      "Collinear ring: area 0 with a range",
      Scene(
        aims: [],
        given: [
          GivenPoint(
            position: Vector3(0, 0, 0),
            covariance: Matrix3(columns: Vector3(0.0001, 0, 0), Vector3(0, 0.0001, 0), Vector3(0, 0, 0.0001))),
          GivenPoint(
            position: Vector3(1, 0, 0),
            covariance: Matrix3(columns: Vector3(0.0001, 0, 0), Vector3(0, 0.0001, 0), Vector3(0, 0, 0.0001))),
          GivenPoint(
            position: Vector3(2, 0, 0),
            covariance: Matrix3(columns: Vector3(0.0001, 0, 0), Vector3(0, 0.0001, 0), Vector3(0, 0, 0.0001))),
        ], snap: .standard, sigmas: Sigmas(profile: "generic", overrides: [.scale: 0])),
      [
        Expected(.area, [0, 1, 2], value: 0, standard: 0.015660459763365827, low: 0, high: 0.031332038159899205)
      ]),
    Golden(
      "Polyline of short segments: the range holds the bias",
      Scene(
        aims: [],
        given: [
          GivenPoint(
            position: Vector3(0, 0, 0),
            covariance: Matrix3(columns: Vector3(0.0001, 0, 0), Vector3(0, 0.0001, 0), Vector3(0, 0, 0.0001))),
          GivenPoint(
            position: Vector3(0.03, 0, 0),
            covariance: Matrix3(columns: Vector3(0.0001, 0, 0), Vector3(0, 0.0001, 0), Vector3(0, 0, 0.0001))),
          GivenPoint(
            position: Vector3(0.06, 0, 0),
            covariance: Matrix3(columns: Vector3(0.0001, 0, 0), Vector3(0, 0.0001, 0), Vector3(0, 0, 0.0001))),
          GivenPoint(
            position: Vector3(0.09, 0, 0),
            covariance: Matrix3(columns: Vector3(0.0001, 0, 0), Vector3(0, 0.0001, 0), Vector3(0, 0, 0.0001))),
          GivenPoint(
            position: Vector3(0.12, 0, 0),
            covariance: Matrix3(columns: Vector3(0.0001, 0, 0), Vector3(0, 0.0001, 0), Vector3(0, 0, 0.0001))),
          GivenPoint(
            position: Vector3(0.15, 0, 0),
            covariance: Matrix3(columns: Vector3(0.0001, 0, 0), Vector3(0, 0.0001, 0), Vector3(0, 0, 0.0001))),
          GivenPoint(
            position: Vector3(0.18, 0, 0),
            covariance: Matrix3(columns: Vector3(0.0001, 0, 0), Vector3(0, 0.0001, 0), Vector3(0, 0, 0.0001))),
        ], snap: .standard, sigmas: Sigmas(profile: "generic", overrides: [.scale: 0])),
      [
        Expected(
          .polyline, [0, 1, 2, 3, 4, 5, 6], value: 0.18, standard: 0.025823202314542205, low: 0.08473526138084853,
          high: 0.23166473861915143)
      ]),
    Golden(
      "Perimeter of a small square",
      Scene(
        aims: [],
        given: [
          GivenPoint(
            position: Vector3(0, 0, 0),
            covariance: Matrix3(columns: Vector3(0.0001, 0, 0), Vector3(0, 0.0001, 0), Vector3(0, 0, 0.0001))),
          GivenPoint(
            position: Vector3(0.05, 0, 0),
            covariance: Matrix3(columns: Vector3(0.0001, 0, 0), Vector3(0, 0.0001, 0), Vector3(0, 0, 0.0001))),
          GivenPoint(
            position: Vector3(0.05, 0, 0.05),
            covariance: Matrix3(columns: Vector3(0.0001, 0, 0), Vector3(0, 0.0001, 0), Vector3(0, 0, 0.0001))),
          GivenPoint(
            position: Vector3(0, 0, 0.05),
            covariance: Matrix3(columns: Vector3(0.0001, 0, 0), Vector3(0, 0.0001, 0), Vector3(0, 0, 0.0001))),
        ], snap: .standard, sigmas: Sigmas(profile: "generic", overrides: [.scale: 0])),
      [
        Expected(
          .perimeter, [0, 1, 2, 3], value: 0.2, standard: 0.031097395389324812, low: 0.12034313065296703,
          high: 0.262216869347033)
      ]),
  ]
}
