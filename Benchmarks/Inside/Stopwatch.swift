import Glibc

/// Processor time of this thread, so that what else the machine does weighs little.
enum Stopwatch {
  /// ns.
  private static var now: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  /// Long against the clock's grain, short against the machine's moods.
  private static let least = 10e6  // ns, of a round
  private static let rounds = 15

  /// Medians over the rounds of the ns for one call of each body; the bodies take turns.
  static func nanoseconds(_ bodies: [() -> Void]) -> [Double] {
    let counts = bodies.map(repetitions)
    var figures = Array(repeating: [Double](), count: bodies.count)
    for _ in 0..<rounds {
      for (place, body) in bodies.enumerated() {
        figures[place].append(once(counts[place], body) / Double(counts[place]))
      }
    }
    return figures.map { $0.sorted()[rounds / 2] }
  }

  static func nanoseconds(_ body: () -> Void) -> Double { withoutActuallyEscaping(body) { nanoseconds([$0])[0] } }

  private static func once(_ count: Int, _ body: () -> Void) -> Double {
    let start = now
    for _ in 0..<count { body() }
    return now - start
  }

  /// How many calls make a round.
  private static func repetitions(_ body: () -> Void) -> Int {
    var count = 1
    while once(count, body) < least { count *= 2 }
    return count
  }
}

/// Keeps a value from being optimised away.
@inline(never)
@_optimize(none)
func consume<Value>(_ value: Value) {}
