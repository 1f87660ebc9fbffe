/// Why a tap met nothing.
package enum MissCode: CaseIterable, Sendable {
  /// No surface under the ray.
  case nothingHit
  /// The tracker had no pose.
  case trackingUnavailable

  package var text: String {
    switch self {
    case .nothingHit: "hit.none"
    case .trackingUnavailable: "tracking.unavailable"
    }
  }
}
