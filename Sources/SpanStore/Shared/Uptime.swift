import Glibc

/// A moment on a clock that nobody sets.
struct Uptime: Comparable {
  private var milliseconds: Int64

  static var now: Uptime {
    var now = Glibc.timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return Uptime(milliseconds: Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000)
  }

  var timespec: timespec {
    Glibc.timespec(tv_sec: Int(milliseconds / 1000), tv_nsec: Int(milliseconds % 1000) * 1_000_000)
  }

  static func + (moment: Uptime, milliseconds: Int) -> Uptime {
    Uptime(milliseconds: moment.milliseconds + Int64(milliseconds))
  }

  /// Milliseconds from now until then; 0: it has passed.
  var remaining: Int { Int(max(0, milliseconds - Uptime.now.milliseconds)) }

  static func < (left: Uptime, right: Uptime) -> Bool { left.milliseconds < right.milliseconds }
}
