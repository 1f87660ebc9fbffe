import Glibc

/// How many descriptors the process may have open. The usual soft limit of 1024 is for programs that still use
/// select(2); the hard limit is what the administrator means.
enum DescriptorLimit {
  /// Kept free of client connections: another server's, files, and connections that are running dry.
  private static let reserve = 300

  /// Raises the soft limit as far as it may go and is of use; how many of `wanted` connections there is room for then.
  static func allowing(_ wanted: Int) -> Int {
    var limit = rlimit()
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard unsafe getrlimit(kind, &limit) == 0 else { return wanted }
    let needed = rlim_t(clamping: wanted) &+ rlim_t(reserve) &+ 1024
    if limit.rlim_cur < needed {
      let before = limit
      limit.rlim_cur = min(needed, limit.rlim_max)
      if unsafe setrlimit(kind, &limit) != 0 { limit = before }
    }
    return min(wanted, max(16, Int(clamping: limit.rlim_cur) - reserve))
  }
}
