internal import SpanUncertainty

/// The table as comma-separated values (RFC 4180), one row for each measurement, with a row of names above.
///
/// Numbers are those of the service's JSON, with a point. A text that a spreadsheet would take for a formula (its first
/// character that is no blank is one of `= + - @`, also full-width) comes behind an apostrophe.
package enum CSVWriter {
  package static func text(of report: Report) -> String {
    var csv = ""
    write(names, onto: &csv)
    for (place, row) in report.rows.enumerated() { write(fields(of: row, place + 1, report), onto: &csv) }
    return csv
  }

  private static let sources = Source.allCases.map { "\($0.name)" }

  private static let names =
    [
      "number", "session_id", "session_name", "profile", "updated_at [UTC]", "origin", "id", "title", "kind", "points",
      "unit", "value [unit]", "expanded [unit]", "standard [unit]", "low [unit]", "high [unit]", "coverage [1]",
      "coverage_factor [1]", "degrees_of_freedom [1]", "kappa [1]", "flags", "placed_value [unit]", "change [unit]",
      "display",
    ].map(Field.text) + sources.flatMap { [.text("\($0)_standard [unit]"), .text("\($0)_share [1]")] }

  fileprivate enum Field {
    case text(String)
    case number(Double?)
  }

  private static func fields(of row: Row, _ number: Int, _ report: Report) -> [Field] {
    let measured = row.reading?.measured
    let uncertainty = measured?.uncertainty
    var fields: [Field] = [
      .number(Double(number)), .text(report.id), .text(report.name ?? ""), .text(report.profile),
      .text(report.updatedAt), .text(row.origin.name), .text(row.origin.id), .text(row.title),
      .text(row.kind.rawValue), .text(row.points.joined(separator: " ")), .text(row.unit),
      .number(measured?.value), .number(uncertainty?.expanded), .number(uncertainty?.standard),
      .number(uncertainty?.low), .number(uncertainty?.high), .number(uncertainty?.coverage),
      .number(uncertainty?.coverageFactor), .number(uncertainty?.degreesOfFreedom), .number(uncertainty?.kappa),
      .text((uncertainty?.flags ?? []).map { "\($0.name)" }.joined(separator: " ")),
      .number(row.reading?.placedValue), .number(row.reading?.change), .text(row.reading?.texts.display ?? ""),
    ]
    for source in Source.allCases {
      let line = uncertainty?.budget.first { $0.source == source }
      fields += [.number(line?.standard), .number(line?.share)]
    }
    return fields
  }

  private static func write(_ fields: [Field], onto csv: inout String) {
    csv += fields.map(\.csv).joined(separator: ",") + "\r\n"
  }
}

extension CSVWriter.Field {
  fileprivate var csv: String {
    switch self {
    case .number(nil): return ""
    case .number(let number?):
      guard number.isFinite else { return "" }
      return number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
    case .text(let text):
      let plain = text.plain
      let first = plain.unicodeScalars.first { $0 != " " }
      let safe = first.map(Self.formulaStarts.contains) == true ? "'\(plain)" : plain
      guard safe.unicodeScalars.contains(where: { $0 == "," || $0 == "\"" }) else { return safe }
      // By scalars: as characters, a quote with a combining mark is another than a quote.
      var quoted = String.UnicodeScalarView("\"".unicodeScalars)
      for scalar in safe.unicodeScalars { quoted += scalar == "\"" ? [scalar, scalar] : [scalar] }
      return String(quoted) + "\""
    }
  }

  private static let formulaStarts: Set<Unicode.Scalar> = ["=", "+", "-", "@", "＝", "＋", "－", "＠"]
}

extension Row.Origin {
  package var name: String {
    switch self {
    case .segment: "segment"
    case .path: "path"
    case .measurement: "measurement"
    }
  }

  /// Empty for what has none.
  fileprivate var id: String { if case .measurement(let id) = self { id } else { "" } }
}
