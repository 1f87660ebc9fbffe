public import SpanGeometry
public import SpanUncertainty

/// A plane of a session.
public struct PlaneRecord: Sendable {
  public var id: String
  public var plane: Plane
  public var sigma: PlaneSigma
  /// The id of another plane, which need not be known.
  public var subsumedBy: String?
  /// As it was sent, for whoever asks for it.
  public var source: [UInt8]

  public init(id: String, plane: Plane, sigma: PlaneSigma, subsumedBy: String?, source: [UInt8]) {
    self.id = id
    self.plane = plane
    self.sigma = sigma
    self.subsumedBy = subsumedBy
    self.source = source
  }
}

/// The planes that a session knows, in the order they came; an update keeps a plane's place.
public struct PlaneTable: Sendable {
  public private(set) var records: [PlaneRecord] = []
  public private(set) var ids: [String] = []
  /// One for each plane: which set of error variables its hits share. A plane that comes back has its old one.
  public private(set) var keys: [Int] = []
  public private(set) var sigmas: [PlaneSigma] = []
  /// Of all outlines.
  public private(set) var vertices = 0
  /// Roughly, what it holds in memory, bytes.
  public private(set) var footprint = 0
  /// Ready for the default targets.
  public private(set) var raycast = Raycast(planes: [])
  private var places: [Identifier: Int] = [:]
  /// Of all planes there ever were.
  private var knownKeys: [Identifier: Int] = [:]

  init() {}

  /// From a snapshot.
  /// - Parameter knownIDs: of all planes there ever were, in the order of their keys.
  package init(_ records: [PlaneRecord], knownIDs: [String]) {
    for (key, id) in knownIDs.enumerated() { knownKeys[Identifier(id)] = key }
    change(upsert: records, remove: [])
  }

  /// How many different planes there ever were.
  var knownCount: Int { knownKeys.count }

  /// Of all planes there ever were, in the order of their keys.
  package var knownIDs: [String] { knownKeys.sorted { $0.value < $1.value }.map(\.key.text) }

  public var count: Int { records.count }

  public subscript(_ id: String) -> PlaneRecord? { place(of: id).map { records[$0] } }

  public func place(of id: String) -> Int? { places[Identifier(id)] }

  mutating func change(upsert: [PlaneRecord], remove: [String]) {
    let gone = Set(remove.compactMap(place(of:)))
    if !gone.isEmpty {
      records = records.enumerated().filter { !gone.contains($0.offset) }.map(\.element)
      places = [:]
      for (place, record) in records.enumerated() { places[Identifier(record.id)] = place }
    }
    for record in upsert {
      if let place = place(of: record.id) {
        records[place] = record
      } else {
        places[Identifier(record.id)] = records.count
        records.append(record)
      }
    }
    refresh()
  }

  private mutating func refresh() {
    ids = records.map(\.id)
    sigmas = records.map(\.sigma)
    keys = records.map { record in
      let id = Identifier(record.id)
      if let known = knownKeys[id] { return known }
      knownKeys[id] = knownKeys.count
      return knownKeys.count - 1
    }
    vertices = records.reduce(0) { $0 + ($1.plane.outline?.vertices.count ?? 0) }
    footprint = records.reduce(32 * vertices + 112 * knownKeys.count) { $0 + 1536 + 2 * $1.source.count }
    var planes = records.map(\.plane)
    if records.contains(where: { $0.subsumedBy != nil }) {
      let flags = Plane.subsumed(by: records.map { $0.subsumedBy.flatMap(place(of:)) })
      for place in planes.indices { planes[place].isSubsumed = flags[place] }
    }
    let hierarchy = PlaneHierarchy.worthwhile(for: planes)
    footprint += hierarchy?.footprint ?? 0
    raycast = Raycast(planes: planes, hierarchy: hierarchy)
  }
}
