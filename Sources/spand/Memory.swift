import CAllocator

/// How the C library keeps memory.
enum Memory {
  /// A heap that gives back every 128 KiB at once asks for them again with the next request, and each time all threads
  /// stop for a moment. What is larger than this goes back at once all the same.
  private static let kept: CInt = 1 << 20

  static func keepWhatIsUsedAgain() {
    _ = mallopt(M_TRIM_THRESHOLD, kept)
    _ = mallopt(M_MMAP_THRESHOLD, kept)
    _ = mallopt(M_TOP_PAD, kept / 4)
    // The heaps of further arenas grow by single pages, each a system call that stops all threads.
    _ = mallopt(M_ARENA_MAX, 1)
  }
}
