/// A request whose head was read: everything that is known before the body comes.
///
/// A class, because it is passed from hand to hand and never changes.
public final class RequestHead: Sendable {
  /// As sent, case-sensitive (`GET`, `POST`, …).
  public let method: String
  public let target: RequestTarget
  public let headers: HeaderFields
  /// The caller's `X-Request-Id` if it is sane, else one the server made.
  public let id: String

  public init(method: String, target: RequestTarget, headers: HeaderFields = [:], id: String) {
    self.method = method
    self.target = target
    self.headers = headers
    self.id = id
  }
}

/// A whole request. The body is already unpacked (`Content-Encoding`) and within the size limit.
public struct Request: Sendable {
  public var head: RequestHead
  public var body: ByteBuffer
  /// As whoever let it in says; the server does not know.
  public var caller: Caller

  public init(head: RequestHead, body: ByteBuffer, caller: Caller = .anybody) {
    self.head = head
    self.body = body
    self.caller = caller
  }
}
