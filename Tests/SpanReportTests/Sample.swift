import SpanGeometry

@testable import SpanReport
@testable import SpanUncertainty

/// Reports made up for tests; figures mean nothing, only where they go.
enum Sample {
  static func report(_ rows: [Row], name: String? = "Hall", anchors: [Report.Place] = []) -> Report {
    Report(
      id: "0199a0c2-7d4e-7c1a-9f3b-2f6d8e5a4b17", name: name, facts: [Report.Fact("Version", "7")], confidence: 0.95,
      profile: "arkit", updatedAt: "2026-03-01T12:30:00.250Z", unit: Report.Unit(symbol: "m", metres: 1),
      anchors: anchors, rows: rows)
  }

  static func row(
    _ kind: Measurand, _ positions: [Vector3], title: String = "Length", origin: Row.Origin = .measurement(id: "m"),
    foot: Vector3? = nil, display: String = "1.000 m ± 0.010 m", change: Double = 0
  ) -> Row {
    Row(
      origin, title, kind, unit: "m", points: positions.indices.map { "p\($0)" }, positions: positions, foot: foot,
      reading: reading(display, change))
  }

  private static func reading(_ display: String, _ change: Double) -> Row.Reading {
    let uncertainty = Uncertainty(
      standard: 0.005, expanded: 0.01, low: 0.99, high: nil, coverage: 0.95, coverageFactor: 2,
      degreesOfFreedom: nil, kappa: 0.1, budget: [BudgetLine(source: .tap, standard: 0.005, share: 1)],
      flags: [.unbounded, .drift])
    return Row.Reading(
      measured: Measured(value: 1, uncertainty: uncertainty, components: nil), placedValue: 1 - change,
      texts: Row.Texts(
        display: display, standard: "0.0050 m", range: "at least 0.990 m", now: "1.000 m", placed: "1.000 m",
        change: "0.000 m", budget: ["0.0050 m"]))
  }

  static func places(_ positions: [Vector3]) -> [Report.Place] {
    positions.enumerated().map { Report.Place(id: "p\($0)", position: $1) }
  }

  /// Distances along a line of points.
  static func chain(_ positions: [Vector3]) -> Report {
    let rows = zip(positions, positions.dropFirst()).enumerated().map { place, ends in
      row(.distance, [ends.0, ends.1], title: "Segment \(place + 1)", origin: .segment, display: "\(place) m ± 0.01 m")
    }
    return report(rows, anchors: places(positions))
  }

  /// The texts on a page.
  static func texts(_ page: Page) -> [Text] {
    page.marks.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }
}
