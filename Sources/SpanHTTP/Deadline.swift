import Synchronization

/// What a connection waits for and until when: written by the thread that serves it, read by the one that cuts it.
struct Deadline: ~Copyable {
  /// What the client has to do next.
  enum Phase: UInt64 {
    case idle, head, body, answer

    var slowPhase: Observation.SlowPhase {
      switch self {
      case .idle, .head: .head
      case .body: .body
      case .answer: .answer
      }
    }
  }

  /// For a client that has to wait itself.
  static let never = UInt64.max >> 2

  // Milliseconds above, the phase in the lowest two bits: one store sets both.
  private let bits: Atomic<UInt64>

  init(_ phase: Phase, at time: UInt64) { bits = Atomic(Self.packed(phase, time)) }

  func set(_ phase: Phase, at time: UInt64) { bits.store(Self.packed(phase, time), ordering: .relaxed) }

  /// The phase, if its time is over; a new one is set then, unless that was done by another meanwhile.
  func miss(at now: UInt64, until next: UInt64) -> Phase? {
    let value = bits.load(ordering: .relaxed)
    guard value >> 2 < now, let phase = Phase(rawValue: value & 3) else { return nil }
    let (isSet, _) = bits.compareExchange(expected: value, desired: Self.packed(phase, next), ordering: .relaxed)
    return isSet ? phase : nil
  }

  private static func packed(_ phase: Phase, _ time: UInt64) -> UInt64 { time << 2 | phase.rawValue }
}
