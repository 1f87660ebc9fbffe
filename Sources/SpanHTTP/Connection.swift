import SpanMessage

/// One client's connection, from accept to close, and the request that is on it.
///
/// Touched by the thread of its worker only.
final class Connection {
  let worker: Worker
  var exchange: Exchange?

  init(worker: Worker) { self.worker = worker }
}
