internal import SpanMessage
internal import SpanSession
package import SpanStore

/// Between a session and its log: commands become events, and events are folded to sessions.
package enum SessionLog {
  /// The type of the first event of every log.
  static let creation = "created"
  private static let page = 1000

  static func creationEvent(_ input: SettingsInput, at: Int64) -> StoredEvent {
    StoredEvent(
      sequence: 1, type: creation, at: at,
      data: .json { json in
        json.beginObject()
        json.name("input")
        json.stored(input)
        json.endObject()
      })
  }

  static func event(_ command: any SessionCommand, _ outcome: CommandOutcome, sequence: Int, at: Int64) -> StoredEvent {
    StoredEvent(
      sequence: sequence, type: Swift.type(of: command).type, at: at,
      data: .json { $0.event(input: command.source, outcome.result) })
  }

  /// nil: there is no such session.
  /// - Parameters:
  ///   - known: the session as it was; if it is still the same, what came since is added to it.
  ///   - attempts: how often to begin, should what came since be given up for what it made meanwhile.
  static func load(
    _ id: String, from store: any EventReader, onto known: LiveSession? = nil, attempts: Int = 4
  ) throws(Problem) -> LiveSession? {
    var session = known
    let fault: LogFault?
    do throws(StoreFault) {
      guard let head = try store.head(of: id) else { return nil }
      if let known, known.version > head.version || known.tenant != head.tenant { session = nil }
      if session == nil { session = try store.snapshot(of: id).flatMap { SessionSnapshot.session(id, from: $0) } }
      fault = try eachEvent(of: id, in: store, after: { session?.version ?? 0 }) { event throws(LogFault) in
        _ = try apply(event, to: &session, id: id, for: .folding)
      }
      session?.tenant = head.tenant
    } catch {
      guard case .compacted = error else { throw Problem(error) }
      // What came since is not kept, but what it made is.
      guard attempts > 1 else { throw Problem(.conflict) }
      return try load(id, from: store, attempts: attempts - 1)
    }
    if let fault { throw Problem(fault) }
    session?.state.settle()
    return session
  }

  /// Recomputes every number of a log.
  /// - Returns: what the first difference is; nil: there is none.
  package static func firstDifference(in id: String, of store: any EventReader) throws -> String? {
    var session = try firstSnapshot(of: id, in: store)
    var difference: String?
    let fault = try eachEvent(of: id, in: store, after: { session?.version ?? 0 }) { event throws(LogFault) in
      let outcome = try apply(event, to: &session, id: id, for: .answering)
      guard let outcome, let kept = canonicalResult(event.data) else { return }
      let now = canonicalResult(.json { $0.event(input: [], outcome.result) }) ?? []
      if kept != now {
        let found =
          "event \(event.sequence) (\(event.type)): the log has \(String(decoding: kept, as: UTF8.self)),"
          + " computed was \(String(decoding: now, as: UTF8.self))"
        difference = found
        // Nothing behind it is looked at.
        throw LogFault(message: found)
      }
    }
    if let difference { return difference }
    if let fault { throw fault }
    if session == nil { throw LogFault(message: "there is no such session") }
    return nil
  }

  /// Of a log that has no beginning any more.
  private static func firstSnapshot(of id: String, in store: any EventReader) throws -> LiveSession? {
    do throws(StoreFault) {
      _ = try store.events(of: id, after: 0, limit: 1)
      return nil
    } catch {
      guard case .compacted = error else { throw error }
    }
    return try store.snapshot(of: id).flatMap { SessionSnapshot.session(id, from: $0) }
  }

  private static func canonicalResult(_ data: [UInt8]) -> [UInt8]? {
    guard let document = try? JSONDocument(parsing: ByteBuffer(data)) else { return nil }
    return document.root["result"]?.canonical
  }

  /// - Returns: what `body` threw, which was the end of it.
  private static func eachEvent(
    of id: String, in store: any EventReader, after version: () -> Int,
    _ body: (StoredEvent) throws(LogFault) -> Void
  ) throws(StoreFault) -> LogFault? {
    while true {
      let events = try store.events(of: id, after: version(), limit: page)
      do throws(LogFault) {
        for event in events { try body(event) }
      } catch {
        return error
      }
      if events.isLastPage(of: page) { return nil }
    }
  }

  /// Does once more what the event says was done.
  /// - Returns: nil for the first event.
  @discardableResult
  static func apply(
    _ event: StoredEvent, to session: inout LiveSession?, id: String, for purpose: CommandPurpose
  ) throws(LogFault) -> CommandOutcome? {
    guard let document = try? JSONDocument(parsing: ByteBuffer(event.data)), let input = document.root["input"] else {
      throw event.fault("is no JSON with an input")
    }
    guard event.sequence == (session?.version ?? 0) + 1 else { throw event.fault("is out of order") }
    if event.type == creation {
      var decoder = RequestDecoder(stored: input)
      guard session == nil, let settings = decoder.settings(input, onto: SettingsInput(), isStored: true),
        decoder.faults.isEmpty
      else { throw event.fault("cannot be read") }
      session = LiveSession(id: id, settings, at: event.at)
      return nil
    }
    guard let type = SessionCommands.all[event.type] else {
      throw event.fault("is of a type that this version does not know")
    }
    var decoder = RequestDecoder(stored: nil)
    guard var folded = session, let command = type.decode(input, &decoder, isStored: true), decoder.faults.isEmpty
    else { throw event.fault("cannot be read") }
    // Let go of, so that it is changed in place.
    session = nil
    defer { session = folded }
    do throws(Refusal) {
      return try command.run(on: &folded, at: event.at, for: purpose)
    } catch {
      throw event.fault("was refused when it was repeated")
    }
  }
}

extension StoredEvent {
  fileprivate func fault(_ what: String) -> LogFault { LogFault(message: "event \(sequence) (\(type)) \(what)") }
}

extension JSONWriter {
  /// The data of an event.
  /// - Parameter input: JSON; left out when empty.
  mutating func event(input: [UInt8], _ result: (inout JSONWriter) -> Void) {
    beginObject()
    if !input.isEmpty {
      name("input")
      raw(input)
    }
    name("result")
    result(&self)
    endObject()
  }
}
