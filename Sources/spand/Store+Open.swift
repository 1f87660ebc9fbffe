import SpanHTTP
import SpanStore

extension Store {
  /// Opens the store, or makes it; a line for the operator when it cannot be had.
  /// - Parameters:
  ///   - life: milliseconds: sessions not updated for so long are erased; nil: never.
  ///   - threads: that go on when something was written.
  func open(timeToLive life: Int64?, threads: BackgroundThreads) throws(StoreFailure) -> any EventStore {
    switch self {
    case .memory: return MemoryEventStore(timeToLive: life)
    case .file(let path):
      var options = SQLiteEventStore.Options()
      options.timeToLive = life
      options.deliver = { work in
        if !threads.run(work) { work() }
      }
      // Whoever wants sessions gone after seconds does not mean a minute.
      if let life { options.retentionInterval = min(options.retentionInterval, Int(clamping: max(life, 1_000))) }
      do throws(StoreOpeningError) {
        return try SQLiteEventStore(path: path, options: options)
      } catch {
        throw StoreFailure(message: error.description)
      }
    case .postgreSQL: throw StoreFailure(message: "the store is to be on PostgreSQL, which this version cannot use yet")
    }
  }
}

struct StoreFailure: Error {
  let message: String
}
