/// What the command line asks for.
package enum Command: Sendable {
  case serve(Configuration)
  case run(Verb, Configuration)
  case printConfiguration(Configuration)
  case help
  case version

  /// Flags win over the environment, which wins over the defaults.
  /// - Returns: the command, or everything that is wrong with it, a line each.
  package static func parse(_ arguments: [String], environment: (String) -> String?) -> Result<Command, CommandFaults> {
    var configuration = Configuration(environment: environment)
    var faults: [String] = []
    for setting in Setting.all {
      guard let text = environment(setting.variable), !text.isEmpty else { continue }
      if let fault = setting.take(text, from: setting.variable, into: &configuration) { faults.append(fault) }
    }
    var verb: Verb?
    var (wantsHelp, wantsVersion, wantsConfiguration) = (false, false, false)
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": wantsHelp = true
      case "--version": wantsVersion = true
      case "--print-config": wantsConfiguration = true
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
      default:
        switch verb == nil ? Verb.take(argument, from: &rest) : nil {
        case .success(let taken)?: verb = taken
        case .failure(let fault)?: faults.append(fault.line)
        case nil: faults.append("\"\(argument)\" is no command of spand; --help lists them")
        }
      }
    }
    if wantsHelp { return .success(.help) }
    if wantsVersion { return .success(.version) }
    guard faults.isEmpty else { return .failure(CommandFaults(lines: faults)) }
    if wantsConfiguration { return .success(.printConfiguration(configuration)) }
    return .success(verb.map { .run($0, configuration) } ?? .serve(configuration))
  }

  /// The next argument, unless it is an option: then a value was forgotten.
  static func value(from rest: inout ArraySlice<String>) -> String? {
    rest.first?.hasPrefix("--") == true ? nil : rest.popFirst()
  }

  package static var helpText: String {
    let defaults = Configuration()
    let settings = Setting.all.map { setting in
      let shown = setting.show(defaults)
      return """
          \(setting.flag) \(setting.value)
              \(setting.help) [\(setting.variable), default \(shown.isEmpty ? "unset" : shown)]
        """
    }
    return """
      Measures what a phone sees: camera pose, screen point and planes in, hit, snap and distance ± out.

      usage: spand [OPTION]…              serve
             spand healthcheck [OPTION]…  ask a running service whether it is alive; exit 0 or 69
             spand calibrate FILE.csv [PROFILE]
                                          hold measurements of known lengths (true,measured,u,session; metres)
                                          against their ranges, and print a profile for --profiles; exit 0 or 65
             spand key new --tenant NAME --scopes measure,sessions [--name TEXT] [--file FILE]
                                          make a key and print it, with its entry for --api-keys, which is added
                                          to the file that is named
             spand store migrate          make the tables on PostgreSQL, or bring them up to date
             spand store check            look through the store, also while a service uses it; exit 0 or 65
             spand store copy [FILE] TARGET
                                          copy it, or FILE, to a new file, also while a service uses it; or all its
                                          sessions to postgresql://…, where each is computed anew: again and again
                                          until all are there, exit 0 or 65
             spand store export SESSION   print a session, all its events, as JSON
             spand store import FILE [--tenant NAME]
                                          add a session that was exported (- for the standard input)
             spand replay SESSION         recompute every number of a session from its log, and say which is the
                                          first that differs; exit 0 or 65

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
