import SpanAPI
import SpanGeometry
import SpanMessage
import SpanUncertainty
import Testing

@Suite("Faults of a measure request")
struct FaultTests {
  @Test(
    "Shape: each fault has its code and the pointer of its value",
    arguments: [
      ("[]", " object.expected"), ("3", " object.expected"), ("null", " object.expected"), ("{}", " tap.incomplete"),
      (Sample.request(["Planes": "[]"]), "/Planes member.unknown"),
      (Sample.request(["a/b~c": "1"]), "/a~1b~0c member.unknown"),
      (Sample.request(["planes": "{}"]), "/planes array.expected"),
      (Sample.request(["planes": "[3]"]), "/planes/0 object.expected"),
      (Sample.request(["camera": "[]"]), "/camera object.expected"),
      (Sample.request(["featurePoints": #"[[0,0,0],[0,"1",0]]"#]), "/featurePoints/1/1 number.expected"),
      (Sample.request(["featurePoints": "[[0,0,0],[0,1]]"]), "/featurePoints/1 array.length"),
      (Sample.request(["featurePoints": "[[0,0,1e7]]"]), "/featurePoints/0/2 number.outOfRange"),
      (Sample.request(["featurePoints": "[0,0,1]"]), "/featurePoints/0 array.expected"),
      (Sample.request(["points": "7"]), "/points array.expected"),
      (Sample.request(["points": "[{}]"]), "/points/0/id member.missing"),
      (Sample.request(["points": #"[{"id":"a"}]"#]), "/points/0/position member.missing"),
      (
        Sample.request(["points": #"[{"id":"a","position":{"x":0,"y":1,"z":2}}]"#]), "/points/0/position array.expected"
      ),
      (Sample.request(["targets": #""depth""#]), "/targets array.expected"),
      (Sample.request(["targets": "[]"]), "/targets array.length"),
      (Sample.request(["targets": "[1]"]), "/targets/0 string.expected"),
      (Sample.request(["targets": #"["existingPlane"]"#]), "/targets/0 value.unknown"),
      (Sample.request(["targets": #"["existingPanelGeometry"]"#]), "/targets/0 value.unknown"),
      (Sample.request(["targets": #"["existingPlanarGeometry"]"#]), "/targets/0 value.unknown"),
      (Sample.request(["targets": #"["depth","mesh","depth"]"#]), "/targets/2 value.repeated"),
      (Sample.request(["alignment": #""up""#]), "/alignment value.unknown"),
      (Sample.request(["alignment": "true"]), "/alignment string.expected"),
      (Sample.request(["snap": "true"]), "/snap object.expected"),
      (Sample.request(["snap": #"{"radius":-1}"#]), "/snap/radius number.outOfRange"),
      (Sample.request(["snap": #"{"radius":1e7}"#]), "/snap/radius number.outOfRange"),
      (Sample.request(["snap": #"{"edges":1}"#]), "/snap/edges boolean.expected"),
      (Sample.request(["snap": #"{"edge":true}"#]), "/snap/edge member.unknown"),
      (Sample.request(["profile": #""ARKit""#]), "/profile value.unknown"),
      (Sample.request(["profile": "1"]), "/profile string.expected"),
      (Sample.request(["noise": "[]"]), "/noise object.expected"),
      (Sample.request(["noise": #"{"tiltDegrees":1}"#]), "/noise/tiltDegrees member.unknown"),
      (Sample.request(["noise": #"{"scale":-1e-9}"#]), "/noise/scale number.outOfRange"),
      (Sample.request(["noise": #"{"poseYawDegrees":361}"#]), "/noise/poseYawDegrees number.outOfRange"),
      (Sample.request(["noise": #"{"definition":1e308}"#]), "/noise/definition number.outOfRange"),
      (Sample.request(["confidence": "0.5"]), "/confidence number.outOfRange"),
      (Sample.request(["confidence": "0.9999"]), "/confidence number.outOfRange"),
      (Sample.request(["confidence": "95"]), "/confidence number.outOfRange"),
      (Sample.request(["confidence": #""0.95""#]), "/confidence number.expected"),
      (Sample.request(["unit": #""yd""#]), "/unit value.unknown"),
      (Sample.request(["unit": "[]"]), "/unit string.expected"),
    ])
  func shape(_ text: String, fault: String) {
    #expect(measure(text).faults.contains(fault), "\(measure(text).faults)")
  }

  @Test(
    "Cameras",
    arguments: [
      (Sample.request(camera: ["pose": nil]), "/camera/pose member.missing"),
      (Sample.request(camera: ["intrinsics": nil]), "/camera camera.intrinsicsOrProjection"),
      (Sample.request(camera: ["projection": Sample.projection]), "/camera camera.intrinsicsOrProjection"),
      (
        Sample.request(camera: ["intrinsics": nil, "projection": Sample.projection, "viewport": nil]),
        "/camera/viewport viewport.required"
      ),
      (
        Sample.request(camera: [
          "intrinsics": nil, "projection": Sample.projection,
          "viewport": #"{"width":1,"height":1,"rotationDegrees":0}"#,
        ]),
        "/camera/viewport/rotationDegrees viewport.rotationNotAllowed"
      ),
      (
        Sample.request(camera: ["intrinsics": nil, "projection": "[1,0,0,0,0,0,0,0,0,0,-1,-1,0,0,-1,0]"]),
        "/camera/projection projection.singular"
      ),
      (
        Sample.request(camera: ["intrinsics": nil, "projection": "[1e-4,0,0,0,0,1,0,0,0,0,-1,-1,0,0,-1,0]"]),
        "/camera/projection projection.singular"
      ),
      (
        Sample.request(camera: ["intrinsics": nil, "projection": "[1,0,0,0,0,1,0,0,0,0,-1,0,0,0,0,1]"]),
        "/camera/projection projection.singular"
      ),
      (
        Sample.request(camera: ["intrinsics": nil, "projection": "[1,0,0,0,0,1e4,0,0,0,0,-1,-1,0,0,-1,0]"]),
        "/camera/projection/5 number.outOfRange"
      ),
      (Sample.request(camera: ["intrinsics": nil, "projection": "[1,2]"]), "/camera/projection array.length"),
      (Sample.request(camera: ["intrinsics": #"{"fx":1600}"#]), "/camera/intrinsics/height member.missing"),
      (
        Sample.request(camera: ["intrinsics": #"{"fx":0,"fy":1,"cx":0,"cy":0,"width":1,"height":1}"#]),
        "/camera/intrinsics/fx number.outOfRange"
      ),
      (
        Sample.request(camera: ["intrinsics": #"{"fx":1,"fy":1e-9,"cx":0,"cy":0,"width":1,"height":1}"#]),
        "/camera/intrinsics/fy number.outOfRange"
      ),
      (
        Sample.request(camera: ["intrinsics": #"{"fx":1,"fy":1,"cx":1e8,"cy":0,"width":1,"height":1}"#]),
        "/camera/intrinsics/cx number.outOfRange"
      ),
      (Sample.request(camera: ["intrinsics": #"{"skew":0}"#]), "/camera/intrinsics/skew member.unknown"),
      (Sample.request(camera: ["viewport": #"{"width":0,"height":1}"#]), "/camera/viewport/width number.outOfRange"),
      (
        Sample.request(camera: ["viewport": #"{"width":9223372036854775808,"height":1}"#]),
        "/camera/viewport/width number.outOfRange"
      ),
      (Sample.request(camera: ["viewport": #"{"width":1}"#]), "/camera/viewport/height member.missing"),
      (
        Sample.request(camera: ["viewport": #"{"width":1,"height":1,"rotationDegrees":45}"#]),
        "/camera/viewport/rotationDegrees value.unknown"
      ),
      (
        Sample.request(camera: ["viewport": #"{"width":1,"height":1,"rotationDegrees":1e300}"#]),
        "/camera/viewport/rotationDegrees value.unknown"
      ),
      (
        Sample.request(camera: ["viewport": #"{"width":1,"height":1,"rotationDegrees":"90"}"#]),
        "/camera/viewport/rotationDegrees number.expected"
      ),
      (
        Sample.request(camera: ["viewport": #"{"width":1,"height":1,"scaling":"crop"}"#]),
        "/camera/viewport/scaling value.unknown"
      ),
      (Sample.request(camera: ["tracking": "{}"]), "/camera/tracking/state member.missing"),
      (Sample.request(camera: ["tracking": #"{"state":"lost"}"#]), "/camera/tracking/state value.unknown"),
      (
        Sample.request(camera: [
          "tracking": #"{"state":"limited","reason":"\#(String(repeating: "a", count: 1_001))"}"#
        ]),
        "/camera/tracking/reason tooMany"
      ),
      (
        Sample.request(camera: ["tracking": #"{"state":"limited","reason":1}"#]),
        "/camera/tracking/reason string.expected"
      ),
      (Sample.request(camera: ["handedness": "1"]), "/camera/handedness member.unknown"),
      (Sample.request(["screenPoint": "[960.5,10]"]), "/screenPoint screenPoint.outside"),
      (Sample.request(["screenPoint": "[1e308,-1e308]"]), "/screenPoint screenPoint.outside"),
      (Sample.request(["screenPoint": "[null,1]"]), "/screenPoint/0 number.expected"),
      (Sample.request(["screenPoint": #"{"x":1,"y":2}"#]), "/screenPoint array.expected"),
    ])
  func cameras(_ text: String, fault: String) {
    #expect(measure(text).faults.contains(fault), "\(measure(text).faults)")
  }

  @Test(
    "Poses: the likely mistake is the code",
    arguments: [
      ("[1,0,0,0.1, 0,1,0,0.7, 0,0,1,-1, 0,0,0,1]", "/camera/pose pose.rowMajor"),
      ("[-1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]", "/camera/pose pose.mirrored"),
      ("[2,0,0,0, 0,2,0,0, 0,0,2,0, 0,0,0,1]", "/camera/pose pose.scaled"),
      ("[1,0,0,0, 0.2,1,0,0, 0,0,1,0, 0,0,0,1]", "/camera/pose pose.notRigid"),
      ("[0,0,0,0, 0,0,0,0, 0,0,0,0, 0,0,0,1]", "/camera/pose pose.notRigid"),
      ("[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,2]", "/camera/pose pose.notRigid"),
      ("[1,2,3]", "/camera/pose pose.length"), ("[]", "/camera/pose pose.length"),
      ("[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,1e308,0,1]", "/camera/pose/13 number.outOfRange"),
      ("[1e308,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]", "/camera/pose/0 number.outOfRange"),
      (#"[1,0,0,0, 0,"1",0,0, 0,0,1,0, 0,0,0,1]"#, "/camera/pose/5 number.expected"),
      ("[[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]", "/camera/pose pose.expected"),
      (#"{"0":1,"1":0,"2":0,"3":0,"4":0,"5":1}"#, "/camera/pose pose.expected"),
      (#"{"x":1,"y":0,"z":0}"#, "/camera/pose pose.expected"), ("{}", "/camera/pose pose.expected"),
      (#""identity""#, "/camera/pose pose.expected"), ("1", "/camera/pose pose.expected"),
      (#"{"position":[0,0,0]}"#, "/camera/pose/orientation member.missing"),
      (#"{"orientation":[0,0,0,1]}"#, "/camera/pose/position member.missing"),
      (#"{"position":[0,0,0],"orientation":[0,0,0,0]}"#, "/camera/pose/orientation quaternion.zero"),
      (#"{"position":[0,0,0],"orientation":[1e-200,0,0,0]}"#, "/camera/pose/orientation quaternion.zero"),
      (#"{"position":[0,0,0],"orientation":[0,0,0,2]}"#, "/camera/pose/orientation quaternion.notUnit"),
      (#"{"position":[0,0,0],"orientation":[1e308,0,0,1e308]}"#, "/camera/pose/orientation quaternion.notUnit"),
      (#"{"position":[0,0,0],"orientation":{"x":0,"y":0,"z":0,"w":1}}"#, "/camera/pose/orientation array.expected"),
      (#"{"position":{"x":0,"y":0,"z":0},"orientation":[0,0,0,1]}"#, "/camera/pose/position array.expected"),
      (#"{"position":[0,0,0],"orientation":[0,0,1]}"#, "/camera/pose/orientation array.length"),
      (#"{"position":[0,0,0],"orientation":[0,0,0,1],"scale":1}"#, "/camera/pose/scale member.unknown"),
    ])
  func poses(_ pose: String, fault: String) {
    #expect(measure(Sample.request(camera: ["pose": pose])).faults == [fault])
  }

  @Test("What lies off its plane is named")
  func offPlane() throws {
    let center = Sample.request(planeMembers: #""kind":"estimated","center":[0,1,0]"#, polygon: nil)
    #expect(try #require(measure(center).messages.first).contains("a center lies in its plane"))
    let polygon = Sample.request(planeMembers: "", polygon: "[[0,0,0],[1,0.012,0],[1,0,1]]")
    #expect(try #require(measure(polygon).messages.first).contains("an outline lies in its plane"))
  }

  @Test("A pose that came as an object says how to send it")
  func poseAdvice() throws {
    let message = try #require(measure(Sample.request(camera: ["pose": #"{"0":1,"1":0}"#])).messages.first)
    #expect(message.contains("Array.from(matrix)"))
  }

  @Test(
    "Taps",
    arguments: [
      (#"{"taps":{}}"#, "/taps array.expected"), (#"{"taps":[1]}"#, "/taps/0 object.expected"),
      (#"{"taps":[{}]}"#, "/taps/0 tap.incomplete"), (#"{"taps":[{"screenPoint":[1,2]}]}"#, "/taps/0 tap.incomplete"),
      (#"{"screenPoint":[1,2]}"#, "/screenPoint tap.incomplete"),
      (#"{"camera":\#(Sample.camera),"taps":[{"id":"t"}]}"#, "/taps/0 tap.incomplete"),
      (Sample.request(["taps": "[]"]), "/screenPoint tap.ambiguous"),
      (#"{"taps":[{"ray":\#(Sample.ray),"screenPoint":[1,2]}]}"#, "/taps/0 tap.ambiguous"),
      (#"{"taps":[{"ray":\#(Sample.ray),"camera":\#(Sample.camera)}]}"#, "/taps/0 tap.ambiguous"),
      (#"{"taps":[{"ray":{"origin":[0,0,0],"direction":[0,0,-0.0]}}]}"#, "/taps/0/ray/direction ray.zero"),
      (#"{"taps":[{"ray":{"origin":[0,0,0]}}]}"#, "/taps/0/ray/direction member.missing"),
      (#"{"taps":[{"ray":{"direction":[0,0,1]}}]}"#, "/taps/0/ray/origin member.missing"),
      (#"{"taps":[{"ray":{"origin":[0,0,2e6],"direction":[0,0,1]}}]}"#, "/taps/0/ray/origin/2 number.outOfRange"),
      (#"{"taps":[{"ray":\#(Sample.ray),"pointing":"thumb"}]}"#, "/taps/0/pointing value.unknown"),
      (#"{"taps":[{"ray":\#(Sample.ray),"pointingSigma":-1}]}"#, "/taps/0/pointingSigma number.outOfRange"),
      (#"{"taps":[{"ray":\#(Sample.ray),"pointingSigma":1e9}]}"#, "/taps/0/pointingSigma number.outOfRange"),
      (#"{"taps":[{"ray":\#(Sample.ray),"anchorId":"x"}]}"#, "/taps/0/anchorId member.unknown"),
      (
        #"{"camera":\#(Sample.camera),"taps":[{"screenPoint":[1,2]},{"screenPoint":[-1,2]}]}"#,
        "/taps/1/screenPoint screenPoint.outside"
      ),
    ])
  func taps(_ text: String, fault: String) {
    #expect(measure(text).faults == [fault])
  }

  @Test("Taps are checked although a screenPoint at the top makes them ambiguous")
  func ambiguousAndFaulty() {
    let text = Sample.request(["taps": #"[{"screenPoint":[1,"x"]}]"#])
    #expect(measure(text).faults == ["/screenPoint tap.ambiguous", "/taps/0/screenPoint/1 number.expected"])
  }

  @Test("A faulty camera is one fault, not one more for every tap")
  func noCascade() {
    let text = #"{"camera":{"pose":[1]},"taps":[{"screenPoint":[1,2]},{"screenPoint":[3,4]}]}"#
    #expect(measure(text).faults == ["/camera/pose pose.length", "/camera camera.intrinsicsOrProjection"])
  }

  @Test("Rays of any length are directions", arguments: ["1e308", "1e-308", "5e-324"])
  func rayLengths(_ component: String) throws {
    let text = #"{"taps":[{"ray":{"origin":[0,1,0],"direction":[0,-\#(component),\#(component)]}}]}"#
    let direction = try #require(measure(text).request?.taps[0].tap.sight.ray.direction)
    #expect(abs(direction.length - 1) < 1e-12)
  }

  @Test(
    "Planes",
    arguments: [
      (Sample.request(["planes": #"[{"pose":\#(Sample.identity),"polygon":[]}]"#]), "/planes/0/id member.missing"),
      (Sample.request(["planes": #"[{"id":"p","polygon":[]}]"#]), "/planes/0/pose member.missing"),
      (Sample.request(planeMembers: "", polygon: nil), "/planes/0 plane.outlineMissing"),
      (Sample.request(planeMembers: #""normal":[0,1,0]"#), "/planes/0/normal member.unknown"),
      (Sample.request(planeMembers: #""kind":"floor""#), "/planes/0/kind value.unknown"),
      (Sample.request(planeMembers: #""alignment":"any""#), "/planes/0/alignment value.unknown"),
      (Sample.request(planeMembers: #""classification":3"#), "/planes/0/classification string.expected"),
      (
        Sample.request(planeMembers: "\"classification\":\"\(String(repeating: "ü", count: 1_001))\""),
        "/planes/0/classification tooMany"
      ),
      (Sample.request(planeMembers: #""subsumedBy":"""#), "/planes/0/subsumedBy id.invalid"),
      (Sample.request(planeMembers: #""sigma":{"offset":-1}"#), "/planes/0/sigma/offset number.outOfRange"),
      (Sample.request(planeMembers: #""sigma":{"tilt":1}"#), "/planes/0/sigma/tilt member.unknown"),
      (Sample.request(planeMembers: "", polygon: #"{"0":1}"#), "/planes/0/polygon array.expected"),
      (Sample.request(planeMembers: "", polygon: "[1,2,3]"), "/planes/0/polygon array.length"),
      (Sample.request(planeMembers: "", polygon: #"[1,2,3,"4"]"#), "/planes/0/polygon/3 number.expected"),
      (Sample.request(planeMembers: "", polygon: "[[0,0],[1,0],[1,0,1]]"), "/planes/0/polygon/2 array.length"),
      (Sample.request(planeMembers: "", polygon: #"[[0,0],[1,0],[1,"z"]]"#), "/planes/0/polygon/2/1 number.expected"),
      (Sample.request(planeMembers: "", polygon: #"[{"x":1,"z":2}]"#), "/planes/0/polygon/0 array.expected"),
      (Sample.request(planeMembers: "", polygon: "[[0,0],[1,0],[1,1e7]]"), "/planes/0/polygon/2/1 number.outOfRange"),
      (
        Sample.request(planeMembers: "", polygon: "[[0,0,0],[1,0.012,0],[1,0,1]]"),
        "/planes/0/polygon/1/1 polygon.offPlane"
      ),
      (Sample.request(planeMembers: #""extent":{"width":1}"#, polygon: nil), "/planes/0/extent/height member.missing"),
      (
        Sample.request(planeMembers: #""extent":{"width":-1,"height":1}"#, polygon: nil),
        "/planes/0/extent/width number.outOfRange"
      ),
      (
        Sample.request(planeMembers: #""extent":{"width":1,"height":1,"depth":1}"#, polygon: nil),
        "/planes/0/extent/depth member.unknown"
      ),
      (
        Sample.request(planeMembers: #""extent":{"width":1,"height":1},"center":[0,1,0]"#, polygon: nil),
        "/planes/0/center/1 polygon.offPlane"
      ),
      (
        Sample.request(planeMembers: #""kind":"estimated","center":[0,1,0]"#, polygon: nil),
        "/planes/0/center/1 polygon.offPlane"
      ),
      (Sample.request(planeMembers: #""center":[0,1e300,0]"#), "/planes/0/center/1 number.outOfRange"),
    ])
  func planes(_ text: String, fault: String) {
    #expect(measure(text).faults == [fault], "\(measure(text).faults)")
  }

  @Test(
    "Covariances",
    arguments: [
      ("[1,2,3]", "/points/0/covariance array.length"), ("1", "/points/0/covariance array.expected"),
      (#"[1,0,0,0,1,0,0,0,"1"]"#, "/points/0/covariance/8 number.expected"),
      ("[1e13,0,0,1,0,1]", "/points/0/covariance/0 number.outOfRange"),
      ("[1,0.1,0,0,1,0,0,0,1]", "/points/0/covariance covariance.invalid"),
      ("[1,0,0,-0.1,0,1]", "/points/0/covariance covariance.invalid"),
      ("[1,2,0,1,0,1]", "/points/0/covariance covariance.invalid"),
      ("[-1,0,0,-1,0,-1]", "/points/0/covariance covariance.invalid"),
      ("[-1e-300,0,0,0,0,0]", "/points/0/covariance covariance.invalid"),
    ])
  func covariances(_ covariance: String, fault: String) {
    let text = #"{"points":[{"id":"a","position":[0,0,0],"covariance":\#(covariance)}]}"#
    #expect(measure(text).faults == [fault])
  }

  @Test(
    "Measurements",
    arguments: [
      ("{}", "/measurements array.expected"), ("[1]", "/measurements/0 object.expected"),
      ("[[1,2.5,\"points\",[3]]]", "/measurements/0 object.expected"),
      (#"[{"points":["a","b"]}]"#, "/measurements/0/kind member.missing"),
      (#"[{"kind":"distance"}]"#, "/measurements/0/points member.missing"),
      (#"[{"kind":"length","points":["a","b"]}]"#, "/measurements/0/kind value.unknown"),
      (#"[{"kind":"distance","points":"a"}]"#, "/measurements/0/points array.expected"),
      (#"[{"kind":"distance","points":["a",2]}]"#, "/measurements/0/points/1 string.expected"),
      (#"[{"kind":"distance","points":["a","nobody"]}]"#, "/measurements/0/points/1 id.unknown"),
      (#"[{"kind":"distance","points":["a","b","c"]}]"#, "/measurements/0/points measurement.incomplete"),
      (#"[{"kind":"height","points":["a"]}]"#, "/measurements/0/points measurement.incomplete"),
      (#"[{"kind":"polyline","points":["a"]}]"#, "/measurements/0/points measurement.incomplete"),
      (#"[{"kind":"perimeter","points":["a","b"]}]"#, "/measurements/0/points measurement.incomplete"),
      (#"[{"kind":"area","points":["a","b"]}]"#, "/measurements/0/points measurement.incomplete"),
      (#"[{"kind":"angle","points":["a","b"]}]"#, "/measurements/0/points measurement.incomplete"),
      (#"[{"kind":"volume","points":["a","b","c"]}]"#, "/measurements/0/points measurement.incomplete"),
      (#"[{"kind":"pointToPlane","points":["a"]}]"#, "/measurements/0/planeId member.missing"),
      (#"[{"kind":"pointToPlane","points":["a"],"planeId":"roof"}]"#, "/measurements/0/planeId id.unknown"),
      (#"[{"kind":"pointToPlane","points":["a"],"planeId":1}]"#, "/measurements/0/planeId string.expected"),
      (#"[{"kind":"distance","points":["a","b"],"planeId":"roof"}]"#, "/measurements/0/planeId member.unknown"),
      (
        #"[{"id":"m","kind":"height","points":["a","b"]},{"id":"m","kind":"height","points":["a","b"]}]"#,
        "/measurements/1/id id.duplicate"
      ),
    ])
  func measurements(_ measurements: String, fault: String) {
    #expect(measure(Sample.measuring(measurements)).faults == [fault])
  }

  @Test("All faults of a request are listed, in the order of its parts")
  func allFaults() {
    let text = Sample.request([
      "screenPoint": #"["a",1]"#, "unit": #""furlong""#, "confidence": "2",
      "planes": #"[{"id":"floor","pose":\#(Sample.identity),"polygon":[],"foo":1},{"id":"x","pose":[1],"polygon":[]}]"#,
    ])
    #expect(
      measure(text).faults == [
        "/screenPoint/0 number.expected", "/planes/0/foo member.unknown", "/planes/1/pose pose.length",
        "/confidence number.outOfRange", "/unit value.unknown",
      ])
  }

  @Test(
    "The list ends after twenty faults",
    arguments: [
      Sample.request([
        "screenPoint": nil,
        "taps": "[" + [String](repeating: #"{"screenPoint":[1,"x"]}"#, count: 50).joined(separator: ",") + "]",
      ]),
      Sample.request(["featurePoints": "[" + [String](repeating: "0", count: 5000).joined(separator: ",") + "]"]),
      Sample.request(planeMembers: (0..<30).map { "\"m\($0)\":0" }.joined(separator: ",")),
      Sample.request(
        planeMembers: "", polygon: "[" + [String](repeating: "[]", count: 200).joined(separator: ",") + "]"),
      Sample.measuring("[" + [String](repeating: "0", count: 200).joined(separator: ",") + "]"),
      Sample.request(["points": "[" + [String](repeating: "0", count: 200).joined(separator: ",") + "]"]),
      Sample.request(["targets": "[" + [String](repeating: "0", count: 200).joined(separator: ",") + "]"]),
    ])
  func twentyFaults(_ text: String) {
    #expect(measure(text).faults.count == 20)
  }

  @Test("Messages and pointers stay short and harmless whatever was sent")
  func boundedEcho() throws {
    let monster = String(repeating: "\u{202E}x\u{7}", count: 100_000)
    for text in [
      Sample.request(["\(monster.replacing("\u{7}", with: "\\u0007"))": "1"]),
      Sample.request(["unit": "\"\(monster.replacing("\u{7}", with: "\\u0007"))\""]),
      Sample.measuring(#"[{"kind":"distance","points":["a","\#(monster.replacing("\u{7}", with: "\\u0007"))"]}]"#),
    ] {
      guard case .faults(let list) = measure(text), let fault = list.first else {
        Issue.record("no fault")
        continue
      }
      #expect(fault.message.unicodeScalars.count < 400)
      #expect(fault.pointer.unicodeScalars.count < 200)
      #expect(!fault.message.unicodeScalars.contains("\u{202E}") && !fault.pointer.unicodeScalars.contains("\u{7}"))
    }
  }
}
