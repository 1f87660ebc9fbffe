import SpanAPI
import SpanMessage
import SpanUncertainty
import Testing
import spand

@Suite("spand calibrate")
struct CalibrateTests {
  private func samples() throws -> [Calibration.Sample] {
    try CalibrationFile.text.split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: ",")
      return Calibration.Sample(
        known: try #require(Double(fields[0])), measured: try #require(Double(fields[1])),
        standard: try #require(Double(fields[2])), session: String(fields[3]))
    }
  }

  private func near(_ a: Double?, _ b: Double) -> Bool { a.map { abs($0 - b) <= 1e-12 * abs(b) } ?? false }

  @Test("bias, coverage, factor and the session left out are those of numpy")
  func figures() throws {
    let calibration = Calibration(try samples(), confidence: 0.95)
    typealias Expected = CalibrationFile.Expected
    #expect(calibration.count == 54 && calibration.sessions == 6)
    #expect(near(calibration.bias, Expected.bias) && near(calibration.biasStandard, Expected.biasStandard))
    #expect(near(calibration.scaleDeviation, Expected.scaleDeviation))
    #expect(near(calibration.statedFactor, Expected.statedFactor))
    #expect(near(calibration.statedCoverage, Expected.statedCoverage))
    #expect(near(calibration.factor, Expected.factor))
    #expect(near(calibration.leftOutCoverage, Expected.leftOutCoverage))
  }

  @Test("too few lengths have no factor: 19 of them have one for 95 %, the largest score, 18 have none")
  func few() throws {
    let all = try samples()
    #expect(Calibration(Array(all.prefix(18)), confidence: 0.95).factor == .infinity)
    let nineteen = all.prefix(19)
    let largest = nineteen.map { abs($0.measured - $0.known) / $0.standard }.max()
    #expect(Calibration(Array(nineteen), confidence: 0.95).factor == largest)
  }

  @Test("one session says nothing of the next")
  func oneSession() throws {
    let calibration = Calibration(Array(try samples().prefix(9)), confidence: 0.95)
    #expect(calibration.sessions == 1 && calibration.leftOutCoverage == nil)
    #expect(calibration.scaleDeviation == nil && calibration.biasStandard == nil)
  }

  @Test("the profile widens every value by the factor, takes the scale from the sessions, and can be loaded")
  func profile() throws {
    let report = try Calibrate.report(on: CalibrationFile.text, from: "data/walks.csv", profile: .arkit)
    let profiles = try ProfilesFile.decode(ByteBuffer(try #require(report.profile)))
    let profile = try #require(profiles.first)
    #expect(profiles.count == 1 && profile.name == "calibrated")
    let stretch = CalibrationFile.Expected.factor / CalibrationFile.Expected.statedFactor
    for member in NoiseMember.allCases where member != .scale {
      #expect(near(profile[member], NoiseProfile.arkit[member] * stretch))
      #expect(profile.origin(of: member) == "arkit, widened by the calibration walks.csv: 54 lengths, 6 sessions")
    }
    #expect(near(profile[.scale], CalibrationFile.Expected.scale))
    for word in ["54 lengths in 6 sessions", "85.19 %", "2.9 u", "96.3 %", "-0.27 %", "SD 0.56 %"] {
      #expect(report.words.contains(word), "\(word) in \(report.words)")
    }
  }

  @Test("too few lengths: words, but no profile")
  func noProfile() throws {
    let report = try Calibrate.report(
      on: "true,measured,u,session\n1,1.01,0.01,a\n2,2.01,0.02,b\n", from: "f", profile: .generic)
    #expect(report.profile == nil && report.words.contains("too few"))
  }

  @Test("spreadsheets' line ends, blanks and byte order marks are no fault")
  func forms() throws {
    let report = try Calibrate.report(
      on: "\u{FEFF}true, measured, u, session\r\n1, 1.01 ,0.01,a b\r\n\r\n", from: "f", profile: .generic)
    #expect(report.words.hasPrefix("1 lengths in 1 sessions"))
  }

  @Test(
    "faults name their line",
    arguments: [
      ("", "there is no measurement in it"), ("true,measured,u,session\n", "there is no measurement in it"),
      ("1,1,0.1,a", "line 1: expected the header true,measured,u,session"),
      ("true,measured,u,session\n1,1,0.1", "line 2: expected four fields, true,measured,u,session"),
      ("true,measured,u,session\n1,1,0.1,", "line 2: expected four fields, true,measured,u,session"),
      (
        "true,measured,u,session\n1,1,0.1,a\n\n1,one,0.1,a",
        "line 4: measured is \"one\", not a positive number of metres"
      ),
      ("true,measured,u,session\n0,1,0.1,a", "line 2: true is \"0\", not a positive number of metres"),
      ("true,measured,u,session\n1,1,nan,a", "line 2: u is \"nan\", not a positive number of metres"),
    ])
  func faults(text: String, message: String) {
    let fault = #expect(throws: Calibrate.Fault.self) {
      try Calibrate.report(on: text, from: "f", profile: .generic)
    }
    #expect(fault?.message == message)
  }

  @Test("the command takes a file and, if it likes, a built-in profile")
  func command() throws {
    guard case .run(.calibrate("a.csv", .generic), _) = try parse(["calibrate", "a.csv"]).get() else {
      throw Unexpected()
    }
    guard case .run(.calibrate("a.csv", .webxr), _) = try parse(["calibrate", "a.csv", "webxr"]).get() else {
      throw Unexpected()
    }
    #expect(parseFaults(["calibrate"]) == ["calibrate needs a value: FILE.csv [PROFILE]"])
    #expect(
      parseFaults(["calibrate", "a.csv", "iphone"]) == [
        "\"iphone\" is no built-in profile: arkit-lidar, arkit, arcore-depth, arcore, webxr, generic"
      ])
    #expect(parseFaults(["calibrate", "a.csv", "webxr", "b.csv"]).count == 1)
  }

  private func parseFaults(_ arguments: [String]) -> [String] {
    if case .failure(let faults) = parse(arguments) { faults.lines } else { [] }
  }

  @Test("--profiles names a file, read at the start; empty for none")
  func profiles() throws {
    #expect(try serving([]).profiles == nil)
    #expect(try serving(["--profiles=p.json"]).profiles == "p.json")
    #expect(try serving(["--profiles="], ["SPAN_PROFILES": "p.json"]).profiles == nil)
  }
}
