/// What the command line asks for.
enum Command: Sendable {
  case serve(Configuration)
  case healthCheck(Configuration)
  case printConfiguration(Configuration)
  case help
  case version

  /// Flags win over the environment, which wins over the defaults.
  /// - Returns: the command, or everything that is wrong with it, a line each.
  static func parse(_ arguments: [String], environment: (String) -> String?) -> Result<Command, CommandFaults> {
    var configuration = Configuration()
    var faults: [String] = []
    for setting in Setting.all {
      guard let text = environment(setting.variable), !text.isEmpty else { continue }
      if let fault = setting.apply(text, &configuration) { faults.append("\(setting.variable): \"\(text)\" \(fault)") }
    }
    var verb: String?
    var (wantsHelp, wantsVersion, wantsConfiguration) = (false, false, false)
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": wantsHelp = true
      case "--version": wantsVersion = true
      case "--print-config": wantsConfiguration = true
      case _ where argument.hasPrefix("--"):
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let setting = Setting.all.first(where: { $0.flag == parts[0] }) else {
          faults.append("\(parts[0]) is no option of spand; --help lists them")
          continue
        }
        guard let text = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
          faults.append("\(setting.flag) needs a value: \(setting.value)")
          continue
        }
        if let fault = setting.apply(text, &configuration) { faults.append("\(setting.flag): \"\(text)\" \(fault)") }
      default:
        if verb == nil, argument == "healthcheck" {
          verb = argument
        } else {
          faults.append("\"\(argument)\" is no command of spand; --help lists them")
        }
      }
    }
    if wantsHelp { return .success(.help) }
    if wantsVersion { return .success(.version) }
    guard faults.isEmpty else { return .failure(CommandFaults(lines: faults)) }
    if wantsConfiguration { return .success(.printConfiguration(configuration)) }
    return .success(verb == nil ? .serve(configuration) : .healthCheck(configuration))
  }

  static var helpText: String {
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

      options, each also an environment variable (options win):
      \(settings.joined(separator: "\n"))
        --print-config   show what is in force and stop
        --version        show the version and stop
        --help           show this and stop
      """
  }
}

struct CommandFaults: Error, Sendable, Equatable {
  let lines: [String]
}
