import SpanAPI
package import SpanUncertainty

/// What a command line may ask for instead of serving.
package enum Verb: Sendable, Equatable {
  case healthCheck
  /// A file of known lengths, and the profile that its measurements were made with.
  case calibrate(String, NoiseProfile)
  /// A session whose log is to be recomputed.
  case replay(String)
  case newKey(NewKey)
  case store(StoreVerb)

  package enum StoreVerb: Sendable, Equatable {
    case check
    /// Makes the tables of a database, or brings them up to date.
    case migrate
    /// To a new file, or into a database. Without a source, from the store in use.
    case copy(from: Store? = nil, to: Store)
    /// A session as JSON.
    case export(String)
    /// What ``export(_:)`` wrote: a file, or `-` for the standard input.
    case importing(String, tenant: String)
  }

  /// Takes a verb with its values off the arguments.
  /// - Returns: nil when there is no such verb; a failure says what is missing.
  static func take(_ word: String, from rest: inout ArraySlice<String>) -> Result<Verb, Fault>? {
    func value(_ form: String) -> Result<String, Fault> {
      Command.value(from: &rest).map(Result.success) ?? .failure(Fault(line: "\(word) needs a value: \(form)"))
    }
    switch word {
    case "healthcheck": return .success(.healthCheck)
    case "calibrate":
      return value("FILE.csv [PROFILE]").flatMap { file in
        let name = Command.value(from: &rest) ?? NoiseProfile.generic.name
        guard let profile = NoiseProfile.named(name) else {
          let known = NoiseProfile.all.map(\.name).joined(separator: ", ")
          return .failure(Fault(line: "\"\(name)\" is no built-in profile: \(known)"))
        }
        return .success(.calibrate(file, profile))
      }
    case "replay": return value("SESSION").map(Verb.replay)
    case "key":
      return value(NewKey.form).flatMap { action in
        guard action == "new" else {
          return .failure(Fault(line: "\"\(action)\" is nothing to do with keys: \(NewKey.form)"))
        }
        return NewKey.take(from: &rest).map(Verb.newKey)
      }
    case "store":
      let form = "migrate, check, copy [FILE] TARGET, export SESSION or import FILE"
      return value(form).flatMap { action in
        switch action {
        case "migrate": .success(.store(.migrate))
        case "check": .success(.store(.check))
        case "copy": value("copy [FILE] TARGET").flatMap { copy($0, Command.value(from: &rest)) }
        case "export": value("export SESSION").map { .store(.export($0)) }
        case "import": value("import FILE").flatMap { importing($0, from: &rest) }
        default: .failure(Fault(line: "\"\(action)\" is nothing to do with a store: \(form)"))
        }
      }
    default: return nil
    }
  }

  /// From the first to the second; where there is no second, to the first.
  private static func copy(_ first: String, _ second: String?) -> Result<Verb, Fault> {
    guard let place = Store(first), let other = Store(second ?? first) else {
      return .failure(Fault(line: "store copy takes files, and postgresql:// as its target"))
    }
    return .success(.store(second == nil ? .copy(to: place) : .copy(from: place, to: other)))
  }

  private static func importing(_ file: String, from rest: inout ArraySlice<String>) -> Result<Verb, Fault> {
    var tenant = ""
    if let argument = rest.first, argument == "--tenant" || argument.hasPrefix("--tenant=") {
      rest.removeFirst()
      tenant = argument == "--tenant" ? Command.value(from: &rest) ?? "" : String(argument.dropFirst("--tenant=".count))
      guard KeyFile.isName(tenant) else { return .failure(Fault(line: "--tenant: \(KeyFile.nameRule)")) }
    }
    return .success(.store(.importing(file, tenant: tenant)))
  }

  struct Fault: Error {
    let line: String
  }
}
