import SpanGeometry
import SpanUncertainty
import Testing

@testable import SpanReport

@Suite("Views of a report")
struct ViewTests {
  @Test("the plan is seen from above: right is +X, up is −Z")
  func plan() throws {
    let report = Sample.chain([Vector3(1, 5, -2), Vector3(4, 5, 3)])
    let view = try #require(View.all(of: report).first)
    #expect(View.all(of: report).count == 1)
    #expect(view.layer == .plan)
    #expect(view.anchors.map(\.at) == [Point2(1, 2), Point2(4, -3)])
  }

  @Test("there is none without anchors")
  func empty() { #expect(View.all(of: Sample.report([])).isEmpty) }

  /// A wall that runs 30° from +X towards +Z.
  @Test("an elevation is seen at right angles to what it spreads along")
  func elevation() throws {
    let along = Vector3(cosine(30.0.radians), 0, sine(30.0.radians))
    let ring = [Vector3.zero, 4 * along, 4 * along + 2.5 * .unitY, 2.5 * .unitY]
    let report = Sample.report([Sample.row(.area, ring)], anchors: Sample.places(ring))
    let views = View.all(of: report)
    #expect(views.map(\.layer) == [.plan, .elevation])
    let view = try #require(views.last)
    #expect(view.frame.contains("30° from its +X towards its +Z"))
    let expected = [Point2(0, 0), Point2(4, 0), Point2(4, 2.5), Point2(0, 2.5)]
    for (point, other) in zip(ring.map(view.project), expected) { #expect((point - other).length < 1e-12) }
    #expect(view.anchors.count == 4)
  }

  @Test("what stands upright goes into the elevation")
  func upright() {
    let (o, up, right) = (Vector3.zero, Vector3(0, 2, 0), Vector3(2, 0, 0))
    let steep = Vector3(1, 1.01, 0)
    let flat = Vector3(1, 0.99, 0)
    for (row, isUpright) in [
      (Sample.row(.height, [o, right]), true), (Sample.row(.distance, [o, steep]), true),
      (Sample.row(.distance, [o, flat]), false), (Sample.row(.polyline, [o, up, up + right]), false),
      (Sample.row(.polyline, [o, up, up + 0.5 * right]), true), (Sample.row(.area, [o, right, right + up]), true),
      (Sample.row(.perimeter, [o, right, Vector3(0, 0.5, 2)]), false),
      (Sample.row(.area, [o, up, 2 * up]), true), (Sample.row(.area, [o, right, 2 * right]), false),
      (Sample.row(.angle, [up, o, right]), true), (Sample.row(.angle, [Vector3(0, 0, 1), o, right]), false),
      (Sample.row(.volume, [o, right, Vector3(0, 0, 2), up]), false),
      (Sample.row(.volume, [o, right, up, Vector3(0, 0, 2)]), true),
      (Sample.row(.pointToPlane, [up], foot: o), true), (Sample.row(.pointToPlane, [o], foot: right), false),
      (Sample.row(.pointToPlane, [o]), false),
    ] { #expect(row.isUpright == isUpright, "\(row.kind) of \(row.positions)") }
  }
}
