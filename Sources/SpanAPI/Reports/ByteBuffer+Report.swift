internal import SpanMessage
internal import SpanReport
internal import SpanUncertainty

extension ByteBuffer {
  /// The report with the numbers of the service, and the session it is on.
  static func json(_ report: Report, _ session: LiveSession) -> ByteBuffer {
    let buffer = ByteBuffer(minimumCapacity: 2048 * (report.rows.count + 1))
    var json = JSONWriter(onto: buffer)
    json.report(report, session)
    json.finish()
    return buffer
  }
}

extension JSONWriter {
  fileprivate mutating func report(_ report: Report, _ session: LiveSession) {
    beginObject()
    name("session")
    self.session(session)
    member("statement", report.statement)
    name("notes")
    beginArray()
    for note in report.notes { string(note) }
    endArray()
    name("rows")
    beginArray()
    for (place, row) in report.rows.enumerated() { self.row(row, place + 1, session.unit) }
    endArray()
    name("anchors")
    beginArray()
    for place in report.anchors {
      beginObject()
      member("id", place.id)
      member("position", place.position)
      endObject()
    }
    endArray()
    endObject()
  }

  private mutating func row(_ row: Row, _ number: Int, _ unit: LengthUnit) {
    beginObject()
    member("number", number)
    member("origin", row.origin.name)
    if case .measurement(let id) = row.origin { member("id", id) }
    member("title", row.title)
    member("kind", row.kind.rawValue)
    name("points")
    beginArray()
    for point in row.points { string(point) }
    endArray()
    if let reading = row.reading {
      measured(reading.measured, row.kind.unit, in: unit)
    } else {
      memberNull("value")
      member("unit", text: row.kind.unit.name)
      memberNull("uncertainty")
      memberNull("display")
    }
    member("placedValue", row.reading?.placedValue)
    member("change", row.reading?.change)
    endObject()
  }
}
