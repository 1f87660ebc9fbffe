package import SpanUncertainty

/// What the command line asks for.
package enum Command: Sendable {
  case serve(Configuration)
  case healthCheck(Configuration)
  case printConfiguration(Configuration)
  /// A file of known lengths, and the profile that its measurements were made with.
  case calibrate(String, NoiseProfile)
  case help
  case version

  /// Flags win over the environment, which wins over the defaults.
  /// - Returns: the command, or everything that is wrong with it, a line each.
  package static func parse(_ arguments: [String], environment: (String) -> String?) -> Result<Command, CommandFaults> {
    var configuration = Configuration()
    var faults: [String] = []
    for setting in Setting.all {
      guard let text = environment(setting.variable), !text.isEmpty else { continue }
      if let fault = setting.take(text, from: setting.variable, into: &configuration) { faults.append(fault) }
    }
    var asksHealth = false
    var calibration: Command?
    var (wantsHelp, wantsVersion, wantsConfiguration) = (false, false, false)
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": wantsHelp = true
      case "--version": wantsVersion = true
      case "--print-config": wantsConfiguration = true
      case "healthcheck" where !asksHealth && calibration == nil: asksHealth = true
      case "calibrate" where !asksHealth && calibration == nil:
        guard let file = value(from: &rest) else {
          faults.append("calibrate needs a value: FILE.csv [PROFILE]")
          continue
        }
        let name = value(from: &rest) ?? NoiseProfile.generic.name
        guard let profile = NoiseProfile.named(name) else {
          faults.append("\"\(name)\" is no built-in profile: \(NoiseProfile.all.map(\.name).joined(separator: ", "))")
          continue
        }
        calibration = .calibrate(file, profile)
      case _ where argument.hasPrefix("-"):
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let setting = Setting.all.first(where: { $0.flag == parts[0] }) else {
          faults.append("\(parts[0]) is no option of spand; --help lists them")
          continue
        }
        guard let text = parts.count == 2 ? parts[1] : value(from: &rest) else {
          faults.append("\(setting.flag) needs a value: \(setting.value)")
          continue
        }
        if let fault = setting.take(text, from: setting.flag, into: &configuration) { faults.append(fault) }
      default: faults.append("\"\(argument)\" is no command of spand; --help lists them")
      }
    }
    if wantsHelp { return .success(.help) }
    if wantsVersion { return .success(.version) }
    guard faults.isEmpty else { return .failure(CommandFaults(lines: faults)) }
    if wantsConfiguration { return .success(.printConfiguration(configuration)) }
    if let calibration { return .success(calibration) }
    return .success(asksHealth ? .healthCheck(configuration) : .serve(configuration))
  }

  /// The next argument, unless it is an option: then a value was forgotten.
  private static func value(from rest: inout ArraySlice<String>) -> String? {
    rest.first?.hasPrefix("--") == true ? nil : rest.popFirst()
  }

  package static var helpText: String {
    let defaults = Configuration()
    let settings = Setting.all.map { setting in
      let shown = setting.show(defaults)
      return """
          \(setting.flag) \(setting.value)
              \(setting.help) [\(setting.variable), default \(shown.isEmpty ? "none" : shown)]
        """
    }
    return """
      Measures what a phone sees: camera pose, screen point and planes in, hit, snap and distance ± out.

      usage: spand [OPTION]…              serve
             spand healthcheck [OPTION]…  ask a running service whether it is alive; exit 0 or 69
             spand calibrate FILE.csv [PROFILE]
                                          hold measurements of known lengths (true,measured,u,session; metres)
                                          against their ranges, and print a profile for --profiles; exit 0 or 65

      options, each also an environment variable (options win):
      \(settings.joined(separator: "\n"))
        --print-config   show what is in force and stop
        --version        show the version and stop
        --help           show this and stop
      """
  }
}

package struct CommandFaults: Error, Sendable, Equatable {
  package let lines: [String]
}
