import SpanAPI
import SpanGeometry
import SpanUncertainty
import Testing

@Suite("Decoding a measure request")
struct MeasureDecodingTests {
  @Test("Every member arrives where it belongs")
  func everything() throws {
    let outcome = measure(Sample.everything)
    #expect(outcome.faults == [])
    let request = try #require(outcome.request)
    #expect(request.taps.map(\.id) == ["t", "tap-2", "tap-3"])
    #expect(!request.isShorthand)
    #expect(request.taps[0].tap.pointing == .mouse)
    #expect(request.taps[0].tap.pointingSigma == 1.5)
    #expect(request.taps[0].tap.view?.screenPoint == Point2(480, 360))
    #expect(request.taps[1].tap.sight.tracking == .limited)
    #expect(
      request.taps[1].tap.view?.camera.optics
        == .projection(Projection(p0: 1.5, p4: 0, p5: 2, p8: 0, p9: 0), width: 1080, height: 2400))
    #expect(request.taps[2].tap.view == nil)
    #expect(request.taps[2].tap.sight.ray == Ray(origin: Vector3(0, 1.5, 0), unitDirection: Vector3(0, -1, 0)))
    #expect(request.planes.ids == ["floor", "table", "wall", "desk"])
    #expect(request.planes.planes.map(\.kind) == [.existing, .estimated, .existing, .existing])
    #expect(request.planes.planes.map(\.isSubsumed) == [false, true, false, false])
    #expect(request.planes.planes.map { $0.outline?.vertices.count } == [4, 4, 3, 3])
    #expect(request.planes.planes[1].alignment == .horizontal)
    #expect(request.planes.sigmas[1] == PlaneSigma(offset: 0.01, tilt: (1.0).radians, boundary: 0.02))
    #expect(request.featurePoints == [Vector3(0, 0, -1), Vector3(0.5, 0.25, -1)])
    #expect(request.points.map(\.id) == ["a", "b", "c"])
    #expect(request.points[0].planeID == "floor")
    #expect(request.points[0].covariance == Matrix3(diagonal: Vector3(1e-4, 1e-4, 1e-4)))
    #expect(request.points[1].covariance == request.points[0].covariance)
    #expect(request.points[2].covariance == nil)
    #expect(request.targets == Target.allCases)
    #expect(request.snap == SnapOptions(radius: 0.03, points: true, edges: false))
    #expect(
      request.measurements.map(\.id) == ["m", "measurement-2", "measurement-3", "measurement-4", "measurement-5"])
    #expect(request.measurements[0].points == [.point(0), .tap(0)])
    #expect(request.measurements[0].names == ["a", "t"])
    #expect(request.measurements[3].points == [.tap(1)])
    #expect(request.measurements[3].plane == 2)
    #expect(request.profile == .arkit)
    #expect(request.noise == [.scale: 0.01, .planeTiltDegrees: 0.5])
    #expect(request.confidence == 0.9)
    #expect(request.unit == .feetAndInches)
  }

  @Test("The plainest request gets the documented defaults")
  func defaults() throws {
    let request = try #require(measure(Sample.request()).request)
    #expect(request.taps.map(\.id) == ["tap-1"])
    #expect(request.isShorthand)
    #expect(request.taps[0].tap.pointing == .finger)
    #expect(request.targets == [.existingPlaneGeometry, .estimatedPlane])
    #expect(request.alignment == .any)
    #expect(request.snap == SnapOptions(radius: 0.025, points: true, edges: true))
    #expect(request.measurements == [])
    #expect(request.profile.name == "generic")
    #expect(request.noise == [:])
    #expect(request.confidence == 0.95)
    #expect(request.unit == .metres)
    // Straight through the principal point, 45° down.
    let direction = request.taps[0].tap.sight.ray.direction
    #expect(abs(direction.y + 0.5.squareRoot()) < 1e-12 && abs(direction.z + 0.5.squareRoot()) < 1e-12)
  }

  @Test("null means absent")
  func null() throws {
    let request = try #require(
      measure(
        """
        {"camera":null,"screenPoint":null,"taps":[{"id":null,"camera":null,"screenPoint":null,"ray":\(Sample.ray),
        "pointing":null,"pointingSigma":null}],"planes":[{"id":"f","pose":\(Sample.identity),"kind":null,
        "polygon":null,"extent":{"width":1,"height":1,"rotationOnYAxisDegrees":null},"center":null,"alignment":null,
        "classification":null,"subsumedBy":null,"sigma":{"offset":null,"tiltDegrees":null,"boundary":null}},
        {"id":"g","pose":\(Sample.identity),"polygon":\(Sample.polygon),"sigma":null}],"featurePoints":null,
        "points":[{"id":"p","position":[0,0,0],"covariance":null,"planeId":null}],"targets":null,"alignment":null,
        "snap":{"radius":null,"points":null,"edges":null},"measurements":null,"profile":null,"noise":{"scale":null},
        "confidence":null,"unit":null}
        """
      ).request)
    #expect(request.taps.map(\.id) == ["tap-1"])
    #expect(request.snap == .standard)
    #expect(request.planes.sigmas == [PlaneSigma(), PlaneSigma()])
    #expect(request.measurements.count == 1)
    #expect(request.noise == [:])
  }

  @Test("Without measurements each consecutive pair of points, then taps, that ends in a tap is a distance")
  func defaultMeasurements() throws {
    let request = try #require(
      measure(
        #"{"points":\#(Sample.points),"taps":[{"ray":\#(Sample.ray)},{"id":"z","ray":\#(Sample.ray)}]}"#
      ).request)
    #expect(request.measurements.map(\.names) == [["c", "tap-1"], ["tap-1", "z"]])
    #expect(request.measurements.map(\.points) == [[.point(2), .tap(0)], [.tap(0), .tap(1)]])
    #expect(request.measurements.map(\.id) == ["measurement-1", "measurement-2"])
    #expect(request.measurements.allSatisfy { $0.kind == .distance })
    let pointsOnly = try #require(measure(#"{"points":\#(Sample.points)}"#).request)
    #expect(pointsOnly.measurements == [])
    let none = try #require(
      measure(#"{"measurements":[],"taps":[{"ray":\#(Sample.ray)},{"ray":\#(Sample.ray)}]}"#).request)
    #expect(none.measurements == [])
  }

  @Test("snap false switches snapping off")
  func snapOff() throws {
    #expect(measure(Sample.request(["snap": "false"])).request?.snap == .off)
  }

  @Test("The sigma of a ray tap comes in mrad")
  func raySigma() throws {
    let request = measure(#"{"taps":[{"ray":\#(Sample.ray),"pointingSigma":4}]}"#).request
    #expect(request?.taps[0].tap.pointingSigma == 0.004)
  }

  @Test(
    "A camera that relocalises, or has no tracking, knows nothing",
    arguments: [
      (#"{"state":"normal"}"#, Camera.Tracking.normal), (#"{"state":"limited","reason":"excessiveMotion"}"#, .limited),
      (#"{"state":"limited","reason":"relocalizing"}"#, .unavailable), (#"{"state":"notAvailable"}"#, .unavailable),
    ])
  func tracking(_ text: String, expected: Camera.Tracking) {
    #expect(measure(Sample.request(camera: ["tracking": text])).request?.taps[0].tap.sight.tracking == expected)
  }

  @Test("The six numbers of a covariance are xx, xy, xz, yy, yz, zz; rounding dust is mended")
  func covariances() throws {
    func covariance(_ text: String) -> Matrix3? {
      measure(#"{"points":[{"id":"a","position":[0,0,0],"covariance":\#(text)}]}"#).request?.points[0].covariance
    }
    let six = try #require(covariance("[4,1,0.5,5,0.25,6]"))
    #expect(six == Matrix3(columns: Vector3(4, 1, 0.5), Vector3(1, 5, 0.25), Vector3(0.5, 0.25, 6)))
    #expect(covariance("[4,1,0.5,1,5,0.25,0.5,0.25,6]") == six)
    // Asymmetric by 4e-6 of the largest entry: averaged.
    let dusty = try #require(covariance("[1,0.500002,0,0.499998,1,0,0,0,1]"))
    #expect(abs(dusty.x.y - 0.5) < 1e-12 && dusty.x.y == dusty.y.x)
    // An eigenvalue of -5e-7: clipped to 0.
    let clipped = try #require(covariance("[1,0,0,-5e-7,0,1]"))
    #expect(SymmetricEigen(clipped).values.z >= -1e-20)
    #expect(covariance("[0,0,0,0,0,0]") == .zero)
    #expect(covariance("[1e-300,0,0,1e-300,0,1e-300]") != nil)
    #expect(covariance("[1e12,0,0,1e12,0,1e12]") != nil)
  }

  @Test(
    "An outline without area is kept, marked as degenerate",
    arguments: [
      "[]", "[[0,0]]", "[[0,0],[1,0]]", "[[0,0],[1,1],[2,2]]", "[0,0,1,0]", "[[0,0],[0,0],[0,0],[1,0]]",
    ])
  func degenerateOutlines(_ polygon: String) throws {
    let request = try #require(measure(Sample.request(planeMembers: "", polygon: polygon)).request)
    #expect(request.planes.planes[0].extent == .degenerate)
  }

  @Test("An estimated plane without outline has no end")
  func unbounded() throws {
    let text = Sample.request(planeMembers: #""kind":"estimated","center":[1,0,2]"#, polygon: nil)
    #expect(measure(text).request?.planes.planes[0].extent == .unbounded(center: Point2(1, 2)))
  }

  @Test("Generated ids skip names that are taken anywhere")
  func generatedIDs() throws {
    let ray = Sample.ray
    let request = try #require(
      measure(
        """
        {"points":[{"id":"tap-1","position":[0,0,0]}],"taps":[{"ray":\(ray)},{"ray":\(ray)},{"id":"tap-4","ray":\(ray)},
        {"ray":\(ray)}],"measurements":[{"kind":"height","points":["tap-1","tap-2"]},
        {"id":"measurement-1","kind":"height","points":["tap-3","tap-5"]}]}
        """
      ).request)
    #expect(request.taps.map(\.id) == ["tap-2", "tap-3", "tap-4", "tap-5"])
    #expect(request.measurements.map(\.id) == ["measurement-2", "measurement-1"])
    #expect(request.measurements[0].points == [.point(0), .tap(0)])
    #expect(request.measurements[1].points == [.tap(1), .tap(3)])
  }

  @Test("Ids are compared byte by byte, not by canonical equivalence")
  func exactIDs() throws {
    let composed = "\u{E9}"
    let decomposed = "e\u{301}"
    let request = try #require(
      measure(
        """
        {"points":[{"id":"\(composed)","position":[0,0,0]},{"id":"\(decomposed)","position":[1,0,0]}],
        "measurements":[{"kind":"distance","points":["\(decomposed)","\(composed)"]}]}
        """
      ).request)
    #expect(request.measurements[0].points == [.point(1), .point(0)])
    #expect(request.points[1].id.utf8.elementsEqual(decomposed.utf8))
  }

  @Test("Minus zero and exponents are plain numbers")
  func numbers() throws {
    let request = try #require(measure(Sample.request(["screenPoint": "[-0.0, 3.6e+02]"])).request)
    #expect(request.taps[0].tap.view?.screenPoint.x.sign == .plus)
    #expect(request.taps[0].tap.view?.screenPoint.y == 360)
  }
}

extension PointInput {
  /// Of a given point.
  fileprivate var covariance: Matrix3? {
    if case .given(let point) = origin { point.covariance } else { nil }
  }
}
