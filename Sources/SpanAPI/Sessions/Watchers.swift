internal import SpanMessage
internal import SpanSession
internal import SpanStore

/// Those who watch sessions, each on a stream of Server-Sent Events (WHATWG HTML §9.2).
///
/// A watcher reads the log: whatever it has not seen is fetched when the session changes and its client has taken what
/// was sent before. So resuming and going on are one thing, and a slow client costs no memory.
final class Watchers: Sendable {
  private let store: any EventStore
  private let workers: Service.Settings.Background

  private struct Watcher {
    let stream: ByteStream
    /// The last event that was pushed.
    var position: Int
    /// All before was taken, so there may be more.
    var isReady = true
  }

  private struct Group {
    /// Another than that of those who watched this session before.
    let number: Int
    var watchers: [Int: Watcher] = [:]
    /// The version of the session, as far as is known.
    var latest = 0
    var isErased = false

    mutating func learn(_ version: Int) { latest = max(latest, version) }

    func isHungry(_ watcher: Watcher) -> Bool { watcher.isReady && (watcher.position < latest || isErased) }

    /// Those with something to be fetched for.
    var hungry: [(number: Int, watcher: Watcher)] {
      watchers.filter { isHungry($0.value) }.map { ($0.key, $0.value) }
    }
    /// Someone is feeding it; once more, when that is done.
    var isFed = false
    var isDirty = false
  }

  private struct State {
    var groups: [String: Group] = [:]
    var last = 0
  }

  private let state = Locked(State())
  private static let page = 256
  /// A chunk has about so many bytes, or one event.
  private static let chunk = 64 << 10
  /// An event is little larger than the request behind it.
  private static let largestChunk = 64 << 20
  /// A client that lost its stream comes back after this, milliseconds.
  private static let retry = 2000

  init(store: any EventStore, _ workers: @escaping Service.Settings.Background) {
    self.store = store
    self.workers = workers
  }

  var count: Int { state.withLock { $0.groups.values.reduce(0) { $0 + $1.watchers.count } } }

  /// A stream of the events behind `position`.
  /// - Parameter version: of the session now.
  func watch(_ session: String, after position: Int, version: Int) -> ByteStream {
    // No more than one page waits at any time, and that is shared.
    let stream = ByteStream(capacity: Self.largestChunk)
    stream.push(Array("retry: \(Self.retry)\n\n".utf8))
    let number = state.withLock { state -> Int in
      state.last += 1
      let number = state.last
      state.groups[session, default: Group(number: number)].watchers[number] = Watcher(
        stream: stream, position: position)
      state.groups[session]?.learn(version)
      return number
    }
    stream.whenEnded { self.forget(number, of: session) }
    stream.whenDrained { self.ready(number, of: session) }
    return stream
  }

  private func forget(_ number: Int, of session: String) {
    state.withLock { state in
      state.groups[session]?.watchers[number] = nil
      if state.groups[session]?.watchers.isEmpty == true { state.groups[session] = nil }
    }
  }

  private func ready(_ number: Int, of session: String) {
    let isHungry = state.withLock { state -> Bool in
      state.groups[session]?.watchers[number]?.isReady = true
      guard let group = state.groups[session], let watcher = group.watchers[number] else { return false }
      return group.isHungry(watcher)
    }
    if isHungry { feed(session) }
  }

  /// The session has new events, or is no more.
  /// - Parameter version: nil: it was erased.
  func changed(_ session: String, version: Int?) {
    let isAwaited = state.withLock { state -> Bool in
      guard var group = state.groups[session] else { return false }
      if let version { group.learn(version) } else { group.isErased = true }
      state.groups[session] = group
      // Those who are not ready ask when they are.
      return group.watchers.values.contains { group.isHungry($0) }
    }
    if isAwaited { feed(session) }
  }

  /// Asks for the versions of what is watched, where others may have changed it.
  func poll() {
    let sessions = state.withLock { Array($0.groups.keys) }
    guard !sessions.isEmpty, let versions = try? store.versions(of: sessions) else { return }
    for session in sessions { changed(session, version: versions[session]) }
  }

  /// To be called now and then, so that silent streams are known to be alive.
  func beat() {
    let streams = state.withLock { state in state.groups.values.flatMap { $0.watchers.values.map(\.stream) } }
    let comment = ByteBuffer(": \n\n")
    for stream in streams { stream.push(comment) }
  }

  // MARK: Feeding

  private func feed(_ session: String) {
    let group = state.withLock { state -> Int? in
      guard var group = state.groups[session] else { return nil }
      defer { state.groups[session] = group }
      group.isDirty = true
      if group.isFed { return nil }
      group.isFed = true
      return group.number
    }
    guard let group else { return }
    let work: @Sendable () -> Void = { while self.feedOnce(session, group) {} }
    if !workers(work) { work() }
  }

  /// - Returns: whether there may be more to do.
  private func feedOnce(_ session: String, _ number: Int) -> Bool {
    let next = state.withLock { state -> (hungry: [(number: Int, watcher: Watcher)], isErased: Bool)? in
      // Those who came after all had gone are fed by another.
      guard var group = state.groups[session], group.number == number else { return nil }
      defer { state.groups[session] = group }
      guard group.isDirty else {
        group.isFed = false
        return nil
      }
      group.isDirty = false
      return (group.hungry, group.isErased)
    }
    // From here on another may feed.
    guard let (hungry, isErased) = next else { return false }
    if isErased {
      for (_, watcher) in hungry { watcher.stream.finish() }
      return true
    }
    // Most have seen the same.
    for (position, group) in Dictionary(grouping: hungry, by: \.watcher.position) {
      push(to: group, of: session, after: position)
    }
    return true
  }

  private func push(to group: [(number: Int, watcher: Watcher)], of session: String, after position: Int) {
    guard let (chunk, last) = news(of: session, after: position) else {
      // They come back and ask again.
      for (_, watcher) in group { watcher.stream.finish() }
      return
    }
    // Erased meanwhile, or not here yet. Nothing is taken of nothing, so they stay ready for what is told next.
    guard last > position else { return }
    // Whoever was fed by another meanwhile has it.
    let taken = state.withLock { state in
      group.filter { number, _ in
        guard var watcher = state.groups[session]?.watchers[number], watcher.isReady, watcher.position == position
        else {
          return false
        }
        (watcher.position, watcher.isReady) = (last, false)
        state.groups[session]?.watchers[number] = watcher
        return true
      }
    }
    for (_, watcher) in taken { watcher.stream.push(chunk) }
  }
}

extension Watchers {
  /// What comes next for those who have seen the events up to `position`; nil: it cannot be had now.
  private func news(of session: String, after position: Int) -> (chunk: ByteBuffer, last: Int)? {
    let chunk = ByteBuffer(minimumCapacity: 4096)
    var last = position
    do throws(StoreFault) {
      for event in try store.events(of: session, after: position, limit: Self.page) where chunk.count < Self.chunk {
        event.write(onto: chunk)
        last = event.sequence
      }
      return (chunk, last)
    } catch {
      guard case .compacted = error, let loaded = try? SessionLog.load(session, from: store) else { return nil }
      let event = StoredEvent(
        sequence: loaded.version, type: "snapshot", at: loaded.state.updatedAt, data: .json { $0.picture(loaded) })
      event.write(onto: chunk)
      return (chunk, event.sequence)
    }
  }
}

extension JSONWriter {
  /// All of a session that can be seen.
  fileprivate mutating func picture(_ session: LiveSession) {
    beginObject()
    name("session")
    self.session(session)
    name("planes")
    beginArray()
    for plane in session.state.planes.records { raw(plane.source) }
    endArray()
    name("anchors")
    beginArray()
    for anchor in session.state.anchors { self.anchor(anchor, in: session) }
    endArray()
    name("measurements")
    beginArray()
    for measurement in session.state.measurements { self.measurement(measurement, in: session) }
    endArray()
    name("path")
    path(session.state.path(), in: session.unit)
    endObject()
  }
}

extension StoredEvent {
  /// One message of a stream; data is JSON and so has no line ends.
  fileprivate func write(onto chunk: ByteBuffer) {
    chunk.append("id: \(sequence)\nevent: \(type)\ndata: ")
    var json = JSONWriter(onto: chunk)
    json.event(self)
    json.finish()
    chunk.append("\n\n")
  }
}

extension JSONWriter {
  mutating func event(_ event: StoredEvent) {
    beginObject()
    member("seq", event.sequence)
    member("type", event.type)
    member("at", Timestamp.text(event.at))
    name("data")
    raw(event.data)
    endObject()
  }
}
