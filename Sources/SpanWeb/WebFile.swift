internal import CEmbedded
internal import SpanAPI
internal import SpanMessage

/// A file of the pages, as it travels inside the binary.
struct WebFile: Sendable {
  /// The template of its route: `/`, `/sessions/{id}`, `/web/style.css`.
  let address: String
  let type: String
  let content: ByteBuffer
  /// Strong: it changes with every byte of the content (RFC 9110 §8.8.3).
  let entityTag: String

  init(address: String, type: String, content: ByteBuffer) {
    self.address = address
    self.type = type
    self.content = content
    entityTag = "\"\(Self.print(of: content))\""
  }

  static let all: [WebFile] = {
    var count = 0
    let files = unsafe UnsafeBufferPointer(start: span_embedded_web(&count), count: count)
    return unsafe files.map { file in
      let content = unsafe ByteBuffer(minimumCapacity: file.size)
      unsafe content.append(UnsafeRawBufferPointer(start: file.bytes, count: file.size))
      return unsafe WebFile(
        address: String(cString: file.address), type: String(cString: file.type), content: content)
    }
  }()

  /// FNV-1a of 64 bits, in hexadecimal.
  private static func print(of content: ByteBuffer) -> String {
    let hash = unsafe content.bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}

extension WebFile {
  /// Any `Accept` will do: a browser that asks for a script by its address wants that script.
  var endpoint: Endpoint {
    Endpoint("GET", produces: []) { [self] request throws(Problem) in
      .done(isKnown(to: request.head) ? Response(status: 304, headers: fields) : response)
    }
  }

  private var response: Response {
    var headers = fields
    headers.append("Content-Type", type)
    return Response(status: 200, headers: headers, body: content)
  }

  private var fields: HeaderFields {
    [
      "ETag": entityTag,
      // Kept, and asked about each time: a page and its scripts are always of one build.
      "Cache-Control": "no-cache",
      "Content-Security-Policy": Self.policy,
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
      "Cross-Origin-Resource-Policy": "same-origin",
    ]
  }

  /// Scripts, styles and answers of this service, and nothing else; nothing inline, no frame around it.
  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  /// `If-None-Match`, compared weakly (RFC 9110 §13.1.2).
  private func isKnown(to head: RequestHead) -> Bool {
    head.headers.values(of: "If-None-Match").contains { value in
      value.split(separator: ",").contains { part in
        let tag = part.drop { $0 == " " }.prefix { $0 != " " }
        return tag == "*" || tag == entityTag || tag == "W/\(entityTag)"
      }
    }
  }
}
