/// Why a server could not start listening.
public enum StartupError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The host is neither a numeric address of this machine nor a name that resolves to one.
  case address(SocketAddress, reason: String)
  /// Another process listens there.
  case addressInUse(SocketAddress)
  /// The system refused a socket (`EACCES` for a low port, …).
  case socket(SocketAddress, reason: String)
  /// The HTTP library refused to start; its own words, if it had any.
  case library(String)
  /// `start()` was called on a server that had been started before.
  case alreadyStarted

  public var description: String {
    switch self {
    case .address(let address, let reason): "cannot listen on \(address): \(reason)"
    case .addressInUse(let address): "cannot listen on \(address): the address is in use"
    case .socket(let address, let reason): "cannot listen on \(address): \(reason)"
    case .library(let words): "the HTTP library did not start: \(words)"
    case .alreadyStarted: "the server was started before"
    }
  }
}
