extension NoiseProfile {
  /// Kinds of devices whose values come from the same places.
  enum Device {
    case iPhoneWithLidar, iPhone, androidPhone, browser
  }

  /// Where the built-in values come from, in the order of ``NoiseMember``.
  static func origins(of device: Device) -> [String] { NoiseMember.allCases.map { origin(of: $0, on: device) } }

  private static func origin(of member: NoiseMember, on device: Device) -> String {
    switch (member, device) {
    case (.definition, _): "DIN 18202 (flatness of built surfaces), and the choice of the spot"
    case (.scale, .iPhoneWithLidar):
      "iPhone walk-to-walk scale, SD 0.54 %; ITU Kaleidoscope 2022: ARKit with lidar 99.36 % mean accuracy on 10–100 cm"
    case (.scale, .iPhone): "user reports; iPhone walk-to-walk scale, SD 0.54 %, as the best case"
    case (.scale, .androidPhone):
      "user reports; ITU Kaleidoscope 2022: ARCore 89.42 % mean accuracy on 10–100 cm, aiming included"
    case (.planeOffset, .iPhoneWithLidar):
      "ITU Kaleidoscope 2022: ARKit with lidar 99.36 % mean accuracy on 10–100 cm; user reports"
    case (.planeTiltDegrees, .iPhoneWithLidar): "a recorded corridor floor, 0.19° RMS"
    case (.planeTiltDegrees, .iPhone): "user reports; a corridor floor recorded with lidar, 0.19° RMS, as the best case"
    default: "user reports"
    }
  }
}
