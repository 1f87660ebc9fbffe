import Glibc

/// How many processors this process may use.
package enum Processors {
  /// The processors it may run on, or fewer where a control group has a CPU quota; at least one.
  static var available: Int {
    let quotas = controlGroups(TextFile.read("/proc/self/cgroup", limit: 4096) ?? "").compactMap { group in
      TextFile.read("/sys/fs/cgroup\(group)/cpu.max", limit: 64).flatMap(quota)
    }
    return allowed(processors: schedulable, quotas: quotas)
  }

  /// The smallest quota decides, rounded up: a part of a processor is worth a thread.
  package static func allowed(processors: Int, quotas: [Double]) -> Int {
    let limit = quotas.min() ?? .infinity
    return limit < Double(processors) ? max(1, Int(limit.rounded(.up))) : max(1, processors)
  }

  /// Processors' worth of time in a `cpu.max` of cgroup v2: `max 100000` or `150000 100000`, microseconds per period.
  /// nil: no limit.
  package static func quota(_ text: String) -> Double? {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let quota = UInt64(words[0]), let period = UInt64(words[1]), quota > 0, period > 0 else {
      return nil
    }
    return Double(quota) / Double(period)
  }

  /// The group of a `/proc/self/cgroup` (its line `0::/system.slice/span.service`) and those around it, the root as an
  /// empty text; a quota of any of them counts.
  package static func controlGroups(_ text: String) -> [String] {
    let line = text.split(separator: "\n").first { $0.hasPrefix("0::/") }
    let names = line?.dropFirst("0::/".count).split(separator: "/") ?? []
    return names.reduce(into: [""]) { groups, name in groups.append("\(groups.last ?? "")/\(name)") }
  }

  /// Those that are online and that it may be scheduled on, as `taskset` and cpusets set it.
  private static var schedulable: Int {
    let online = sysconf(CInt(_SC_NPROCESSORS_ONLN))
    let mask = TextFile.read("/proc/self/status", limit: 8192).flatMap(affinity)
    return min(online, mask ?? online)
  }

  /// How many processors the mask in a `/proc/self/status` allows, `Cpus_allowed:\tff,ffffffff`; nil without one.
  package static func affinity(_ status: String) -> Int? {
    let line = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") }
    let digits = line?.dropFirst("Cpus_allowed:".count) ?? ""
    let count = digits.compactMap { $0.hexDigitValue?.nonzeroBitCount }.reduce(0, +)
    return count > 0 ? count : nil
  }
}
