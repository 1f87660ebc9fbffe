import Glibc

/// Time that never jumps, read without a system call.
enum Clock {
  /// Good to a few milliseconds and nearly free: for deadlines.
  static func milliseconds() -> UInt64 {
    let time = read(CLOCK_MONOTONIC_COARSE)
    return UInt64(clamping: time.tv_sec) &* 1000 &+ UInt64(clamping: time.tv_nsec / 1_000_000)
  }

  /// For durations.
  static func nanoseconds() -> UInt64 {
    let time = read(CLOCK_MONOTONIC)
    return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
  }

  private static func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    _ = unsafe clock_gettime(clock, &time)
    return time
  }
}

extension Duration {
  /// Whole milliseconds, none below zero, and nothing that overflows when added to a clock.
  var milliseconds: UInt64 {
    let parts = components
    guard parts.seconds >= 0, parts.attoseconds >= 0 else { return 0 }
    return UInt64(clamping: min(parts.seconds, 1 << 40)) * 1000
      + UInt64(clamping: parts.attoseconds / 1_000_000_000_000_000)
  }
}
