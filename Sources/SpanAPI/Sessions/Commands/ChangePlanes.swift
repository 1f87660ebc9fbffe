internal import SpanGeometry
internal import SpanMessage
internal import SpanSession

/// `PATCH /v1/sessions/{sid}/planes` and what is short for it: one AR frame's worth of planes, all or none.
struct ChangePlanes: SessionCommand {
  static let type = "planesChanged"
  let upsert: [PlaneRecord]
  let remove: [String]
  let warnings: [Warning]
  let source: [UInt8]
  /// A single plane, put or deleted: says 201 when it is new, and 404 when it is not there.
  var only: Single?

  enum Single {
    case put, delete
  }

  private enum Member: Int, MemberSet {
    case upsert, remove
    static let names = MemberNames("upsert remove")
  }

  static func decode(_ input: JSONValue, _ decoder: inout RequestDecoder, isStored: Bool) -> ChangePlanes? {
    guard let members = Members<Member>(input, &decoder.faults) else { return nil }
    let upsert = members[.upsert].map { decoder.planeRecords($0) } ?? ([], [])
    let remove = members[.remove].map { decoder.ids($0) } ?? []
    guard decoder.faults.isEmpty else { return nil }
    return ChangePlanes(
      upsert: upsert.0, remove: remove, warnings: upsert.1, source: isStored ? [] : input.canonical)
  }

  /// `PUT …/planes/{pid}`.
  static func put(_ input: JSONValue, id: String, _ decoder: inout RequestDecoder) -> ChangePlanes? {
    guard let plane = decoder.plane(input, named: id), decoder.faults.isEmpty else { return nil }
    let source = [UInt8].json { json in
      json.beginObject()
      json.name("upsert")
      json.beginArray()
      json.raw(plane.source)
      json.endArray()
      json.endObject()
    }
    return ChangePlanes(
      upsert: [plane], remove: [], warnings: PlaneSet([plane.input]).warnings(at: { _ in "" }), source: source,
      only: .put)
  }

  /// `DELETE …/planes/{pid}`.
  static func delete(_ id: String) -> ChangePlanes {
    let source = [UInt8].json { json in
      json.beginObject()
      json.name("remove")
      json.beginArray()
      json.string(id)
      json.endArray()
      json.endObject()
    }
    return ChangePlanes(upsert: [], remove: [id], warnings: [], source: source, only: .delete)
  }

  func run(on session: inout LiveSession, at: Int64, for purpose: CommandPurpose) throws(Refusal) -> CommandOutcome {
    let known = upsert.first.flatMap { session.state.planes[$0.id] } != nil
    if only == .delete, let id = remove.first, session.state.planes[id] == nil { throw .planeUnknown(id) }
    let removed = remove.filter { session.state.planes[$0] != nil }
    guard !upsert.isEmpty || !removed.isEmpty else {
      return CommandOutcome(isEvent: false, result: { $0.null() }, response: response)
    }
    try session.state.changePlanes(upsert: upsert, remove: removed, at: at)
    let only = only
    return CommandOutcome(
      result: { $0.emptyObject() },
      response: { session in
        guard only != .delete else { return Response(status: 204).tagged(session) }
        var response = self.response(session)
        if only == .put, !known { response.status = 201 }
        return response
      })
  }

  private func response(_ session: LiveSession) -> Response {
    .json(capacity: 256) { json in
      json.beginObject()
      json.member("planes", session.state.planes.count)
      json.member("warnings", warnings)
      json.member("version", session.version)
      json.endObject()
    }.tagged(session)
  }
}

extension PlaneRecord {
  fileprivate var input: PlaneInput { PlaneInput(id: id, plane: plane, sigma: sigma, subsumedBy: subsumedBy) }
}

extension RequestDecoder {
  /// A list of planes with what to warn of.
  fileprivate mutating func planeRecords(_ value: JSONValue) -> ([PlaneRecord], [Warning]) {
    guard let values = list(value, atMost: limits.planes, "planes") else { return ([], []) }
    var names = NameIndex<Int>()
    var records: [PlaneRecord] = []
    records.reserveCapacity(values.count)
    for element in values {
      if faults.isFull || vertices > limits.vertices { break }
      guard let record = planeRecord(element) else { continue }
      if let place = element["id"] { enter(record.id, 0, into: &names, at: place) }
      records.append(record)
    }
    if vertices > limits.vertices {
      faults.add(
        .tooMany, at: value, "The outlines have more than the \(limits.vertices) vertices that one request may hold.")
    }
    return (records, PlaneSet(records.map(\.input)).warnings(at: { "/upsert/\($0)" }))
  }

  /// The plane of an address; its own id may be left out.
  fileprivate mutating func plane(_ value: JSONValue, named id: String) -> PlaneRecord? {
    if let place = value["id"], !place.isNull, let own = place.string, !Identifier.same(own, id) {
      faults.add(.valueUnknown, at: place, "The plane's id \(Excerpt.quoted(own)) is not the one of the address.")
      return nil
    }
    guard value.kind == .object else {
      faults.expected("object", at: value)
      return nil
    }
    guard let input = plane(value, named: id) as PlaneInput? else { return nil }
    return PlaneRecord(input, source: .json { $0.plane(value, id: id) })
  }

  mutating func planeRecord(_ value: JSONValue) -> PlaneRecord? {
    plane(value).map { PlaneRecord($0, source: value.canonical) }
  }

  fileprivate mutating func ids(_ value: JSONValue) -> [String] {
    guard let values = list(value, atMost: limits.planes, "ids") else { return [] }
    return values.compactMap { id($0) }
  }
}

extension PlaneRecord {
  fileprivate init(_ input: PlaneInput, source: [UInt8]) {
    self.init(
      id: input.id, plane: input.plane, sigma: input.sigma, subsumedBy: input.subsumedBy, source: source)
  }
}

extension JSONWriter {
  fileprivate mutating func plane(_ value: JSONValue, id: String) {
    beginObject()
    member("id", id)
    if let members = value.object {
      for member in members where !member.value.isNull && member.name.string != "id" {
        name(member.name.string ?? "")
        self.value(member.value)
      }
    }
    endObject()
  }
}
