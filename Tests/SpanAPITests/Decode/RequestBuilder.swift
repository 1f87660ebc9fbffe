import SpanAPI
import SpanMessage

/// Pieces of valid requests, as JSON text.
enum Sample {
  static let identity = "[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]"
  /// 1.5 m up, looking 45° down.
  static let pose =
    "[1,0,0,0, 0,0.7071067811865476,-0.7071067811865476,0, 0,0.7071067811865476,0.7071067811865476,0, 0,1.5,0,1]"
  static let intrinsics = #"{"fx":1600,"fy":1600,"cx":960,"cy":720,"width":1920,"height":1440}"#
  static let viewport = #"{"width":960,"height":720}"#
  static let projection = "[1.5,0,0,0, 0,2,0,0, 0,0,-1,-1, 0,0,-0.02,0]"
  static let camera = #"{"pose":\#(pose),"intrinsics":\#(intrinsics),"viewport":\#(viewport)}"#
  static let polygon = "[[-3,-3],[3,-3],[3,3],[-3,3]]"
  static let plane = #"{"id":"floor","pose":\#(identity),"polygon":\#(polygon)}"#
  static let ray = #"{"origin":[0,1.5,0],"direction":[0,-1,0]}"#
  static let points = #"[{"id":"a","position":[0,0,0]},{"id":"b","position":[1,0,0]},{"id":"c","position":[1,0,1]}]"#

  /// A measure request that uses nearly every member there is.
  static let everything = """
    {"camera":\(camera),"taps":[{"id":"t","screenPoint":[480,360],"pointing":"mouse","pointingSigma":1.5},
    {"camera":{"pose":{"position":[0,1,0],"orientation":[0,0,0,1]},"projection":\(projection),
    "viewport":{"width":1080,"height":2400,"scaling":"fit"},"tracking":{"state":"limited","reason":"initializing"}},
    "screenPoint":[500.5,1e2]},{"ray":\(ray)}],
    "planes":[\(plane),{"id":"table","kind":"estimated","pose":\(pose),"extent":{"width":1,"height":0.5,
    "rotationOnYAxisDegrees":30},"center":[0.1,0,-0.1],"alignment":"horizontal","classification":"table",
    "subsumedBy":"floor","sigma":{"offset":0.01,"tiltDegrees":1,"boundary":0.02}},
    {"id":"wall","pose":\(identity),"polygon":[0,0,1,0,1,1]},{"id":"desk","pose":\(identity),
    "polygon":[[0,0,0],[1,0.001,0],[1,0,1]]}],
    "featurePoints":[[0,0,-1],[0.5,0.25,-1]],"points":[{"id":"a","position":[0,0,0],
    "covariance":[1e-4,0,0,0,1e-4,0,0,0,1e-4],"planeId":"floor"},
    {"id":"b","position":[1,0,0],"covariance":[1e-4,0,0,1e-4,0,1e-4]},{"id":"c","position":[1,0,1]}],
    "targets":["existingPlaneGeometry","existingPlaneInfinite","estimatedPlane","featurePoint","depth","mesh"],
    "alignment":"any","snap":{"radius":0.03,"points":true,"edges":false},
    "measurements":[{"id":"m","kind":"distance","points":["a","t"]},{"kind":"polyline","points":["a","b","t"]},
    {"kind":"area","points":["a","b","c"]},{"kind":"pointToPlane","points":["tap-2"],"planeId":"wall"},
    {"kind":"volume","points":["a","b","c","t"]}],
    "profile":"arkit","noise":{"scale":0.01,"planeTiltDegrees":0.5,"estimatedOffsetPerMetre":null},
    "confidence":0.9,"unit":"ft-in"}
    """

  /// A measure request with one camera, one screen point and the floor; `changes` replace or add members.
  static func request(_ changes: KeyValuePairs<String, String?> = [:]) -> String {
    var members: [(String, String?)] = [("camera", camera), ("screenPoint", "[480,360]"), ("planes", "[\(plane)]")]
    for (name, value) in changes {
      if let place = members.firstIndex(where: { $0.0 == name }) {
        members[place].1 = value
      } else {
        members.append((name, value))
      }
    }
    return "{" + members.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }.joined(separator: ",") + "}"
  }

  /// The same with the members of its camera replaced or added.
  static func request(camera changes: KeyValuePairs<String, String?>) -> String {
    var members: [(String, String?)] = [("pose", pose), ("intrinsics", intrinsics), ("viewport", viewport)]
    for (name, value) in changes {
      if let place = members.firstIndex(where: { $0.0 == name }) {
        members[place].1 = value
      } else {
        members.append((name, value))
      }
    }
    let text = members.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }.joined(separator: ",")
    return request(["camera": "{\(text)}"])
  }

  /// The same with more members in its plane.
  static func request(planeMembers: String, polygon: String? = polygon) -> String {
    let outline = polygon.map { ",\"polygon\":\($0)" } ?? ""
    let members = planeMembers.isEmpty ? "" : "," + planeMembers
    return request(["planes": "[{\"id\":\"floor\",\"pose\":\(identity)\(outline)\(members)}]"])
  }

  /// Three points and measurements of them.
  static func measuring(_ measurements: String) -> String { #"{"points":\#(points),"measurements":\#(measurements)}"# }
}

enum Outcome<Request> {
  case request(Request)
  case faults([RequestFault])
  case syntax(JSONSyntaxFault)

  var request: Request? { if case .request(let request) = self { request } else { nil } }

  /// `pointer code` of each fault.
  var faults: [String] {
    switch self {
    case .request: []
    case .faults(let list): list.map { "\($0.pointer) \($0.code.text)" }
    case .syntax: ["json.syntax"]
    }
  }

  var messages: [String] { if case .faults(let list) = self { list.map(\.message) } else { [] } }
}

func measure(_ text: String, limits: Limits = Limits()) -> Outcome<MeasureRequest> {
  measure(ByteBuffer(text), limits: limits)
}

func measure(_ body: ByteBuffer, limits: Limits = Limits()) -> Outcome<MeasureRequest> {
  do throws(JSONSyntaxFault) {
    let document = try JSONDocument(parsing: body)
    do throws(RequestFaults) {
      return .request(try MeasureRequest.decode(document, limits: limits))
    } catch {
      return .faults(error.list)
    }
  } catch {
    return .syntax(error)
  }
}

func raycast(_ text: String) -> Outcome<RaycastRequest> {
  do throws(JSONSyntaxFault) {
    let document = try JSONDocument(parsing: ByteBuffer(text))
    do throws(RequestFaults) {
      return .request(try RaycastRequest.decode(document))
    } catch {
      return .faults(error.list)
    }
  } catch {
    return .syntax(error)
  }
}

func snap(_ text: String) -> Outcome<SnapRequest> {
  do throws(JSONSyntaxFault) {
    let document = try JSONDocument(parsing: ByteBuffer(text))
    do throws(RequestFaults) {
      return .request(try SnapRequest.decode(document))
    } catch {
      return .faults(error.list)
    }
  } catch {
    return .syntax(error)
  }
}
