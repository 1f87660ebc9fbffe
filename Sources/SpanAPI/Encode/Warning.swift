/// Something the client should know about an answer that is otherwise good.
package struct Warning: Equatable, Sendable {
  package var code: Code
  package var message: String
  /// RFC 6901, of the value in the request that it is about.
  package var pointer: String

  package init(_ code: Code, _ message: String, pointer: String) {
    self.code = code
    self.message = message
    self.pointer = pointer
  }

  package enum Code: String, CaseIterable, Sendable {
    case trackingLimited = "tracking.limited"
    case trackingUnavailable = "tracking.unavailable"
    case polygonDegenerate = "polygon.degenerate"
    case polygonSelfIntersecting = "polygon.selfIntersecting"
    case poseLooksLikeViewMatrix = "pose.looksLikeViewMatrix"
    case estimatedPlaneGrazing = "estimatedPlane.grazing"
    case hitFar = "hit.far"
    case triangulationWeak = "triangulation.weak"
    case triangulationInconsistent = "triangulation.inconsistent"
    case measurementMissedTap = "measurement.missedTap"
    case measurementDegenerate = "measurement.degenerate"
    case ringSelfIntersecting = "ring.selfIntersecting"
    case anchorSuspect = "anchor.suspect"
  }
}

extension JSONWriter {
  mutating func member(_ name: StaticString, _ warnings: [Warning]) {
    self.name(name)
    beginArray()
    for warning in warnings {
      beginObject()
      member("code", warning.code.rawValue)
      member("message", warning.message)
      member("pointer", warning.pointer)
      endObject()
    }
    endArray()
  }
}
