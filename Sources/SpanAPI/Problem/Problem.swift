package import SpanMessage

/// What went wrong with a request, as RFC 9457 problem details. The only place that knows their form.
package struct Problem: Error, Equatable, Sendable {
  package var status: Int
  /// What went wrong this time, as a full sentence.
  package var detail: String
  /// A machine-readable name for a problem that has no list of faults.
  package var code: FaultCode?
  package var faults: [RequestFault]
  /// Fields that belong to the status, such as `Allow` and `Retry-After`.
  package var headers: HeaderFields

  package init(
    status: Int, detail: String, code: FaultCode? = nil, faults: [RequestFault] = [], headers: HeaderFields = [:]
  ) {
    self.status = status
    self.detail = detail
    self.code = code
    self.faults = faults
    self.headers = headers
  }

  package static let mediaType = "application/problem+json"

  /// The answer to the request of that id.
  package func response(requestID: String) -> Response {
    let body = ByteBuffer(minimumCapacity: 512)
    write(onto: body, requestID: requestID)
    var headers: HeaderFields = ["Content-Type": Self.mediaType]
    for field in self.headers.fields { headers.append(field.name, field.value) }
    var response = Response(status: status, headers: headers, body: body)
    response.code = code?.text
    return response
  }

  package func write(onto body: ByteBuffer, requestID: String) {
    let kind = Kind(status: status)
    var json = JSONWriter(onto: body)
    json.beginObject()
    json.member("type", kind.type)
    json.member("title", kind.title)
    json.member("status", status)
    json.member("detail", detail)
    json.member("instance", requestID)
    if let code { json.member("code", code.text) }
    if !faults.isEmpty {
      json.name("errors")
      json.beginArray()
      for fault in faults {
        json.beginObject()
        json.member("pointer", fault.pointer)
        json.member("code", fault.code.text)
        json.member("message", fault.message)
        json.endObject()
      }
      json.endArray()
    }
    json.endObject()
    json.finish()
  }
}

extension Problem {
  /// 400: the body is not JSON (503 if memory was short).
  package init(_ fault: JSONSyntaxFault) {
    guard !fault.isOutOfMemory else {
      self.init(status: 503, detail: fault.message, code: "unavailable", headers: ["Retry-After": "1"])
      return
    }
    let place = fault.offset.map { " (byte \($0))" } ?? ""
    let message = fault.message + place
    self.init(
      status: 400, detail: message,
      faults: [RequestFault(pointer: fault.pointer, code: .jsonSyntax, message: message)])
  }

  /// 422: the body is JSON, but not a request that makes sense.
  package init(_ faults: RequestFaults) {
    let count = faults.list.count
    let first = faults.list.first.map { " \($0.pointer.isEmpty ? "" : $0.pointer + ": ")\($0.message)" } ?? ""
    let summary =
      switch count {
      case 1: "One value of the request is wrong."
      case Faults.maximum...: "At least \(count) values of the request are wrong. The first:"
      default: "\(count) values of the request are wrong. The first:"
      }
    self.init(status: 422, detail: summary + first, faults: faults.list)
  }
}

extension Problem {
  /// 503, spread out, so that those who were refused together do not come back together.
  static func unavailable(_ detail: String, code: FaultCode) -> Problem {
    Problem(status: 503, detail: detail, code: code, headers: ["Retry-After": String(Int.random(in: 1...5))])
  }
}

extension Problem {
  /// What all problems of one status have in common.
  private struct Kind {
    let type: String
    let title: String

    init(status: Int) {
      let (name, title): (String, String) =
        switch status {
        case 400: ("malformed-request", "The request is malformed.")
        case 401: ("unauthenticated", "Credentials are missing or wrong.")
        case 403: ("forbidden", "This is not allowed.")
        case 404: ("not-found", "There is nothing at this address.")
        case 405: ("method-not-allowed", "This address does not answer that method.")
        case 406: ("not-acceptable", "No acceptable form of the answer exists.")
        case 409: ("conflict", "The request conflicts with the present state.")
        case 410: ("gone", "This is no longer kept.")
        case 412: ("precondition-failed", "The state has changed since it was read.")
        case 413: ("content-too-large", "The body is too large.")
        case 414: ("uri-too-long", "The address is too long.")
        case 415: ("unsupported-media-type", "The body has a type that is not understood.")
        case 417: ("expectation-failed", "The expectation cannot be met.")
        case 422: ("invalid-request", "The request is not valid.")
        case 429: ("too-many-requests", "There were too many requests.")
        case 500: ("internal-error", "The service failed.")
        case 503: ("unavailable", "The service cannot answer now.")
        case 505: ("http-version-not-supported", "This version of HTTP is not spoken.")
        case 507: ("insufficient-storage", "There is no room to store this.")
        default: ("other", "The request could not be answered.")
        }
      type = "/problems/" + name
      self.title = title
    }
  }
}
