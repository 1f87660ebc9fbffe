import Glibc
import SpanAPI

extension Gauges.Process {
  /// Of this process.
  /// - Parameter start: seconds since 1970.
  static func now(startedAt start: Double) -> Gauges.Process {
    var figures = Gauges.Process()
    figures.start = start
    var time = timespec()
    if unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 {
      figures.seconds = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    // Pages: all, resident, …
    let pages = TextFile.read("/proc/self/statm", limit: 256)?.split(separator: " ") ?? []
    if pages.count > 1, let resident = Int(pages[1]) { figures.residentBytes = resident * sysconf(CInt(_SC_PAGESIZE)) }
    figures.descriptors = openDescriptors
    return figures
  }

  /// Without the one that looks, and the two entries that every directory has.
  private static var openDescriptors: Int {
    guard let directory = unsafe opendir("/proc/self/fd") else { return 0 }
    defer { unsafe closedir(directory) }
    var count = 0
    while unsafe readdir(directory) != nil { count += 1 }
    return max(0, count - 3)
  }
}
