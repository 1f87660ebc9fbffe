/// The path and query of a request, split into segments *before* each is percent-decoded once.
///
/// `%2F` therefore stays inside its segment. Origin-form, absolute-form (reduced to its path; its authority is
/// checked for shape and dropped) and asterisk-form are understood (RFC 9112 §3.2); authority-form is not.
public struct RequestTarget: Sendable, Equatable {
  /// The path as sent, still encoded; `*` for the asterisk form.
  public var rawPath: String
  /// Without the `?`; nil when there was none.
  public var rawQuery: String?
  /// Decoded segments; `/` has none, `/v1/measure` has two, a trailing slash adds an empty one. `*` has none.
  public var segments: [String]

  /// The `*` of `OPTIONS *`: the server as a whole.
  public var isAsterisk: Bool { rawPath == "*" }

  /// Why a target was refused.
  public enum Fault: Error, Sendable, Equatable {
    /// Neither `/path`, `http://authority/path` nor `*`.
    case form
    /// A byte that RFC 3986 does not allow unencoded (a control, a blank, `#`, anything beyond ASCII, …).
    case character
    /// `%` without two hexadecimal digits.
    case escape
    /// `%00`.
    case null
    /// A segment that is not UTF-8 once decoded.
    case encoding
  }

  /// Reads a target as it stood in the request line.
  public init(_ raw: String) throws(Fault) {
    var text = raw
    let result: Result<RequestTarget, Fault> = text.withUTF8 { utf8 in
      unsafe Self.parsed(UnsafeRawBufferPointer(utf8))
    }
    self = try result.get()
  }

  /// Reads a target as it stood in the request line.
  public init(bytes: UnsafeRawBufferPointer) throws(Fault) {
    self = unsafe try Self.parsed(bytes).get()
  }

  private init(rawPath: String, rawQuery: String?, segments: [String]) {
    self.rawPath = rawPath
    self.rawQuery = rawQuery
    self.segments = segments
  }
}

extension RequestTarget {
  /// A segment of a path as it has to be sent: everything but RFC 3986's unreserved characters as `%XX`.
  public static func encoded(segment: String) -> String {
    func digit(_ nibble: UInt8) -> UInt8 { Hexadecimal.digit(nibble, ten: UInt8(ascii: "A")) }
    var bytes: [UInt8] = []
    for byte in segment.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func parsed(_ raw: UnsafeRawBufferPointer) -> Result<RequestTarget, Fault> {
    guard let first = unsafe raw.first else { return .failure(.form) }
    if first == UInt8(ascii: "*"), raw.count == 1 {
      return .success(RequestTarget(rawPath: "*", rawQuery: nil, segments: []))
    }
    guard unsafe raw.allSatisfy(isAllowed) else { return .failure(.character) }

    let start: Int
    if first == UInt8(ascii: "/") {
      start = 0
    } else {
      guard let end = unsafe endOfAuthority(raw) else { return .failure(.form) }
      start = end
    }
    let mark = unsafe raw[start...].firstIndex(of: UInt8(ascii: "?"))
    let path = unsafe UnsafeRawBufferPointer(rebasing: raw[start..<(mark ?? raw.endIndex)])
    let query = mark.map { unsafe String(decoding: raw[($0 + 1)...], as: UTF8.self) }

    do throws(Fault) {
      if let query { try checkEscapes(query) }
      return .success(
        unsafe RequestTarget(
          rawPath: path.isEmpty ? "/" : String(decoding: path, as: UTF8.self), rawQuery: query,
          segments: try segments(of: path)))
    } catch {
      return .failure(error)
    }
  }

  /// Where the path starts behind `http://authority` or `https://authority`; nil if that is not what stands there.
  private static func endOfAuthority(_ raw: UnsafeRawBufferPointer) -> Int? {
    let scheme = ["http://", "https://"].first { scheme in
      unsafe raw.count > scheme.utf8.count && zip(raw, scheme.utf8).allSatisfy { $0 == $1 || ($0 | 0x20) == $1 }
    }
    guard let scheme else { return nil }
    let start = scheme.utf8.count
    let end =
      unsafe raw[start...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? raw.endIndex
    guard end > start, unsafe !raw[start..<end].contains(UInt8(ascii: "@")) else { return nil }
    return end
  }

  private static func segments(of path: UnsafeRawBufferPointer) throws(Fault) -> [String] {
    var segments: [String] = []
    guard path.count > 1 else { return segments }
    segments.reserveCapacity(4)
    var start = 1
    while true {
      let end = unsafe path[start...].firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
      segments.append(try unsafe decoded(UnsafeRawBufferPointer(rebasing: path[start..<end])))
      guard end < path.endIndex else { return segments }
      start = end + 1
    }
  }

  private static func decoded(_ segment: UnsafeRawBufferPointer) throws(Fault) -> String {
    guard unsafe segment.contains(UInt8(ascii: "%")) else { return unsafe String(decoding: segment, as: UTF8.self) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(segment.count)
    var index = 0
    while index < segment.count {
      let byte = unsafe segment[index]
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        index += 1
        continue
      }
      guard index + 2 < segment.count, let high = unsafe Hexadecimal.value(segment[index + 1]),
        let low = unsafe Hexadecimal.value(segment[index + 2])
      else { throw .escape }
      guard high | low != 0 else { throw .null }
      bytes.append(high << 4 | low)
      index += 3
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .encoding }
    return text
  }

  /// The query stays encoded (its reader splits first), but what no reader could decode is refused here.
  private static func checkEscapes(_ text: String) throws(Fault) {
    var rest = text.utf8[...]
    while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
      let digits = rest[rest.index(after: percent)...].prefix(2)
      guard digits.count == 2, digits.allSatisfy({ Hexadecimal.value($0) != nil }) else { throw .escape }
      guard digits.contains(where: { $0 != UInt8(ascii: "0") }) else { throw .null }
      rest = rest[digits.endIndex...]
    }
  }

  /// Visible ASCII but `"`, `#`, `<`, `>`, `\`, `^`, `` ` ``, `{`, `|`, `}` (RFC 3986 appendix A; `[` and `]` stand in
  /// hosts and, against the letter, in the queries of most clients).
  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21, 0x24...0x3B, 0x3D, 0x3F...0x5B, 0x5D, 0x5F, 0x61...0x7A, 0x7E: true
    default: false
    }
  }
}
