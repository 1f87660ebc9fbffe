import SpanGeometry
import SpanUncertainty
import Testing

@testable import SpanReport

@Suite("Drawings of a report")
struct DrawingTests {
  private static let area = Page.frame.view

  private static func drawing(_ report: Report) throws -> Drawing {
    let view = try #require(View.all(of: report).first)
    return try #require(Drawing(view, in: area))
  }

  private static func texts(_ drawing: Drawing) -> [Text] { Sample.texts(Page(marks: drawing.marks)) }

  /// A room of 4 m × 3 m: 4 m fit into 233 mm at 1 : 20, 3 m into 99 mm at 1 : 50 only.
  private static let room = Sample.chain([
    Vector3(0, 0, 0), Vector3(4, 0, 0), Vector3(4, 0, 3), Vector3(0, 0, 3), Vector3(0, 0, 0),
  ])

  @Test("have the largest scale of the usual ones at which everything fits")
  func scale() throws {
    #expect(try Self.drawing(Self.room).scale.denominator == 50)
    for (size, denominator) in [(0.0, 1.0), (0.05, 1), (1.9, 20), (2.4, 25), (90, 1000), (1.9e6, 2e7)] {
      let report = Sample.chain([.zero, Vector3(0, 0, size)])
      #expect(try Self.drawing(report).scale.denominator == denominator, "\(size) m")
    }
  }

  @Test("draw lengths as long as they are, and dimension lines too")
  func lengths() throws {
    let drawing = try Self.drawing(Self.room)
    func lines(_ layer: Layer) -> [Double] {
      drawing.marks.compactMap { mark in
        guard case .line(let points, _, let pen) = mark, pen.layer == layer, points.count == 2 else { return nil }
        return ((points[1] - points[0]).length * 1000).rounded() / 1000
      }
    }
    // 4 m and 3 m at 1 : 50, millimetres.
    #expect(lines(.plan) == [80, 60, 80, 60])
    #expect(lines(.dimensions).filter { $0 >= 60 } == [80, 60, 80, 60])
    #expect(drawing.omitted == 0)
    #expect(Set(Self.texts(drawing).map(\.string)).isSuperset(of: (0..<4).map { "\($0) m ± 0.01 m" }))
  }

  @Test("come back from the sheet to where they were", arguments: [0.001, 1, 1e3, 1e6])
  func way(size: Double) throws {
    let scale = try Self.drawing(Sample.chain([Vector3(-size, 0, 1), Vector3(size, 0, 2)])).scale
    for point in [Point2(0, 0), Point2(size, -1.5), Point2(-size / 3, 2)] {
      #expect((scale.inView(scale.onSheet(point)) - point).length <= 1e-12 * max(1, size))
    }
  }

  /// By looking at points of one text whether they lie in another.
  @Test("have texts that do not overlap and lie on the sheet", arguments: 1...20 as ClosedRange<UInt64>)
  func overlaps(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 2...60, using: &random)
    let positions = (0..<count).map { _ in
      Vector3(.random(in: -5...5, using: &random), 0, .random(in: -3...3, using: &random))
    }
    let drawing = try Self.drawing(Sample.chain(positions))
    let texts = Self.texts(drawing)
    #expect(texts.filter { $0.pen.layer == .dimensions }.count + drawing.omitted == count - 1, "seed \(seed)")
    let boxes = texts.map(Rectangle.init)
    for (place, box) in boxes.enumerated() {
      #expect(box.samples.allSatisfy(Self.area.contains), "\(texts[place].string), seed \(seed)")
      for (other, text) in zip(boxes, texts).dropFirst(place + 1) {
        let isHit = other.samples.contains(where: box.holds) || box.samples.contains(where: other.holds)
        #expect(!isHit, "\(texts[place].string) and \(text.string), seed \(seed)")
      }
    }
  }

  /// What a text covers from its baseline to the height of its capitals.
  private struct Rectangle {
    let text: Text
    let width: Double
    let along: Point2
    let up: Point2

    init(_ text: Text) {
      self.text = text
      width = text.string.width(size: text.size)
      let angle = text.degrees * .pi / 180
      along = Point2(cosine(angle), -sine(angle))
      up = Point2(-sine(angle), -cosine(angle))
    }

    private var start: Double { text.anchor == .start ? 0 : text.anchor == .middle ? -width / 2 : -width }

    var samples: [Point2] {
      (0...20).flatMap { step in
        [0.05, 0.35, 0.7].map { height in
          text.at + (start + width * Double(step) / 20) * along + (height * text.size) * up
        }
      }
    }

    func holds(_ p: Point2) -> Bool {
      let d = p - text.at
      return start...start + width ~= d.dot(along) && 0...0.7 * text.size ~= d.dot(up)
    }
  }

  @Test("can be read from below or from the right", arguments: stride(from: 0.0, to: 360, by: 15).map { $0 })
  func orientation(degrees: Double) throws {
    let end = Vector3(3 * cosine(degrees.radians), 0, 3 * sine(degrees.radians))
    let texts = try Self.texts(Self.drawing(Sample.chain([.zero, end])))
    let text = try #require(texts.first { $0.pen.layer == .dimensions })
    #expect(-90...90.01 ~= text.degrees)
    // World z points down on the sheet; a line upside down is the same line.
    let turned = (degrees + text.degrees).truncatingRemainder(dividingBy: 180)
    #expect(min(abs(turned), 180 - abs(turned)) < 0.01)
  }

  @Test("are bounded, and say what they leave out")
  func bounds() throws {
    let positions = (0..<500).map { Vector3(Double($0 % 25), 0, Double($0 / 25)) }
    let drawing = try Self.drawing(Sample.chain(positions))
    let shown = Self.texts(drawing).filter { $0.pen.layer == .dimensions }.count
    #expect(shown <= Drawing.mostDimensions)
    #expect(shown + drawing.omitted == 499)
  }

  @Test("do not trip over points in one place, or far away")
  func degenerate() throws {
    let far = Vector3(1e6, 1e6, -1e6)
    for positions in [[.zero, .zero], [far, far], [far, -far], [far, far + Vector3(1e-9, 0, 0)]] {
      let drawing = try Self.drawing(Sample.chain(positions))
      #expect(drawing.omitted == 0)
      #expect(Self.texts(drawing).contains { $0.string == "0 m ± 0.01 m" })
    }
    for kind in [Sample.row(.angle, [.zero, .zero, .zero]), Sample.row(.angle, [.unitX, .zero, -.unitX])] {
      #expect(try Self.drawing(Sample.report([kind], anchors: Sample.places(kind.positions))).omitted == 0)
    }
  }

  @Test(
    "have a scale bar of round parts", arguments: [(1.0, 50.0, 0.5), (0.3048, 20, 0.5), (0.01, 20, 20), (1, 2e7, 2e5)])
  func bar(metres: Double, denominator: Double, step: Double) throws {
    let size = denominator * 0.099
    let scale = DrawingScale(
      fitting: Box(x: 0, y: 0, width: size, height: 0), into: Box(x: 0, y: 0, width: 100, height: 100))
    #expect(scale.denominator == denominator)
    let bar = ScaleBar(scale, Report.Unit(symbol: "", metres: metres))
    #expect(abs(bar.step - step) <= 1e-9 * step, "\(bar.step)")
    #expect(abs(bar.part - step * metres * 1000 / denominator) < 1e-9)
  }
}
