public import SpanGeometry

/// What the client should hear about a tap that is otherwise answered.
public enum TapNotice: Sendable, Equatable {
  case trackingLimited
  /// Metres.
  case farHit(Double)
  /// Degrees between ray and normal.
  case grazingEstimate(Double)
  case poseLooksLikeViewMatrix

  /// Hits beyond this, metres, are reported as far: pose errors grow with the range.
  public static let farDistance = 20.0
  /// An estimated plane seen flatter than this is a guess of a guess.
  public static let grazingIncidence = (65.0).radians
}

extension Tap {
  /// - Parameter hit: the tap's first hit; nil: it missed.
  public func notices(hit: Hit?, of raycast: Raycast) -> [TapNotice] {
    var notices: [TapNotice] = sight.tracking == .limited ? [.trackingLimited] : []
    guard let hit else {
      if let inverted = withInvertedPose, raycast.meetsExistingOutline(inverted.ray) {
        notices.append(.poseLooksLikeViewMatrix)
      }
      return notices
    }
    if hit.distance > TapNotice.farDistance { notices.append(.farHit(hit.distance)) }
    if hit.target == .estimatedPlane, hit.incidence > TapNotice.grazingIncidence {
      notices.append(.grazingEstimate(hit.incidence.degrees))
    }
    return notices
  }
}
