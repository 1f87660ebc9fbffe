import SpanGeometry
import SpanUncertainty
import Testing

@Suite("A reference length tells the scale")
struct ReferenceTests {
  @Test("s = L₀/m − 1, u(s)² = (u₀/L₀)² + (u_m/m)²")
  func scale() {
    let reference = Reference(measured: 0.74, measuredStandard: 0.0148, true: 0.75, trueStandard: 0.0075)
    #expect(near(reference.scale, 0.75 / 0.74))
    // 1 % and 2 %: √(0.0001 + 0.0004)
    #expect(near(reference.standard, 0.0005.squareRoot()))
  }

  @Test("no scale is known better than half a per cent", arguments: [(0.0, 0.0), (0.001, 0.001), (0.0034, 0.0034)])
  func lowest(measured: Double, known: Double) {
    #expect(Reference(measured: 1, measuredStandard: measured, true: 1, trueStandard: known).standard == 0.005)
  }

  private static func measured() throws -> Measured {
    var result = try Views.anyDistance()
    result.value = 2
    (result.uncertainty.standard, result.uncertainty.expanded) = (0.02, 0.05)
    (result.uncertainty.low, result.uncertainty.high) = (1.9, 2.2)
    (result.uncertainty.coverageFactor, result.uncertainty.degreesOfFreedom) = (2.5, 6)
    (result.uncertainty.kappa, result.uncertainty.flags) = (0.1, [.grazing])
    result.uncertainty.budget[0].standard = 0.02
    return result
  }

  @Test(
    "lengths are multiplied by it, areas by its square, volumes by its cube, angles not at all",
    arguments: [
      (Measurand.distance, 1.1), (.polyline, 1.1), (.perimeter, 1.1), (.height, 1.1), (.pointToPlane, 1.1),
      (.area, 1.21),
      (.volume, 1.331), (.angle, 1),
    ])
  func kinds(kind: Measurand, factor: Double) throws {
    var measured = try Self.measured()
    measured.scale(by: 1.1, exponent: kind.scaleExponent)
    let u = measured.uncertainty
    #expect(near(measured.value, 2 * factor) && near(u.standard, 0.02 * factor) && near(u.expanded, 0.05 * factor))
    #expect(near(u.low, 1.9 * factor) && near(u.high ?? .nan, 2.2 * factor))
    #expect(near(u.budget[0].standard, 0.02 * factor) && u.budget[0].share == 1)
    // Pure numbers stay.
    #expect(u.coverageFactor == 2.5 && u.degreesOfFreedom == 6 && u.kappa == 0.1 && u.flags == [.grazing])
  }

  @Test("parts follow; how far a ring is from flat is a length")
  func parts() throws {
    var distance = try Self.measured()
    guard case .distance(var part, _) = distance.components else { throw Views.NoSight() }
    (part.value, part.uncertainty) = (1, distance.uncertainty)
    distance.components = .distance(horizontal: part, vertical: part)
    distance.scale(by: 1.1, exponent: 1)
    guard case .distance(let level, let upright) = distance.components else {
      throw Views.NoSight()
    }
    #expect(near(level.value, 1.1) && near(upright.uncertainty.low, 1.9 * 1.1))
    var area = try Self.measured()
    area.components = .area(horizontal: part, nonPlanarity: 0.01)
    area.scale(by: 1.1, exponent: 2)
    guard case .area(let seen, let nonPlanarity) = area.components else {
      throw Views.NoSight()
    }
    #expect(near(seen.value, 1.21) && near(seen.uncertainty.standard, 0.0242))
    #expect(near(nonPlanarity, 0.011))
  }

  @Test("an upper end that is not there stays so")
  func unbounded() throws {
    var open = try Self.measured()
    open.uncertainty.high = nil
    open.scale(by: 1.1, exponent: 1)
    #expect(open.uncertainty.high == nil)
  }
}
