internal import SpanMessage
package import SpanStore

/// A whole session as one JSON text, to be kept or taken to another machine.
package enum SessionExport {
  private static let format = "span-session-1"
  private static let page = 1000

  package static func text(of session: String, in store: any EventReader) throws -> String {
    var events = try store.events(of: session, after: 0, limit: page)
    guard !events.isEmpty else { throw LogFault(message: "there is no session \(Excerpt.quoted(session))") }
    let buffer = ByteBuffer(minimumCapacity: 64 << 10)
    var json = JSONWriter(onto: buffer)
    json.beginObject()
    json.member("format", format)
    json.member("id", session)
    json.name("events")
    json.beginArray()
    while let last = events.last {
      for event in events { json.stored(event) }
      events = events.isLastPage(of: page) ? [] : try store.events(of: session, after: last.sequence, limit: page)
    }
    json.endArray()
    json.endObject()
    json.finish()
    return buffer.text
  }

  /// Reads a session that was exported; only if all its numbers are computed as they stand there.
  /// - Parameter tenant: whose it will be.
  package static func read(_ text: [UInt8], for tenant: String = "") throws -> Append {
    guard let document = try? JSONDocument(parsing: ByteBuffer(text)),
      document.root["format"]?.string == format, let id = document.root["id"]?.string,
      let list = document.root["events"]?.array
    else { throw LogFault(message: "this is no exported session of this version") }
    guard UUIDv7.isOne(id) else { throw LogFault(message: "\(Excerpt.quoted(id)) is no id of a session") }
    var events: [StoredEvent] = []
    events.reserveCapacity(list.count)
    for value in list {
      guard let event = StoredEvent(value) else {
        throw LogFault(message: "event \(events.count + 1) is incomplete, or of no time")
      }
      events.append(event)
    }
    let rehearsal = Rehearsal(id: id, events: events)
    if let difference = try SessionLog.firstDifference(in: id, of: rehearsal) { throw LogFault(message: difference) }
    guard let session = try SessionLog.load(id, from: rehearsal) else {
      throw LogFault(message: "there is no event in it")
    }
    // Kept from now on: its last change may be long past.
    return Append(
      session: id, of: tenant, change: .create, at: Timestamp.now, events: events,
      summary: .json { $0.session(session) })
  }

  /// Adds what was read.
  package static func add(_ session: Append, to store: any EventStore) throws {
    let done = Promise<Result<Void, StoreFault>>()
    store.append(session) { done.fulfil($0) }
    switch done.wait() {
    case .success: break
    case .failure(.conflict): throw LogFault(message: "there is a session \(Excerpt.quoted(session.session)) already")
    case .failure(let fault): throw fault
    }
  }
}

/// Events that are read as if they were in a store.
private struct Rehearsal: EventReader {
  let id: String
  let events: [StoredEvent]

  func head(of session: String) -> SessionHead? {
    SessionHead(id: id, version: events.count, createdAt: 0, updatedAt: 0, summary: [])
  }
  func snapshot(of session: String) -> Snapshot? { nil }
  func sessions(of tenant: String?, before id: String?, limit: Int) -> [SessionHead] { [] }
  func answer(to key: String, in scope: String) -> StoredAnswer? { nil }
  func events(of session: String, after sequence: Int, limit: Int) -> [StoredEvent] {
    Array(events.dropFirst(sequence).prefix(limit))
  }
}

extension StoredEvent {
  /// As it was exported.
  fileprivate init?(_ value: JSONValue) {
    guard let sequence = value["seq"]?.number.flatMap(Int.init(exactly:)), let type = value["type"]?.string,
      let at = value["at"]?.number.flatMap(Int64.init(exactly:)), Timestamp.range.contains(at), let data = value["data"]
    else { return nil }
    self.init(sequence: sequence, type: type, at: at, data: data.canonical)
  }
}

extension JSONWriter {
  /// With its time to the millisecond since 1970.
  fileprivate mutating func stored(_ event: StoredEvent) {
    beginObject()
    member("seq", event.sequence)
    member("type", event.type)
    member("at", Double(event.at))
    name("data")
    raw(event.data)
    endObject()
  }
}
