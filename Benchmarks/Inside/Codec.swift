import CBaselines
import SpanAPI
import SpanMessage

/// Bodies of `POST /v1/measure` into values and numbers into text, beside simdjson's own parse of the same bytes.
enum Codec {
  /// Prints for each file: bytes, ns to decode, ns for simdjson to parse; then ns for a number.
  static func run(_ files: ArraySlice<String>) {
    for file in files {
      let body = contents(of: file)
      let figures = Stopwatch.nanoseconds([
        { decode(body) },
        { parse(body) },
      ])
      print("decode", body.count, figures[0], figures[1])
    }
    let figure = Stopwatch.nanoseconds([{ writeNumbers() }])[0]
    print("number", figure / Double(numbers.count))
  }

  /// Prints ns for simdjson to parse each file.
  static func parse(_ files: ArraySlice<String>) {
    for file in files {
      let body = contents(of: file)
      print(Stopwatch.nanoseconds { parse(body) })
    }
  }

  private static func decode(_ body: ByteBuffer) {
    do {
      let document = try JSONDocument(parsing: body)
      consume(try MeasureRequest.decode(document))
    } catch {
      leave("not to be decoded: \(error)")
    }
  }

  private static func parse(_ body: ByteBuffer) {
    guard unsafe baseline_parse(body.base, body.count) == 0 else { leave("not to be parsed") }
  }

  /// As they stand in answers: most digits of a double.
  private static let numbers: [Double] = (1...1000).map { (Double($0) * 0.7310585786).squareRoot() - 13 }

  private static func writeNumbers() {
    let buffer = ByteBuffer(minimumCapacity: 32 << 10)
    var writer = JSONWriter(onto: buffer)
    writer.beginArray()
    for number in numbers { writer.number(number) }
    writer.endArray()
    writer.finish()
    consume(buffer)
  }
}
