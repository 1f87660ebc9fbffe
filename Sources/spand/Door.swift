import Glibc
import SpanAPI
import SpanHTTP

/// Who is let in, from the settings and the file of keys, which is read anew on SIGHUP.
struct Door {
  struct Fault: Error {
    let lines: [String]
  }

  /// nil: everybody is.
  let gate: Gate?
  private let file: String?

  init(_ configuration: Configuration) throws(Fault) {
    do throws(Configuration.Unsafe) {
      switch try configuration.access {
      case .everybody: file = nil
      case .keys(let path): file = path
      }
    } catch {
      throw Fault(lines: [error.message])
    }
    do throws(KeyFile.Fault) {
      gate = try file.map { path throws(KeyFile.Fault) in
        Gate(KeyRing(try KeyFile.read(path)), limits: configuration.keyLimits)
      }
    } catch {
      throw Fault(lines: error.lines)
    }
  }

  /// A hang-up is the end where there is nothing to read anew.
  var signals: Signals { file == nil ? .termination : .terminationAndHangUp }

  func waitForTermination(_ log: Log) { while signals.wait() == SIGHUP { reload(log) } }

  /// What is wrong with the file is told, and the keys stay as they were.
  private func reload(_ log: Log) {
    guard let file, let gate else { return }
    do throws(KeyFile.Fault) {
      let keys = KeyRing(try KeyFile.read(file))
      gate.replace(with: keys)
      log.write(.keysLoaded(count: keys.count))
    } catch {
      for line in error.lines { log.write(.keysRefused(reason: line)) }
    }
  }
}
