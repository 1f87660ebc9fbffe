import SpanAPI
import SpanMessage

/// A body of `POST /v1/measure`, from the bytes to the answer. Whatever they are, the answer is a 200, 400 or 422 and
/// holds JSON; simulations are decoded but not run, they would take a second each.
func fuzzMeasure(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  require(service.refusal(of: head) == nil, "a measurement is not refused by its head")
  let request = Request(head: head, body: buffer(unsafe UnsafeRawBufferPointer(start: data, count: size)))
  guard case .now(let response) = service.reply(to: request) else { fatalError("broken: nothing is left for later") }
  require([200, 400, 422, 503].contains(response.status), "the status is one of those documented")
  guard let body = response.body else { fatalError("broken: there is an answer") }
  do throws(JSONSyntaxFault) {
    _ = try JSONDocument(parsing: body)
  } catch {
    fatalError("broken: the answer is JSON (\(error.message))")
  }
  return 0
}

private let head: RequestHead = {
  guard let target = try? RequestTarget("/v1/measure") else { fatalError("the target is sound") }
  return RequestHead(method: "POST", target: target, headers: ["Content-Type": "application/json"], id: "fuzz")
}()

private let service: Service = {
  var settings = Service.Settings()
  settings.background = { _ in false }
  return Service(settings)
}()
