import SpanAPI
import SpanMessage
import Testing

@Suite("Problem details")
struct ProblemTests {
  @Test("Faults are written as RFC 9457 problem details with their pointers")
  func invalidRequest() throws {
    let faults = RequestFaults([
      RequestFault(pointer: "/planes/3/polygon/2/0", code: "number.expected", message: "Expected a number, got \"1\".")
    ])
    let response = Problem(faults).response(requestID: "req-1")
    #expect(response.status == 422)
    #expect(response.headers["content-type"] == "application/problem+json")
    let body = try #require(response.body)
    #expect(
      body.text
        == #"{"type":"/problems/invalid-request","title":"The request is not valid.","status":422,"#
        + #""detail":"One value of the request is wrong. /planes/3/polygon/2/0: Expected a number, got \"1\".","#
        + #""instance":"req-1","errors":[{"pointer":"/planes/3/polygon/2/0","code":"number.expected","#
        + #""message":"Expected a number, got \"1\"."}]}"#)
  }

  @Test("A syntax fault names its byte")
  func syntax() throws {
    let fault = try #require(syntaxFault("{\"a\":NaN}"))
    let response = Problem(fault).response(requestID: "x")
    #expect(response.status == 400)
    let document = try JSONDocument(parsing: try #require(response.body))
    let error = try #require(document.root["errors"]?[0])
    #expect(error["code"]?.string == "json.syntax")
    #expect(error["pointer"]?.string == "")
    #expect(error["message"]?.string?.contains("NaN is not JSON") == true)
    #expect(error["message"]?.string?.contains("byte 5") == true)
    #expect(document.root["type"]?.string == "/problems/malformed-request")
  }

  @Test(
    "Every status the service uses has a type of its own",
    arguments: [
      400, 401, 403, 404, 405, 406, 409, 410, 412, 413, 414, 415, 417, 422, 429, 500, 503, 505, 507,
    ])
  func types(_ status: Int) throws {
    let problem = Problem(status: status, detail: "Because.", code: "some.code", headers: ["Retry-After": "3"])
    let response = problem.response(requestID: "id \"1\"")
    #expect(response.headers["Retry-After"] == "3")
    let document = try JSONDocument(parsing: try #require(response.body))
    #expect(document.root["status"]?.number == Double(status))
    #expect(document.root["code"]?.string == "some.code")
    #expect(document.root["instance"]?.string == "id \"1\"")
    #expect(document.root["errors"] == nil)
    let type = try #require(document.root["type"]?.string)
    #expect(type.hasPrefix("/problems/") && type != "/problems/other")
  }
}
