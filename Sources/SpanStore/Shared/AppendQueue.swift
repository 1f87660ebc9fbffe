/// Appends on their way to the thread that writes, as many and as large as fit.
package final class AppendQueue: Sendable {
  package typealias Completion = @Sendable (Result<Void, StoreFault>) -> Void

  package struct Entry: Sendable {
    package var append: Append
    package var completion: Completion
    fileprivate var size: Int
  }

  /// What there is room for.
  package struct Limits: Sendable {
    package var appends: Int
    package var bytes: Int

    package init(appends: Int, bytes: Int) {
      self.appends = appends
      self.bytes = bytes
    }

    package static let waiting = Limits(appends: 100_000, bytes: 64 << 20)
    /// Larger transactions are not faster, and those who wait for them wait longer.
    package static let batch = Limits(appends: 2_000, bytes: 8 << 20)
  }

  private struct State {
    var entries: [Entry] = []
    var bytes = 0
    var isWoken = false
    var isClosed = false
  }

  private let waiting: Limits
  private let batch: Limits
  private let state = Monitor(State())

  package init(waiting: Limits = .waiting, batch: Limits = .batch) {
    self.waiting = waiting
    self.batch = batch
  }

  /// - Returns: why it was not taken; nil: it was.
  package func add(_ append: Append, completion: @escaping Completion) -> StoreFault? {
    let entry = Entry(append: append, completion: completion, size: append.size)
    return state.change { state in
      guard !state.isClosed else { return .closed }
      guard state.entries.count < waiting.appends, state.bytes + entry.size <= waiting.bytes || state.entries.isEmpty
      else {
        return .unavailable("too much waits to be written: \(state.entries.count) appends, \(state.bytes) bytes")
      }
      state.entries.append(entry)
      state.bytes += entry.size
      return nil
    }
  }

  enum Next {
    /// What one transaction takes.
    case batch([Entry])
    /// Nothing came until the deadline, or until somebody called ``wake()``.
    case nothing
    /// Nothing will come any more.
    case end
  }

  func next(until deadline: Uptime) -> Next {
    let next = state.wait(until: deadline) { state -> Next? in
      if !state.entries.isEmpty { return .batch(takeBatch(from: &state)) }
      if state.isClosed { return .end }
      defer { state.isWoken = false }
      return state.isWoken ? .nothing : nil
    }
    return next ?? .nothing
  }

  /// Whoever writes has something to look at before its deadline.
  func wake() { state.change { $0.isWoken = true } }

  /// Takes nothing more. What waits is still there for ``next(until:)``.
  package func close() { state.change { $0.isClosed = true } }

  private func takeBatch(from state: inout State) -> [Entry] {
    var count = 0
    var bytes = 0
    for entry in state.entries.prefix(batch.appends) {
      guard count == 0 || bytes + entry.size <= batch.bytes else { break }
      count += 1
      bytes += entry.size
    }
    state.bytes -= bytes
    if count == state.entries.count {
      defer { state.entries = [] }
      return state.entries
    }
    defer { state.entries.removeFirst(count) }
    return Array(state.entries.prefix(count))
  }
}

extension Append {
  /// Bytes it takes, about.
  fileprivate var size: Int {
    let overhead = 256
    let events = events.reduce(0) { $0 + $1.data.count + $1.type.utf8.count + 64 }
    let answers = answers.reduce(0) { $0 + $1.body.count + 512 }
    return overhead + events + answers + summary.count + (snapshot?.data.count ?? 0)
  }
}
