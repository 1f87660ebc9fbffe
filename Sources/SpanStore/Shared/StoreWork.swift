/// What the thread does that writes to a store.
protocol StoreWork {
  /// When it has something to do even if nothing is appended.
  var deadline: Uptime { get }

  /// Writes appends, none when it is only time, and completes them.
  func work(_ entries: [AppendQueue.Entry])

  /// Nothing will come any more.
  func finish()
}

extension AppendQueue {
  /// Hands over what waits, one transaction's worth after the other, until the queue was closed and is empty.
  func feed(_ worker: some StoreWork) {
    while true {
      switch next(until: worker.deadline) {
      case .batch(let entries): worker.work(entries)
      case .nothing: worker.work([])
      case .end: return worker.finish()
      }
    }
  }
}
