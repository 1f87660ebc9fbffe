import SpanMessage

extension Connection {
  /// Starts the stream of a response, if it has one that can be sent. Returns the response, or the one to send instead.
  func start(_ response: consuming Response, on handle: OpaquePointer) -> Response {
    guard let stream = response.stream, let head = exchange.head else { return response }
    guard response.hasBody, head.method != "HEAD" else {
      stream.close()
      if response.hasBody { closes = true }
      return response
    }
    let outflow = unsafe Outflow(stream, from: self, on: handle)
    do throws(Fault) {
      guard stream.attach(outflow) else { throw .dropped }
      try enter(stream)
    } catch {
      return site.answer(error, to: head)
    }
    exchange.outflow = outflow
    stopWaiting()
    return response
  }

  /// It may go on for hours: from here on nobody waits for the answer, and what was asked is not needed any more.
  private func stopWaiting() {
    worker.requestEnded()
    if let awaited = exchange.awaited { site.parking.leave(awaited) }
    exchange.awaited = nil
    exchange.head = nil
  }

  private func enter(_ stream: ByteStream) throws(Fault) {
    do throws(Fault) {
      try site.streams.enter(stream, on: descriptor)
    } catch {
      stream.close()
      throw error
    }
  }

  /// The client has all of the stream, or gets no more of it.
  func end(_ outflow: Outflow) {
    site.streams.leave(descriptor)
    outflow.stream.close()
    exchange.bytesOut = outflow.bytes
  }
}
