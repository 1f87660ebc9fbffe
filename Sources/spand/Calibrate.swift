import SpanAPI
package import SpanUncertainty

/// `spand calibrate FILE.csv`: what known lengths say of the ranges, and a profile that follows from it.
///
/// The file has a header line `true,measured,u,session` and one measurement a line: metres, metres, the `standard` that
/// the service gave, and a name that measurements of one walk share.
package enum Calibrate {
  package struct Fault: Error, Equatable {
    package var message: String
  }

  static let header = "true,measured,u,session"
  private static let largestFile = 64 << 20

  /// - Returns: the exit code.
  static func run(_ path: String, profile base: NoiseProfile) -> CInt {
    do throws(Fault) {
      let report = try report(on: try read(path), from: path, profile: base)
      Terminal.error(report.words)
      return report.profile.map(Terminal.result) ?? 0
    } catch {
      Terminal.error("spand: \(path): \(error.message)")
      return ExitCode.dataError
    }
  }

  /// - Parameters:
  ///   - text: the whole file.
  ///   - path: its name, for the origin of the values.
  /// - Returns: words for people, and the profile in the form of a profiles file; nil when there are too few lines.
  package static func report(
    on text: String, from path: String, profile base: NoiseProfile
  ) throws(Fault) -> (words: String, profile: String?) {
    let samples = try samples(text)
    let calibration = Calibration(samples, confidence: Coverage.defaultConfidence)
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let origin = "calibration \(file): \(calibration.count) lengths, \(calibration.sessions) sessions"
    let profile = calibration.profile(named: "calibrated", from: base, origin: origin)
    return (calibration.words(base), profile.map { ProfilesFile.text([$0]) })
  }

  private static func read(_ path: String) throws(Fault) -> String {
    do throws(InputFile.Fault) {
      return String(decoding: try InputFile.read(path, limit: largestFile), as: UTF8.self)
    } catch {
      throw Fault(message: error.reason)
    }
  }

  private static func samples(_ text: String) throws(Fault) -> [Calibration.Sample] {
    var samples: [Calibration.Sample] = []
    var hasHeader = false
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(trimmed)
      if fields == [""] { continue }
      if !hasHeader {
        guard fields.joined(separator: ",") == header else {
          throw Fault(message: "line \(index + 1): expected the header \(header)")
        }
        hasHeader = true
        continue
      }
      samples.append(try sample(fields, line: index + 1))
    }
    guard !samples.isEmpty else { throw Fault(message: "there is no measurement in it") }
    return samples
  }

  private static func sample(_ fields: [String], line: Int) throws(Fault) -> Calibration.Sample {
    guard fields.count == 4, !fields[3].isEmpty else {
      throw Fault(message: "line \(line): expected four fields, \(header)")
    }
    func positive(_ place: Int, _ name: String) throws(Fault) -> Double {
      guard let number = Double(fields[place]), number.isFinite, number > 0, number <= 1e6 else {
        throw Fault(message: "line \(line): \(name) is \"\(fields[place])\", not a positive number of metres")
      }
      return number
    }
    return Calibration.Sample(
      known: try positive(0, "true"), measured: try positive(1, "measured"), standard: try positive(2, "u"),
      session: fields[3])
  }

  private static func trimmed(_ field: Substring) -> String {
    var field = field.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    while field.last?.isWhitespace == true { field.removeLast() }
    return String(field)
  }
}

extension Calibration {
  fileprivate func words(_ base: NoiseProfile) -> String {
    var lines = [
      "\(count) lengths in \(sessions) sessions",
      "bias of the lengths: \(Self.percent(bias))" + (biasStandard.map { " ± \(Self.percent($0)) (one sigma)" } ?? ""),
      "within \(Self.short(statedFactor)) u: \(Self.percent(statedCoverage)) (asked for: \(Self.percent(confidence)))",
    ]
    if let scaleDeviation { lines.append("scale from session to session: SD \(Self.percent(scaleDeviation))") }
    guard factor.isFinite else {
      lines.append("too few lengths for a factor at \(Self.percent(confidence)); no profile")
      return lines.joined(separator: "\n")
    }
    let share = Self.short(factor / statedFactor)
    lines.append("factor for \(Self.percent(confidence)): \(Self.short(factor)) u, \(share) of \(base.name)")
    if let leftOutCoverage {
      lines.append(
        "with the factor of the other sessions, each session left out once: \(Self.percent(leftOutCoverage))")
    } else {
      lines.append("one session says nothing of the next: take more walks")
    }
    return lines.joined(separator: "\n")
  }

  private static func percent(_ share: Double) -> String { "\(short(share * 100)) %" }

  /// Two decimals, more for what is small.
  private static func short(_ number: Double) -> String {
    let unit = abs(number) < 0.1 ? 10_000.0 : 100
    return "\((number * unit).rounded() / unit)"
  }
}
