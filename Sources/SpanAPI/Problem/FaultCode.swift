/// The machine-readable name of a fault in a request, as documented in `openapi.yaml`.
package struct FaultCode: Hashable, Sendable, ExpressibleByStringLiteral {
  package let text: String

  package init(stringLiteral text: String) { self.text = text }
}

extension FaultCode {
  static let jsonSyntax: Self = "json.syntax"

  // Shape
  // Another kind than the one wanted is `object.expected` and so on, see ``Faults/expected(_:at:hint:)``.
  static let arrayLength: Self = "array.length"
  static let memberMissing: Self = "member.missing"
  static let memberUnknown: Self = "member.unknown"
  static let valueUnknown: Self = "value.unknown"
  static let valueRepeated: Self = "value.repeated"
  static let numberOutOfRange: Self = "number.outOfRange"
  static let tooMany: Self = "tooMany"

  // Poses
  static let poseExpected: Self = "pose.expected"
  static let poseLength: Self = "pose.length"
  static let poseRowMajor: Self = "pose.rowMajor"
  static let poseMirrored: Self = "pose.mirrored"
  static let poseScaled: Self = "pose.scaled"
  static let poseNotRigid: Self = "pose.notRigid"
  static let quaternionZero: Self = "quaternion.zero"
  static let quaternionNotUnit: Self = "quaternion.notUnit"

  // Cameras and taps
  static let cameraIntrinsicsOrProjection: Self = "camera.intrinsicsOrProjection"
  static let projectionSingular: Self = "projection.singular"
  static let viewportRequired: Self = "viewport.required"
  static let viewportRotationNotAllowed: Self = "viewport.rotationNotAllowed"
  static let tapIncomplete: Self = "tap.incomplete"
  static let tapAmbiguous: Self = "tap.ambiguous"
  static let rayZero: Self = "ray.zero"
  static let screenPointOutside: Self = "screenPoint.outside"

  // Planes, points and measurements
  static let planeOutlineMissing: Self = "plane.outlineMissing"
  static let polygonOffPlane: Self = "polygon.offPlane"
  static let covarianceInvalid: Self = "covariance.invalid"
  static let idInvalid: Self = "id.invalid"
  static let idDuplicate: Self = "id.duplicate"
  static let idUnknown: Self = "id.unknown"
  static let measurementIncomplete: Self = "measurement.incomplete"

  // Sessions
  static let capturedAtImplausible: Self = "capturedAt.implausible"
  static let idempotencyMismatch: Self = "idempotency.mismatch"
}
