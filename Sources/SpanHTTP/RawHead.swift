import Glibc

/// The request line as the parser passes it, without the target: strings that live until the call returns.
@safe
struct RawHead {
  let method: UnsafeRawBufferPointer
  let version: UnsafeRawBufferPointer

  init(method: UnsafePointer<CChar>, version: UnsafePointer<CChar>) {
    unsafe self.method = UnsafeRawBufferPointer(start: method, count: strlen(method))
    unsafe self.version = UnsafeRawBufferPointer(start: version, count: strlen(version))
  }

  /// HTTP/1.1, or a later minor version, which is answered as 1.1 (RFC 9110 §2.5); false for HTTP/1.0.
  func isVersion11() throws(Fault) -> Bool {
    let digit = unsafe version.count == 8 && version.starts(with: "HTTP/1.".utf8) ? version[7] : 0
    guard 0x30...0x39 ~= digit else { throw .version }
    return digit > 0x30
  }

  /// The method, a token (RFC 9110 §9.1).
  func methodName() throws(Fault) -> String {
    guard unsafe method.count <= 32 && MessageHead.isToken(method) else { throw .method }
    return unsafe String(decoding: method, as: UTF8.self)
  }
}
