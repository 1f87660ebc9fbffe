/// How much one request may ask for; each is checked before the work it bounds.
package struct Limits: Sendable, Equatable {
  package var planes = 10_000
  package var verticesInOutline = 2_000
  package var vertices = 200_000
  /// Of a measure or raycast request, and positions of a snap request.
  package var taps = 1_000
  package var featurePoints = 100_000
  package var points = 100_000
  package var measurements = 1_000
  /// Characters of a text that says something to people only.
  package var note = 1_000
  /// Over all measurements of a request.
  package var names = 10_000
  /// In one raycast answer.
  package var hits = 10_000
  /// taps × (planes + vertices + features + points): what casting and snapping may look at.
  package var encounters = 50_000_000
  /// Of them, what a thread that others wait for may see to: some 10 ms.
  package var promptEncounters = 1_000_000
  /// Points that the measurements of one answer look at, on a thread that others wait for: some 10 ms.
  package var promptPoints = 2_000
  /// Pairs of edges looked at to find outlines that cross themselves, over all outlines; some 50 ms.
  package var edgePairs = 20_000_000

  /// In the log of one session.
  package var eventsInSession = 1_000_000
  /// Events from one snapshot of a session to the next.
  package var snapshotInterval = 1000
  /// Events before a snapshot are given up.
  package var compacts = false
  /// Bytes of sessions in memory, about; others are read from their logs.
  package var sessionCache = 256 << 20

  package init() {}

  /// Does looking at so much keep others waiting?
  func isLong(encounters: Int = 0, points: Int = 0) -> Bool {
    encounters > promptEncounters || points > promptPoints
  }

  /// For what was taken in before.
  static let none: Limits = {
    var limits = Limits()
    limits.planes = .max
    limits.verticesInOutline = .max
    limits.vertices = .max
    limits.featurePoints = .max
    limits.edgePairs = .max
    limits.note = .max
    return limits
  }()
}

/// The ranges of numbers. Inside them nothing in the kernel overflows: a ray flatter than 1e-9 is no hit, so a distance
/// stays below 1e15 m, the largest sensitivity below 1e40, and its fourth power within a double.
enum Bounds {
  /// Metres, any coordinate of a position.
  static let coordinate = -1e6...1e6
  /// Metres, sides of an extent and radii.
  static let length = 0...1e6
  /// Pixels, points or CSS pixels: widths, heights and focal lengths. Normalised images (width 1) are fine.
  static let size = 1e-3...1e7
  /// Pixels, principal points.
  static let pixel = -1e7...1e7
  /// One-sigma values in metres, pixels, mrad or relative.
  static let sigma = 0...1e6
  /// One-sigma values in degrees.
  static let sigmaDegrees = 0...360.0
  static let degrees = -1e6...1e6
  /// Seconds of a device's clock, from whatever start.
  static let clock = -1e12...1e12
  /// Ends of a tolerance, SI or degrees: the largest volume of a polygon within the coordinates has less.
  static let limit = -1e30...1e30
  /// m².
  static let covariance = -1e12...1e12
  /// Elements of a projection, and the smallest magnitude of those it divides by: fields of view up to 179.9°.
  static let projection = -1e3...1e3
  static let smallestProjection = 1e-3
  static let any = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
  /// How far an outline may leave its plane, metres.
  static let offPlane = 0.01
}
