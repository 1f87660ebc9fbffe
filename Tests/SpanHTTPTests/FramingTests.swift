import SpanHTTP
import SpanMessage
import Testing

/// A second request that a front end might take for a body, or the other way round.
private let smuggled = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"

private let get = "GET /x HTTP/1.1\r\nHost: a\r\n"
private let post = "POST /x HTTP/1.1\r\nHost: a\r\n"
private let chunked = "\(post)Transfer-Encoding: chunked\r\n\r\n"
private func fields(_ count: Int) -> String { (0..<count).map { "X-\($0): 1\r\n" }.joined() }

/// Raw bytes, what RFC 9110 and RFC 9112 ask for, and the section that does.
struct WireCase: Sendable, CustomTestStringConvertible {
  let name: String
  let raw: String
  let status: Int
  var testDescription: String { name }

  init(_ name: String, _ status: Int, _ raw: String) {
    self.name = name
    self.raw = raw
    self.status = status
  }
}

@Suite("Framing: two readers of the same bytes must see the same requests")
struct FramingTests {
  static let refused: [WireCase] = [
    // RFC 9112 §6.3 rule 5, RFC 9110 §8.6
    .init("equal Content-Length twice", 400, "\(post)Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc"),
    .init(
      "different Content-Length twice", 400,
      "\(post)Content-Length: 0\r\nContent-Length: \(smuggled.utf8.count)\r\n\r\n\(smuggled)"),
    .init("a list of lengths", 400, "\(post)Content-Length: 3, 3\r\n\r\nabc"),
    .init("a signed length", 400, "\(post)Content-Length: +3\r\n\r\nabc"),
    .init("a negative length", 400, "\(post)Content-Length: -3\r\n\r\nabc"),
    .init("a hexadecimal length", 400, "\(post)Content-Length: 0x3\r\n\r\nabc"),
    .init("an empty length", 400, "\(post)Content-Length: \r\n\r\n\(smuggled)"),
    // allowed by RFC 9110 §5.5, refused by the parser of libmicrohttpd 0.9.75: strict, but safe
    .init("blanks behind the length", 400, "\(post)Content-Length: 3 \t\r\n\r\nabc"),
    .init("letters behind the length", 400, "\(post)Content-Length: 3a\r\n\r\nabc"),
    // RFC 9112 §5.1: no whitespace between name and colon
    .init(
      "a blank before the colon of Content-Length", 400,
      "\(post)Content-Length : \(smuggled.utf8.count)\r\n\r\n\(smuggled)"),
    .init(
      "a tab before the colon of Transfer-Encoding", 400,
      "\(post)Transfer-Encoding\t: chunked\r\n\r\n0\r\n\r\n\(smuggled)"),
    // RFC 9112 §6.1, §6.3
    .init(
      "both lengths", 400,
      "\(post)Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n\(smuggled)"),
    .init(
      "both lengths, the other way round", 400,
      "\(post)Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n\(smuggled)"),
    .init(
      "gzip, chunked", 400,
      "\(post)Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n\(smuggled)"),
    .init("identity", 400, "\(post)Transfer-Encoding: identity\r\n\r\n\(smuggled)"),
    .init("xchunked", 400, "\(post)Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n\(smuggled)"),
    .init(
      "a vertical tab before chunked", 400,
      "\(post)Transfer-Encoding: \u{B}chunked\r\n\r\n0\r\n\r\n\(smuggled)"),
    .init(
      "chunked twice", 400,
      "\(post)Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n\(smuggled)"),
    .init(
      "chunked, then identity", 400,
      "\(post)Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n\(smuggled)"),
    .init(
      "chunked on HTTP/1.0", 400,
      "POST /x HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n\(smuggled)"),
    // RFC 9112 §3.2
    .init("no Host", 400, "GET /x HTTP/1.1\r\n\r\n"),
    .init("two Hosts", 400, "\(get)Host: a\r\n\r\n"),
    .init("a list of Hosts", 400, "GET /x HTTP/1.1\r\nHost: a b\r\n\r\n"),
    .init("a Host with a path", 400, "GET /x HTTP/1.1\r\nHost: a/b\r\n\r\n"),
    .init("a Host with a user", 400, "GET /x HTTP/1.1\r\nHost: u@a\r\n\r\n"),
    .init("two Hosts on HTTP/1.0", 400, "GET /x HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n"),
    // RFC 9112 §5.2: a folded line
    .init("a folded field", 400, "\(get)X-A: b\r\n c\r\n\r\n"),
    .init(
      "a folded length", 400, "\(post)Content-Length: 1\r\n 0\r\n\r\n0\(smuggled)"),
    .init(
      "a name folded together", 400,
      "\(post)Content-: \(smuggled.utf8.count)\r\n Length\r\n\r\n\(smuggled)"),
    .init("a fold before the first field", 400, "GET /x HTTP/1.1\r\n Host: a\r\n\r\n"),
    .init("a fold with a tab", 400, "\(get)X-A: b\r\n\tc: d\r\n\r\n"),
    // RFC 9112 §2.2, RFC 9110 §5.5: line ends and controls
    .init("bare LF throughout", 400, "GET /x HTTP/1.1\nHost: a\n\n"),
    .init("one bare LF", 400, "GET /x HTTP/1.1\r\nHost: a\nX-A: b\r\n\r\n"),
    .init("a bare LF before the end", 400, "\(get)\n"),
    .init("a bare CR in a value", 400, "\(get)X-A: b\rX-B: c\r\n\r\n"),
    .init("a second CR", 400, "\(get)X-A: b\r\r\n\r\n"),
    .init("a NUL in a value", 400, "\(get)X-A: b\u{0}c\r\n\r\n"),
    .init("a NUL behind the length", 400, "\(post)Content-Length: 3\u{0}7\r\n\r\nabc"),
    .init("NULs like a line end", 400, "\(get)X-A: b\u{0}\u{0}\r\n\r\n"),
    .init("a NUL in a name", 400, "\(get)X\u{0}A: b\r\n\r\n"),
    .init("a NUL in the target", 400, "GET /x\u{0}y HTTP/1.1\r\nHost: a\r\n\r\n"),
    .init("a control in a value", 400, "\(get)X-A: b\u{1}\r\n\r\n"),
    .init("a field without a name", 400, "\(get): b\r\n\r\n"),
    .init("a field without a colon", 400, "\(get)foo\r\n\r\n"),
    .init("a name that is no token", 400, "\(get)X@A: b\r\n\r\n"),
    // RFC 9112 §3: the request line
    .init("a blank in the target", 400, "GET /x y HTTP/1.1\r\nHost: a\r\n\r\n"),
    .init("two blanks before the target", 400, "GET  /x HTTP/1.1\r\nHost: a\r\n\r\n"),
    .init("two blanks before the version", 400, "GET /x  HTTP/1.1\r\nHost: a\r\n\r\n"),
    .init("a method that is no token", 400, "G(T /x HTTP/1.1\r\nHost: a\r\n\r\n"),
    .init("a method of 100 letters", 400, "\(String(repeating: "A", count: 100)) /x HTTP/1.1\r\nHost: a\r\n\r\n"),
    .init("no version", 400, "GET /x\r\nHost: a\r\n\r\n"),
    .init("letters behind the version", 400, "GET /x HTTP/1.1x\r\nHost: a\r\n\r\n"),
    .init("version 2.0", 505, "GET /x HTTP/2.0\r\nHost: a\r\n\r\n"),
    .init("the preface of HTTP/2", 505, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    // RFC 9112 §7.1: chunks
    .init("a chunk size with 0x", 400, "\(chunked)0x3\r\nabc\r\n0\r\n\r\n"),
    .init("a signed chunk size", 400, "\(chunked)+3\r\nabc\r\n0\r\n\r\n"),
    .init("a chunk longer than its size", 400, "\(chunked)3\r\nabcdef\r\n0\r\n\r\n"),
    .init(
      "a chunk size beyond 64 bits", 413,
      "\(chunked)1FFFFFFFFFFFFFFFF\r\nabc\r\n0\r\n\r\n"),
    .init("a length beyond 64 bits", 413, "\(post)Content-Length: 99999999999999999999\r\n\r\nabc"),
    .init("a length beyond 63 bits", 413, "\(post)Content-Length: 9223372036854775807\r\n\r\nabc"),
    // RFC 9110 §10.1.1
    .init("an unknown expectation", 417, "\(post)Expect: tea\r\nContent-Length: 3\r\n\r\nabc"),
    // targets, RFC 9112 §3.2
    .init("%00 in the path", 400, "GET /a%00b HTTP/1.1\r\nHost: a\r\n\r\n"),
    .init("%00 in the query", 400, "GET /a?b=%00 HTTP/1.1\r\nHost: a\r\n\r\n"),
    .init("a bad escape", 400, "GET /a%zz HTTP/1.1\r\nHost: a\r\n\r\n"),
    .init("a path that is not UTF-8 once decoded", 400, "GET /%ff HTTP/1.1\r\nHost: a\r\n\r\n"),
    .init("a fragment", 400, "GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n"),
    .init("authority-form", 400, "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n"),
    .init("a relative target", 400, "GET x HTTP/1.1\r\nHost: a\r\n\r\n"),
    .init("a target of 9000 bytes", 414, "GET /\(String(repeating: "a", count: 9000)) HTTP/1.1\r\nHost: a\r\n\r\n"),
    // sizes, RFC 6585 §5
    .init("a field of 40 kB", 431, "\(get)X-A: \(String(repeating: "b", count: 40_000))\r\n\r\n"),
    .init(
      "a thousand fields", 431,
      "\(get)\(fields(1000))\r\n"),
  ]

  @Test("is refused, the connection ends, and nothing hidden in the body is executed", arguments: refused)
  func refusal(wire: WireCase) throws {
    try withServer { server, echo in
      let client = try RawClient(port: server.boundPort)
      try client.send(wire.raw)
      let answer = try client.answer()
      #expect(answer.status == wire.status)
      #expect(answer["Connection"]?.lowercased() == "close")
      #expect(client.isClosed())
      try? client.send(smuggled)
      #expect(echo.requests == [])
    }
  }

  static let accepted: [WireCase] = [
    .init("blank lines before the request", 200, "\r\n\r\nGET /x HTTP/1.1\r\nHost: a\r\n\r\n"),
    .init(
      "no blank, many blanks, a tab before a value", 200,
      "GET /x HTTP/1.1\r\nHost:a\r\nX-A:    b\r\nX-B:\tc\t \r\nX-C:\r\nX-D: \r\n\r\n"),
    .init("names in any case", 200, "POST /x HTTP/1.1\r\nhOST: a\r\nCONTENT-length: 3\r\n\r\nabc"),
    .init("zeros before the length", 200, "\(post)Content-Length: 0003\r\n\r\nabc"),
    .init("Chunked in any case", 200, "\(post)Transfer-Encoding: Chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"),
    .init("chunk extensions and trailers", 200, "\(chunked)3;a=b\r\nabc\r\n0\r\nX-T: u\r\n\r\n"),
    .init("every form of query", 200, "GET /x?a=1&b&&=&c=%41+d?e=/ HTTP/1.1\r\nHost: a\r\n\r\n"),
    .init("an empty query", 200, "GET /x? HTTP/1.1\r\nHost: a\r\n\r\n"),
    .init("an absolute target", 200, "GET http://other/x HTTP/1.1\r\nHost: a\r\n\r\n"),
    .init("a Host with a port", 200, "GET /x HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n"),
    .init("an empty Host", 200, "GET /x HTTP/1.1\r\nHost:\r\n\r\n"),
    .init("bytes beyond ASCII in a value", 200, "\(get)X-A: ä€\r\n\r\n"),
    .init("a later minor version", 200, "GET /x HTTP/1.2\r\nHost: a\r\n\r\n"),
    .init("HTTP/1.0 without Host", 200, "GET /x HTTP/1.0\r\n\r\n"),
    .init("POST without a body", 200, "\(post)\r\n"),
    .init("POST with an empty body", 200, "\(post)Content-Length: 0\r\n\r\n"),
    .init("a head of 20 kB", 200, "\(get)X-A: \(String(repeating: "b", count: 20_000))\r\n\r\n"),
    .init("a hundred fields", 200, "\(get)\(fields(100))\r\n"),
    .init("an unknown method", 200, "BREW /x HTTP/1.1\r\nHost: a\r\n\r\n"),
  ]

  @Test("is accepted, whole and in pieces", arguments: accepted, [1 << 20, 700, 1])
  func acceptance(wire: WireCase, piece: Int) throws {
    if piece == 1, wire.raw.utf8.count > 400 { return }
    try withServer { server, echo in
      let client = try RawClient(port: server.boundPort)
      let bytes = Array(wire.raw.utf8)
      for start in stride(from: 0, to: bytes.count, by: piece) {
        try client.send(Array(bytes[start..<min(start + piece, bytes.count)]))
      }
      let answer = try client.answer()
      #expect(answer.status == 200)
      #expect(answer.body.contains("[\"x\"]"))
      if wire.raw.hasSuffix("abc") || wire.raw.contains("chunked") { #expect(answer.body.hasSuffix(" abc")) }
      #expect(echo.requests.count == 1)
    }
  }

  @Test("a body on a method that has none is read as a body")
  func bodyOnGet() throws {
    try withServer { server, echo in
      for path in ["/x", "/refuse"] {
        for method in ["GET", "DELETE", "HEAD", "OPTIONS", "PATCH", "BREW"] {
          let client = try RawClient(port: server.boundPort)
          try client.send(
            "\(method) \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(smuggled.utf8.count)\r\n\r\n\(smuggled)")
          let answer = try client.answer(toHead: method == "HEAD")
          #expect(answer.status == (path == "/x" ? 200 : 404))
          try client.send("\(method) \(path)2 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
          _ = try client.receiveAll()
        }
      }
      #expect(!echo.requests.contains("GET /smuggled"))
      #expect(echo.requests.count == 24)
    }
  }

  @Test("a refused chunked body is not read as requests")
  func refusedChunked() throws {
    try withServer { server, echo in
      for method in ["GET", "POST", "PATCH"] {
        let client = try RawClient(port: server.boundPort)
        let head = "\(method) /refuse HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        try client.send("\(head)0\r\n\r\n\(smuggled)")
        let answer = try client.answer()
        #expect(answer.status == 404)
        #expect(answer["Connection"]?.lowercased() == "close")
        #expect(try client.receiveAll() == "")
      }
      #expect(!echo.requests.contains("GET /smuggled"))
    }
  }
}
