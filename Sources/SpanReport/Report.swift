package import SpanGeometry
package import SpanUncertainty

/// What a report on a session says; how it looks is for the writers of each format.
package struct Report: Sendable {
  package var id: String
  /// nil: it has none.
  package var name: String?
  package var facts: [Fact]
  /// Of all rows.
  package var confidence: Double
  package var profile: String
  /// Milliseconds since 1970 in words of RFC 3339, of the last change: a report on the same version says the same.
  package var updatedAt: String
  package var unit: Unit
  package var anchors: [Place]
  package var rows: [Row]
  /// What the reader must know beside.
  package var notes: [String] = []

  package init(
    id: String, name: String?, facts: [Fact], confidence: Double, profile: String, updatedAt: String, unit: Unit,
    anchors: [Place], rows: [Row]
  ) {
    self.id = id
    self.name = name
    self.facts = facts
    self.confidence = confidence
    self.profile = profile
    self.updatedAt = updatedAt
    self.unit = unit
    self.anchors = anchors
    self.rows = rows
  }

  package struct Fact: Sendable {
    let name: String
    let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Of lengths in texts.
  package struct Unit: Sendable {
    let symbol: String
    let metres: Double

    package init(symbol: String, metres: Double) {
      self.symbol = symbol
      self.metres = metres
    }
  }

  /// An anchor where it is now; world, metres.
  package struct Place: Sendable {
    package let id: String
    package let position: Vector3

    package init(id: String, position: Vector3) {
      self.id = id
      self.position = position
    }
  }

  package var title: String { name.flatMap { $0.isBlank ? nil : $0 } ?? id }

  /// What the ranges stand for.
  package var statement: String {
    "The true value lies within the stated range in \(confidence.percent) of 100 cases, as far as the error model of the"
      + " profile “\(profile)” holds. Dimensions are lengths in space, not on the sheet."
  }
}

/// One thing that was measured.
package struct Row: Sendable {
  package let origin: Origin
  /// For people.
  package let title: String
  package let kind: Measurand
  /// Of the value, as in the service's JSON.
  package let unit: String
  /// The ids of its anchors.
  package let points: [String]
  /// Where they are now.
  package let positions: [Vector3]
  /// Of a `pointToPlane`: where the plane is nearest.
  package let foot: Vector3?
  /// nil: there is no value.
  package let reading: Reading?

  package enum Origin: Sendable, Equatable {
    /// A step of the session's path.
    case segment
    /// The session's path as a whole.
    case path
    case measurement(id: String)
  }

  /// The title with what it is a title of.
  var heading: String {
    if case .measurement = origin { "\(title), \(kind.rawValue)" } else { title }
  }

  package init(
    _ origin: Origin, _ title: String, _ kind: Measurand, unit: String, points: [String], positions: [Vector3],
    foot: Vector3? = nil, reading: Reading?
  ) {
    self.origin = origin
    self.title = title
    self.kind = kind
    self.unit = unit
    self.points = points
    self.positions = positions
    self.foot = foot
    self.reading = reading
  }

  /// The figures, and how the service writes them for people.
  package struct Reading: Sendable {
    package let measured: Measured
    /// nil: unknown.
    package let placedValue: Double?
    package let texts: Texts

    package init(measured: Measured, placedValue: Double?, texts: Texts) {
      self.measured = measured
      self.placedValue = placedValue
      self.texts = texts
    }

    package var change: Double? { placedValue.map { measured.value - $0 } }
  }

  package struct Texts: Sendable {
    /// The value with its ±.
    package var display: String
    package var standard: String
    package var range: String
    package var now: String
    package var placed: String?
    package var change: String?
    /// Standard uncertainties of the budget's lines.
    package var budget: [String]

    package init(
      display: String, standard: String, range: String, now: String, placed: String?, change: String?, budget: [String]
    ) {
      self.display = display
      self.standard = standard
      self.range = range
      self.now = now
      self.placed = placed
      self.change = change
      self.budget = budget
    }
  }
}

extension Double {
  /// In percent, with as many decimals as it takes and four at most.
  package var percent: String { (self * 100).fixed(4) }
}
