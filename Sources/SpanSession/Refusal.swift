/// Why a session does not do what it is asked.
public enum Refusal: Error, Sendable, Equatable {
  case anchorExists(String)
  case anchorUnknown(String)
  case measurementExists(String)
  case measurementUnknown(String)
  /// A measurement names an anchor that is not there; its place in the list.
  case pointUnknown(String, place: Int)
  case planeUnknown(String)
  /// A measurement is taken against a plane that is not there.
  case measuredPlaneUnknown(String)
  case nothingToUndo
  case nothingToRedo
  /// More than ``SessionState/Bounds`` allow.
  case tooMany(String, limit: Int)
  /// The device's clock, seconds, jumped by more than a day.
  case capturedAtImplausible(Double, last: Double)
}
