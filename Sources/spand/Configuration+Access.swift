import SpanHTTP

extension Configuration {
  /// What was said of keys.
  package enum Authentication: String, Sendable {
    case keys
    /// Everybody may everything.
    case off = "none"
  }

  /// Who is let in.
  package enum Access: Equatable, Sendable {
    case everybody
    /// Those with a key of this file.
    case keys(String)
  }

  /// Why the service must not start like this: a line.
  package struct Unsafe: Error, Equatable {
    package let message: String
  }

  /// Without a word about keys, whoever is on this machine is let in, and nobody else can come.
  package var access: Access {
    get throws(Unsafe) {
      switch (authentication, apiKeys) {
      case (.some(.off), nil): return .everybody
      case (.some(.off), .some):
        throw Unsafe(message: "--auth none lets everybody in, --api-keys does not: leave one of them out")
      case (.some(.keys), nil): throw Unsafe(message: "--auth keys needs a file of keys: --api-keys FILE")
      case (_, let file?): return .keys(file)
      case (nil, nil):
        guard listen.isLoopback else {
          throw Unsafe(
            message:
              "others can reach \(listen): name a file of keys with --api-keys, or let everybody in with --auth none"
          )
        }
        return .everybody
      }
    }
  }

  /// Where sessions are kept, for commands that look at them there.
  package var placeOfSessions: Store {
    get throws(Unsafe) {
      guard let store else {
        throw Unsafe(
          message: "without HOME there is no place for sessions: name one with --store")
      }
      return store
    }
  }
}
