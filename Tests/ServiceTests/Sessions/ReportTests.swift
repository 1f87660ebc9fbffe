import SpanAPI
import SpanMessage
import SpanTestSupport
import Testing

@Suite("Reports on sessions")
struct ReportTests {
  static let formats = ["svg", "pdf", "csv", "dxf", "json"]
  private static let types = [
    "svg": "image/svg+xml", "pdf": "application/pdf", "csv": "text/csv; charset=utf-8; header=present",
    "dxf": "image/vnd.dxf; charset=us-ascii", "json": "application/json",
  ]

  /// A ring of four taps, closed, with a corner that has drifted, and one measurement of each kind.
  private static func closed(_ host: Host, _ settings: String = "{}") throws -> SessionClient {
    let session = try host.floored(settings)
    for (x, z) in [(0.0, 0.0), (2, 0), (2, 1), (0, 1)] { try session.tap(x, z) }
    try session.tap(0, 0, "", 200)
    try session.anchor("top", [0, 1.5, 0])
    try session.measure("height", ["anchor-1", "top"], #", "name": "Room height""#)
    try session.measure("angle", ["anchor-1", "anchor-2", "anchor-3"])
    try session.measure("volume", ["anchor-1", "anchor-2", "anchor-3", "top"])
    try session.measure("pointToPlane", ["top"], #", "planeId": "floor""#)
    try session.measure("angle", ["anchor-1", "anchor-1", "anchor-2"])
    try session.move([("anchor-2", [2.02, 0, 0])])
    return session
  }

  @Test("are files of their type, tagged with the version", arguments: formats)
  func files(format: String) throws {
    let host = try Host(.liveMemory)
    for session in [try host.session(), try host.floored(), try Self.closed(host)] {
      let answer = try session.send("GET", "/report.\(format)")
      #expect(answer.status == 200, "\(answer.body)")
      #expect(answer["Content-Type"] == Self.types[format])
      #expect(answer["Content-Disposition"] == "attachment; filename=\"span-\(session.id).\(format)\"")
      #expect(answer["X-Content-Type-Options"] == "nosniff")
      #expect(answer["ETag"] == "\"\(try session.version)\"")
      #expect(try session.send("GET", "/report.\(format)").body == answer.body)
    }
  }

  @Test("have the numbers of the path, the measurements and the drift report", arguments: Host.Form.direct)
  func numbers(form: Host.Form) throws {
    let session = try Self.closed(try Host(form))
    let report = try session.read("/report.json")
    let (path, measurements, drift) = (
      try session.read("/path"), try session.read("/measurements"), try session.read("/drift")
    )
    let own =
      [path["/perimeter"], path["/area"]] + path.each("/segments", "") + measurements.each("/items", "")
    let rows = report.each("/rows", "")
    #expect(rows.count == 11)
    #expect(own.count == rows.count)
    for (row, own) in zip(rows, own) {
      for member in ["kind", "points", "value", "unit", "uncertainty", "display", "components"] {
        #expect(row?["/\(member)"] == own?["/\(member)"], "\(member)")
      }
    }
    // The drift report has the measurements only.
    for (row, change) in zip(rows.dropFirst(6), drift.each("/measurements", "")) {
      for member in ["id", "placedValue", "value", "change"] {
        #expect(row?["/\(member)"] == change?["/\(member)"], "\(member)")
      }
    }
    // As tapped: a ring of 2 m × 1 m.
    report.expect("/rows/0/placedValue", 6)
    report.expect("/rows/1/placedValue", 2)
    #expect(report["/session"] == (try session.read()))
    #expect(report.strings("/rows", "/title").contains("Room height"))
  }

  @Test("have the same figures in every format")
  func figures() throws {
    let session = try Self.closed(try Host(.directMemory), #"{"unit": "ft-in", "name": "Hall"}"#)
    let displays = try session.read("/report.json").strings("/rows", "/display")
    #expect(displays.count == 10)
    let svg = try session.send("GET", "/report.svg").body
    let csv = try session.send("GET", "/report.csv").body
    let dxf = try session.send("GET", "/report.dxf").body
    for display in displays {
      #expect(svg.contains(">\(display)</text>"), "\(display)")
      #expect(csv.contains(",\(display),"), "\(display)")
      let escaped = display.split(separator: "±").joined(separator: "\\U+00B1").split(separator: "°")
        .joined(separator: "\\U+00B0").split(separator: "²").joined(separator: "\\U+00B2").split(separator: "³")
        .joined(separator: "\\U+00B3").split(separator: "…").joined(separator: "\\U+2026")
      #expect(dxf.contains(escaped), "\(display)")
    }
    // Five heads, a row for each, and no more.
    #expect(csv.split(separator: "\r\n").count == 12)
    #expect(svg.contains("<title>Hall</title>"))
  }

  @Test("say when nothing has been measured")
  func empty() throws {
    let session = try Host(.directMemory).session()
    let report = try session.read("/report.json")
    #expect(report.strings("/notes") == ["Nothing has been measured."])
    #expect(report.count("/rows") == 0)
    #expect(try session.send("GET", "/report.svg").body.contains(">Nothing has been measured.</text>"))
    #expect(try session.send("GET", "/report.csv").body.split(separator: "\r\n").count == 1)
  }

  @Test("hold five hundred anchors, each length of them")
  func many() throws {
    let session = try Host(.directMemory, isRecorded: false).floored(#"{"snap": false}"#)
    for number in 0..<500 { try session.tap(Double(number % 25) * 0.2 - 2.5, Double(number / 25) * 0.2 - 2) }
    let report = try session.read("/report.json")
    #expect(report.count("/rows") == 500)
    #expect(report.count("/anchors") == 500)
    let csv = try session.send("GET", "/report.csv").body
    let svg = try session.send("GET", "/report.svg").body
    #expect(csv.split(separator: "\r\n").count == 501)
    #expect(svg.contains(">Segment 499</text>"))
    #expect(try session.send("GET", "/report.pdf").body.hasPrefix("%PDF"))
    #expect(try session.send("GET", "/report.dxf").body.contains("500  Segment 499: "))
  }

  @Test("are bounded, and say by how much")
  func bounded() throws {
    let session = try Host(.directMemory, isRecorded: false).floored()
    try session.anchor("a", [0, 0, 0])
    try session.anchor("b", [1, 0, 0])
    for _ in 0..<1003 { try session.measure("distance", ["a", "b"]) }
    let report = try session.read("/report.json")
    #expect(report.count("/rows") == 1000)
    #expect(
      report.strings("/notes") == [
        "3 more were measured than a report holds; the session's path and measurements list them all."
      ])
    #expect(try session.send("GET", "/report.dxf").body.contains("3 more were measured"))
  }

  @Test("bound what their rows take together")
  func points() throws {
    let session = try Host(.directMemory, isRecorded: false).floored()
    try session.anchor("a", [0, 0, 0])
    try session.anchor("b", [1, 0, 0])
    let long = (0..<9000).map { $0.isMultiple(of: 2) ? "a" : "b" }
    for _ in 0..<3 { try session.measure("polyline", long) }
    try session.measure("distance", ["a", "b"])
    let report = try session.read("/report.json")
    #expect(report.strings("/rows", "/kind") == ["polyline", "polyline", "distance"])
    #expect(report.strings("/notes").count == 1)
  }

  @Test("take any name", arguments: formats)
  func names(format: String) throws {
    let names = [
      "<script>alert(1)</script>", "=cmd()|'/C calc'!A0", "\"quotes\" 'and' more", "two\nlines", "\u{0}\u{1F}",
      "\u{202E}שלום", "😀👩‍👩‍👧", String(repeating: "long ", count: 50), "", "%%u \\P {x} ^J",
    ]
    let all = String(Substring(names.joined(separator: " ").unicodeScalars.prefix(256)))
    let session = try Host(.directMemory).session("{\"name\": \(JSON.string(all).text)}")
    try session.anchor("<b>&\"'", [0, 0, 0])
    try session.anchor("=1+1", [1, 0, 0])
    for name in names {
      try session.measure("distance", ["<b>&\"'", "=1+1"], ", \"name\": \(JSON.string(name).text)")
    }
    let answer = try session.send("GET", "/report.\(format)")
    #expect(answer.status == 200)
    #expect(answer.body.utf8.count > 500)
    switch format {
    case "svg":
      #expect(!answer.body.contains("<script>") && !answer.body.contains("<b>"))
    case "csv":
      #expect(answer.body.split(separator: "\r\n").count == names.count + 1)
      #expect(!answer.body.unicodeScalars.contains { $0.value < 0x20 && $0 != "\r" && $0 != "\n" })
    case "dxf":
      #expect(answer.body.utf8.allSatisfy { $0 == 0x0A || 0x20..<0x7F ~= $0 })
    case "json":
      // As they are; what cannot be seen is told by its id.
      let titles = try answer.json.strings("/rows", "/title")
      #expect(titles.prefix(4) == names.prefix(4))
      #expect(titles[4] == "measurement-5" && titles[8] == "measurement-9")
    default: #expect(answer.body.hasPrefix("%PDF"))
    }
  }

  @Test("refuse names that are no text at all")
  func surrogates() throws {
    let answer = try Host(.directMemory).client.post("/v1/sessions", "{\"name\": \"\\ud800\"}")
    try answer.expectProblem(400)
  }

  @Test("are of the tenant's own sessions only", arguments: formats)
  func tenants(format: String) throws {
    let keys = Keys()
    let gate = keys.gate
    let host = try Host(.directMemory) { $0.gate = gate }
    let ours = host.client.showing(keys.owner.secret)
    let id = try #require(try ours.post("/v1/sessions", "{}").json.string("/id"))
    let address = "/v1/sessions/\(id)/report.\(format)"
    #expect(try ours.get(address).status == 200)
    try host.client.showing(keys.foreign.secret).get(address).expectProblem(404)
    try host.client.get(address).expectProblem(401)
  }

  @Test("wait behind other long work, and are refused when too much of it waits", arguments: formats)
  func busy(format: String) throws {
    let host = try Host(.directMemory) { $0.background = { _ in false } }
    let session = try host.floored()
    let target = try RequestTarget(session.address + "/report.\(format)")
    let head = RequestHead(method: "GET", target: target, headers: [:], id: "r")
    guard case .now(let response) = host.service.reply(to: Request(head: head, body: ByteBuffer(""))) else {
      Issue.record("it was not answered at once")
      return
    }
    #expect(response.status == 503)
    #expect(response.code == "server.overload")
    #expect(response.headers["Retry-After"] != nil)
  }

  @Test("are counted by their routes")
  func route() throws {
    let host = try Host(.directMemory)
    let session = try host.session()
    let target = try RequestTarget(session.address + "/report.pdf")
    #expect(host.service.router.route(for: target)?.template == "/v1/sessions/{sid}/report.pdf")
    for rest in ["/report", "/report.", "/report.png", "/report.PDF", "/report.svg/x"] {
      try session.send("GET", rest).expectProblem(404)
    }
  }
}
