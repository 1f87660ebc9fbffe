internal import SpanMessage

/// The sessions in memory, bounded by their bytes: the least recently used go first, but none that someone works with.
final class SessionCache: Sendable {
  private struct Entry {
    let cell: SessionCell
    /// Requests that work with it.
    var pins = 0
    var size = 0
    var lastUse: UInt64
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var size = 0
    var clock: UInt64 = 0
    var hits = 0
    var misses = 0
  }

  private let limit: Int
  private let state = Locked(State())

  init(limit: Int) { self.limit = limit }

  /// The one cell of a session, which stays until ``release(_:)``.
  /// - Parameter isNew: the session was just made, so that nobody looks for it yet.
  func hold(_ id: String, isNew: Bool = false, _ make: () -> SessionCell) -> SessionCell {
    state.withLock { state in
      state.clock += 1
      if !isNew {
        if state.entries[id] == nil { state.misses += 1 } else { state.hits += 1 }
      }
      var entry = state.entries[id] ?? Entry(cell: make(), lastUse: 0)
      entry.pins += 1
      entry.lastUse = state.clock
      state.entries[id] = entry
      return entry.cell
    }
  }

  func release(_ cell: SessionCell) {
    let size = cell.footprint
    state.withLock { state in
      guard var entry = state.entries[cell.id], entry.cell === cell else { return }
      state.size += size - entry.size
      entry.size = size
      entry.pins -= 1
      state.entries[cell.id] = entry
      // Nothing behind it: an id that was only asked for.
      if size == 0, entry.pins == 0 { state.entries[cell.id] = nil }
      if state.size > limit { Self.evict(&state, to: limit - limit / 8) }
    }
  }

  /// Makes room at one go, so that it need not be looked for often.
  private static func evict(_ state: inout State, to goal: Int) {
    let idle = state.entries.filter { $0.value.pins == 0 }.sorted { $0.value.lastUse < $1.value.lastUse }
    for (id, entry) in idle {
      guard state.size > goal else { return }
      state.entries[id] = nil
      state.size -= entry.size
    }
  }

  var figures: CacheFigures {
    state.withLock { state in
      CacheFigures(sessions: state.entries.count, bytes: state.size, hits: state.hits, misses: state.misses)
    }
  }
}
