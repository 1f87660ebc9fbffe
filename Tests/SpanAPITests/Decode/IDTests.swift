import SpanAPI
import Testing

@Suite("Ids")
struct IDTests {
  private func faults(id: String) -> [String] {
    measure(#"{"points":[{"id":"\#(id)","position":[0,0,0]}]}"#).faults
  }

  @Test(
    "Letters, marks, digits, signs and the space may stand in an id",
    arguments: [
      "a", " ", "Küche · 台所 🏠", "e\u{301}", String(repeating: "y", count: 128), String(repeating: "🏠", count: 128),
      "\u{E000}", "quote \\\" and \\\\", "\u{FFFD}",
    ])
  func valid(_ id: String) {
    #expect(faults(id: id) == [])
  }

  @Test(
    "Control, format, surrogate, unassigned and separator characters may not",
    arguments: [
      "", String(repeating: "x", count: 129), String(repeating: "🏠", count: 129), "a\\u0000", "a\\nb", "\u{7f}",
      "\u{AD}", "\u{200D}", "\u{202E}", "\u{FEFF}", "\u{A0}", "\u{3000}", "\u{2028}", "\u{2029}", "\u{378}",
      "\u{10FFFF}", String(repeating: "x", count: 100_000),
    ])
  func invalid(_ id: String) {
    #expect(faults(id: id) == ["/points/0/id id.invalid"])
  }

  @Test("An id is a string")
  func kind() {
    #expect(measure(#"{"points":[{"id":7,"position":[0,0,0]}]}"#).faults == ["/points/0/id string.expected"])
  }

  @Test(
    "Ids are unique in their list, and points and taps share their names",
    arguments: [
      (#"{"points":[{"id":"p","position":[0,0,0]},{"id":"p","position":[0,0,0]}]}"#, "/points/1/id id.duplicate"),
      (#"{"taps":[{"id":"t","ray":\#(Sample.ray)},{"id":"t","ray":\#(Sample.ray)}]}"#, "/taps/1/id id.duplicate"),
      (
        #"{"points":[{"id":"p","position":[0,0,0]}],"taps":[{"id":"p","ray":\#(Sample.ray)}]}"#,
        "/taps/0/id id.duplicate"
      ),
      (#"{"taps":[],"planes":[\#(Sample.plane),\#(Sample.plane)]}"#, "/planes/1/id id.duplicate"),
    ])
  func duplicates(_ text: String, fault: String) {
    #expect(measure(text).faults == [fault])
  }

  @Test("Duplicates are found in long lists, too", arguments: [15, 16, 17, 18, 1000])
  func manyNames(_ count: Int) {
    var points = (0..<count).map { #"{"id":"p\#($0)","position":[0,0,0]}"# }
    #expect(measure(#"{"points":[\#(points.joined(separator: ","))]}"#).faults == [])
    points.append(#"{"id":"p\#(count / 2)","position":[0,0,0]}"#)
    #expect(measure(#"{"points":[\#(points.joined(separator: ","))]}"#).faults == ["/points/\(count)/id id.duplicate"])
  }

  @Test("Ids with the same ends differ all the same")
  func sameEnds() {
    let (one, other) = ("corner A of the room", "corner B of the room")
    let points = [one, other, one].map { #"{"id":"\#($0)","position":[0,0,0]}"# }
    #expect(measure(#"{"points":[\#(points[..<2].joined(separator: ","))]}"#).faults == [])
    #expect(measure(#"{"points":[\#(points.joined(separator: ","))]}"#).faults == ["/points/2/id id.duplicate"])
  }

  @Test("Points are found by their ids, in short lists and long ones", arguments: [2, 16, 17, 18, 300])
  func found(_ count: Int) throws {
    let ids = (0..<count).map { $0.isMultiple(of: 2) ? "p\($0)" : "corner \(1000 + $0) of the room" }
    let points = ids.map { #"{"id":"\#($0)","position":[0,0,0]}"# }.joined(separator: ",")
    for place in 1..<count {
      let names = #""\#(ids[place])","\#(ids[place - 1])""#
      let text = #"{"points":[\#(points)],"measurements":[{"kind":"distance","points":[\#(names)]}]}"#
      let measurement = try #require(measure(text).request?.measurements.first)
      #expect(measurement.points == [.point(place), .point(place - 1)])
    }
  }

  @Test("A plane's id may also be a point's")
  func separateNameSpaces() {
    #expect(measure(#"{"points":[{"id":"floor","position":[0,0,0]}],"planes":[\#(Sample.plane)]}"#).faults == [])
  }

  @Test("A faulty point or plane is still known by its id")
  func noCascade() {
    let text =
      #"{"points":[{"id":"a","position":0},{"id":"b","position":[0,0,0]}],"#
      + #""measurements":[{"kind":"distance","points":["a","b"]}]}"#
    #expect(measure(text).faults == ["/points/0/position array.expected"])
  }
}
