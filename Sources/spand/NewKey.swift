import Glibc
package import SpanAPI
import SpanMessage

/// `spand key new`: a key that nobody has, printed once, and what the service keeps of it.
package struct NewKey: Sendable, Equatable {
  package var tenant: String
  package var scopes: [Scope]
  package var name: String?
  /// Where its entry is added; nil: it is printed.
  package var file: String?

  package init(tenant: String = "", scopes: [Scope] = [], name: String? = nil, file: String? = nil) {
    self.tenant = tenant
    self.scopes = scopes
    self.name = name
    self.file = file
  }

  static let form = "new --tenant NAME --scopes measure,sessions [--name TEXT] [--file FILE]"

  /// Takes its options off the arguments, as far as they are its own.
  static func take(from rest: inout ArraySlice<String>) -> Result<NewKey, Verb.Fault> {
    var key = NewKey()
    // The first one is told, but all options are taken off.
    var fault: Verb.Fault?
    while let argument = rest.first {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard ["--tenant", "--scopes", "--name", "--file"].contains(parts[0]) else { break }
      rest.removeFirst()
      guard let text = parts.count == 2 ? parts[1] : Command.value(from: &rest), !text.isEmpty else {
        fault = fault ?? Verb.Fault(line: "\(parts[0]) needs a value: key \(form)")
        continue
      }
      if let reason = key.take(text, for: parts[0]) {
        fault = fault ?? Verb.Fault(line: "\(parts[0]): \"\(text)\" \(reason)")
      }
    }
    if let fault { return .failure(fault) }
    for (option, isMissing) in [("--tenant", key.tenant.isEmpty), ("--scopes", key.scopes.isEmpty)] where isMissing {
      return .failure(Verb.Fault(line: "key new needs \(option): key \(form)"))
    }
    return .success(key)
  }

  private mutating func take(_ text: String, for option: String) -> String? {
    switch option {
    case "--tenant":
      guard KeyFile.isName(text) else { return "is no tenant: \(KeyFile.nameRule)" }
      tenant = text
    case "--scopes":
      let names = text.split(separator: ",").map(String.init)
      let known = names.compactMap(Scope.init)
      guard known.count == names.count, Set(known).count == known.count, !known.isEmpty else {
        return "is no list of \(Scope.allCases.map(\.rawValue).joined(separator: ", "))"
      }
      scopes = known
    case "--name":
      guard text.unicodeScalars.count <= 128, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        return "is no name: 1 to 128 characters"
      }
      name = text
    default: file = text
    }
    return nil
  }

  /// - Returns: the exit code.
  func run() -> CInt {
    let (secret, key) = APIKey.make(name: name, tenant: tenant, scopes: scopes)
    do throws(KeyFile.Fault) {
      guard let file else {
        _ = try Self.text([key])
        return Terminal.result("\(secret)\n\(KeyFile.entry(key))")
      }
      let lock = try Self.lock(file)
      defer { close(lock) }
      let isThere = unsafe access(file, F_OK) == 0
      let keys = isThere ? try KeyFile.read(file) : []
      try Self.write(try Self.text(keys + [key]), to: file)
    } catch {
      Terminal.error("spand: " + error.lines.joined(separator: "\n       "))
      return ExitCode.dataError
    }
    return Terminal.result(secret)
  }

  /// A file with the keys, which can be read again.
  private static func text(_ keys: [APIKey]) throws(KeyFile.Fault) -> String {
    let text = KeyFile.text(keys)
    _ = try KeyFile.decode(ByteBuffer(text))
    return text
  }

  /// Of two who add a key at the same time, the second adds to what the first has written.
  private static func lock(_ file: String) throws(KeyFile.Fault) -> CInt {
    do throws(InputFile.Fault) {
      return try InputFile.lockDirectory(of: file)
    } catch {
      throw KeyFile.Fault(lines: ["keys \(file): \(error.reason)"])
    }
  }

  private static func write(_ text: String, to file: String) throws(KeyFile.Fault) {
    do throws(InputFile.Fault) {
      try InputFile.write(Array("\(text)\n".utf8), to: file)
    } catch {
      throw KeyFile.Fault(lines: ["keys \(file): \(error.reason)"])
    }
  }
}
