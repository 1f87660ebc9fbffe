import Glibc
import SpanTestSupport
import Testing

/// Something to measure that a session and a single request can be told alike.
struct Scene: Sendable, CustomTestStringConvertible {
  var testDescription: String
  /// Members of a session and of a request.
  var settings = "\"profile\": \"arkit\""
  var planes: [String] = []
  /// Members of points and anchors, without their ids.
  var points: [String] = []
  /// Members of taps.
  var taps: [String] = []
  /// Members of the request, and in a session of every tap.
  var options = ""
  /// For a `pointToPlane`.
  var plane: String?

  /// The points, then the taps.
  var ids: [String] { points.indices.map { "p\($0)" } + taps.indices.map { "t\($0)" } }

  /// One of each kind, and what of it needs no more points than there are.
  var measurements: [(kind: String, points: [String], more: String)] {
    let ids = ids
    var list = [
      ("distance", Array(ids[0...1]), ""), ("distance", [ids[1], ids[3]], ""), ("polyline", ids, ""),
      ("polyline", [ids[2], ids[0], ids[2], ids[1]], ""), ("perimeter", ids, ""), ("area", Array(ids[0...3]), ""),
      ("angle", Array(ids[0...2]), ""), ("angle", [ids[3], ids[1], ids[0]], ""), ("height", [ids[0], ids[4]], ""),
      ("volume", ids, ""),
    ]
    if let plane {
      list.append(("pointToPlane", [ids[4]], ", \"planeId\": \"\(plane)\""))
      list.append(("pointToPlane", [ids[0]], ", \"planeId\": \"\(plane)\""))
    }
    return list
  }

  /// Measured in one request.
  func measuredAtOnce(_ client: Client) throws -> JSON {
    let taps = taps.enumerated().map { "{\"id\": \"t\($0)\", \($1)}" }.joined(separator: ",")
    let points = points.enumerated().map { "{\"id\": \"p\($0)\", \($1)}" }.joined(separator: ",")
    let measurements = measurements.map { kind, points, more in
      "{\"kind\": \"\(kind)\", \"points\": \(JSON.array(points.map(JSON.string)).text)\(more)}"
    }.joined(separator: ",")
    return try client.ask(
      "/v1/measure",
      """
      {\(settings), "planes": [\(planes.joined(separator: ","))], "points": [\(points)], "taps": [\(taps)]\(options),
       "measurements": [\(measurements)]}
      """)
  }

  /// The session with all its anchors.
  /// - Returns: also what the taps were answered.
  func told(to host: Host) throws -> (session: SessionClient, taps: [JSON]) {
    let session = try host.session("{\(settings)}")
    try session.change("PATCH", "/planes", "{\"upsert\": [\(planes.joined(separator: ","))]}")
    for (place, point) in points.enumerated() {
      try session.change("POST", "/anchors", "{\"id\": \"p\(place)\", \(point)}", 201)
    }
    let answers = try taps.enumerated().map { place, tap in
      try session.change(
        "POST", "/taps", "{\"id\": \"t\(place)\", \"anchorId\": \"t\(place)\", \(tap)\(options)}", 201)
    }
    return (session, answers)
  }

  /// All the measurements, made in the session.
  func measured(in session: SessionClient) throws -> [JSON] {
    try measurements.map { try session.measure($0.kind, $0.points, $0.more) }
  }
}

extension Scene {
  /// A camera at a place, turned about the vertical and looking 45° down.
  static func camera(_ x: Double, _ y: Double, _ z: Double, turned degrees: Double, at u: Double, _ v: Double) -> String
  {
    let (half, pitch) = (degrees * .pi / 360, -Double.pi / 8)
    let q = [cos(half) * sin(pitch), sin(half) * cos(pitch), -sin(half) * sin(pitch), cos(half) * cos(pitch)]
    return """
      "camera": {"pose": {"position": [\(x), \(y), \(z)], "orientation": \(q)},
        "intrinsics": {"fx": 1600, "fy": 1600, "cx": 960, "cy": 720, "width": 1920, "height": 1440},
        "viewport": {"width": 960, "height": 720}}, "screenPoint": [\(u), \(v)]
      """
  }

  static func ray(_ from: [Double], through p: [Double], _ more: String = "") -> String {
    let direction = zip(p, from).map { $0 - $1 }
    return "\"ray\": {\"origin\": \(from), \"direction\": \(direction)}, \"pointing\": \"crosshair\"\(more)"
  }

  private static let table = Body.plane("table", at: 0.72, half: 0.45)

  /// On the floor and the table, from where somebody who walks about would tap.
  private static let walk = [
    camera(0, 1.5, 0, turned: 0, at: 480, 360), camera(0.6, 1.4, -0.3, turned: 35, at: 300, 400),
    camera(-0.5, 1.6, 0.4, turned: -30, at: 610, 250), camera(1.1, 1.5, -1.8, turned: 120, at: 500, 500),
    camera(0, 1.5, 0.75, turned: 0, at: 480, 340),
  ]

  private static let rays = [
    ray([0, 1.5, 0], through: [0.8, 0, -0.9]), ray([0.1, 1.4, 0.2], through: [-0.9, 0, -1.2]),
    ray([-0.4, 1.6, 0], through: [-1.2, 0, 0.9], ", \"pointingSigma\": 2"),
    ray([0.5, 1.3, 0.6], through: [1.1, 0, 1.0]), ray([0, 1.5, 0.9], through: [0.1, 0.72, 0.2]),
  ]

  static let camerasOnPlanes = Scene(
    testDescription: "cameras", planes: [Body.plane("floor"), table], taps: walk, plane: "floor")
  static let raysOnPlanes = Scene(
    testDescription: "rays", settings: "\"profile\": \"webxr\", \"confidence\": 0.99, \"unit\": \"ft-in\"",
    planes: [Body.plane("floor"), table], taps: rays, plane: "table")
  static let snappedToEdges = Scene(
    testDescription: "edges",
    planes: [
      Body.plane("floor"), Body.plane("table", at: 0.72, half: 0.45, ", \"sigma\": {\"boundary\": 0.01}"),
    ],
    taps: [
      ray([0, 1.5, 0.9], through: [0.44, 0.72, 0.2]), ray([0.2, 1.5, 0.9], through: [0.1, 0.72, -0.44]),
      ray([0, 1.4, 0.9], through: [-0.44, 0.72, -0.445]), ray([0, 1.5, 0.8], through: [-0.3, 0.72, 0.4501]),
      ray([0, 1.5, 0], through: [1, 0, 1]),
    ], plane: "table")
  static let estimatedPlanes = Scene(
    testDescription: "estimated planes", settings: "\"noise\": {\"scale\": 0.004, \"estimatedOffset\": 0.01}",
    planes: [
      Body.plane("guess", half: 4, ", \"kind\": \"estimated\""),
      Body.plane("other", at: 0.7, half: 0.5, ", \"kind\": \"estimated\", \"sigma\": {\"tiltDegrees\": 3}"),
    ], taps: rays, plane: "guess")
  /// A floor that nobody has found yet: a lattice with bumps of some millimetres.
  static let features = (0..<41 * 41).map { number in
    let (column, row) = (number % 41, number / 41)
    let bump = Double((number * 7919) % 13 - 6) * 0.0005
    return "[\(Double(column) * 0.1 - 2), \(bump), \(Double(row) * 0.1 - 2)]"
  }.joined(separator: ",")
  static let fittedPlanes = Scene(
    testDescription: "fitted planes", settings: "\"profile\": \"arcore\"",
    taps: Array(rays.dropLast()) + [ray([0.3, 1.5, 0.9], through: [0.5, 0, 0.1])],
    options: ", \"targets\": [\"estimatedPlane\"], \"featurePoints\": [\(features)], \"snap\": false")
  static let featurePoints = Scene(
    testDescription: "feature points", taps: rays,
    options: """
      , "targets": ["featurePoint"],
      "featurePoints": [[0.8,0,-0.9],[-0.9,0.01,-1.2],[-1.2,0.02,0.9],[1.1,0,1.0],[0.1,0.72,0.21]]
      """)
  static let givenPoints = Scene(
    testDescription: "given points", settings: "\"confidence\": 0.9, \"unit\": \"cm\"",
    planes: [Body.plane("floor"), table],
    points: [
      "\"position\": [0.2, 0.4, -1.1]",
      "\"position\": [-1.5, 0.1, 0.3], \"covariance\": [0.0001, 0, 0, 0.0004, 0.00001, 0.0002]",
    ], taps: Array(rays[0...2]) + [walk[3]], plane: "floor")
  static let given = Scene(
    testDescription: "given points alone", settings: "\"noise\": {\"planeOffset\": 0.02, \"definition\": 0.001}",
    points: ["0, 0, 0", "1, 0.1, 0", "1.1, 0, 0.9", "0.1, 0.2, 1", "0.5, 1, 0.5"].map { "\"position\": [\($0)]" })

  static let all = [
    camerasOnPlanes, raysOnPlanes, snappedToEdges, estimatedPlanes, fittedPlanes, featurePoints, givenPoints, given,
  ]
}
