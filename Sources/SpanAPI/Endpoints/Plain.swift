internal import CEmbedded
internal import SpanMessage

// The endpoints beside the measuring ones: alive, which version, which contract.

extension Endpoint {
  static var health: Endpoint {
    Endpoint("GET") { _ throws(Problem) in
      .json(capacity: 64) { json in
        json.beginObject()
        json.member("status", text: "ok")
        json.endObject()
      }
    }
  }

  static var version: Endpoint {
    Endpoint("GET") { _ throws(Problem) in
      .json(capacity: 128) { json in
        json.beginObject()
        json.member("name", text: "span")
        json.member("version", Version.number)
        json.member("api", text: "v1")
        json.endObject()
      }
    }
  }

  static var specification: Endpoint {
    var size = 0
    let start = unsafe span_embedded_openapi(&size)
    let text = ByteBuffer(minimumCapacity: size)
    unsafe text.append(UnsafeRawBufferPointer(start: start, count: size))
    return Endpoint("GET", produces: .yaml) { _ throws(Problem) in
      Response(status: 200, headers: ["Content-Type": "application/yaml; charset=utf-8"], body: text)
    }
  }
}

extension Response {
  /// A 200 with a JSON body written by `body`.
  static func json(capacity: Int, marks: [String] = [], _ body: (inout JSONWriter) -> Void) -> Response {
    let buffer = ByteBuffer(minimumCapacity: capacity)
    var writer = JSONWriter(onto: buffer)
    body(&writer)
    writer.finish()
    var headers = HeaderFields()
    // With those that come on top for every route.
    headers.reserveCapacity(3)
    headers.append("Content-Type", MediaType.json.name)
    return Response(status: 200, headers: headers, body: buffer, marks: marks)
  }
}
