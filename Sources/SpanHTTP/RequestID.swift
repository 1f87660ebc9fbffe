import Synchronization

/// Makes ids for requests that bring none: 13 characters, no allocation, no two alike.
///
/// A counter runs through a mixing function that maps 64 bits one to one, so ids do not repeat within a process
/// and look unordered; the random start keeps processes apart.
struct RequestIDSource: ~Copyable {
  private let next: Atomic<UInt64>

  init() { next = Atomic(UInt64.random(in: .min ... .max)) }

  func make() -> String {
    var bits = Self.mixed(next.wrappingAdd(Self.step, ordering: .relaxed).newValue)
    return unsafe String(unsafeUninitializedCapacity: 13) { bytes in
      for index in 0..<13 {
        unsafe bytes[index] = Self.letters.utf8Start[Int(bits & 31)]
        bits >>= 5
      }
      return 13
    }
  }

  /// 2⁶⁴ over the golden ratio, and the finaliser of SplitMix64 (Steele, Lea, Flood 2014).
  private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

  private static func mixed(_ value: UInt64) -> UInt64 {
    var bits = value
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// Crockford's base 32.
  private static let letters: StaticString = "0123456789abcdefghjkmnpqrstvwxyz"
}
