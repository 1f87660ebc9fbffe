internal import SpanMessage
internal import SpanUncertainty

// Displayed figures as texts of their own, for what is not JSON.

extension Display {
  /// As in answers.
  var text: String { String { write(onto: &$0) } }

  /// From the lower to the upper end.
  var range: String { String { writeRange(onto: &$0) } }

  /// Another value of the same thing, to the same place.
  func text(of other: Double) -> String { String { write(other, onto: &$0) } }

  /// By how much it has changed, with its sign.
  func text(ofChange change: Double) -> String {
    let amount = text(of: abs(change))
    // What rounds to nothing has no direction.
    guard amount != text(of: 0) else { return amount }
    return (change < 0 ? "−" : "+") + amount
  }

  static func plusMinus(_ expanded: Double, _ unit: Measurand.Unit, in length: LengthUnit) -> String {
    String { writePlusMinus(expanded, unit, in: length, onto: &$0) }
  }
}

extension String {
  /// What `body` appends.
  fileprivate init(_ body: (inout JSONWriter) -> Void) {
    let buffer = ByteBuffer(minimumCapacity: 64)
    var writer = JSONWriter(onto: buffer)
    body(&writer)
    writer.finish()
    self = buffer.text
  }
}
