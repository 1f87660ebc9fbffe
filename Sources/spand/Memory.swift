import CAllocator

/// How the C library keeps memory.
enum Memory {
  /// What a heap gives back at once it asks for again with the next request, as pages that the kernel has to clear: more
  /// than the work of a request with a thousand taps, whose answer has 2 MB. What is larger than this goes back all the same.
  private static let kept: CInt = 8 << 20

  static func keepWhatIsUsedAgain() {
    _ = mallopt(M_TRIM_THRESHOLD, kept)
    _ = mallopt(M_MMAP_THRESHOLD, kept)
    _ = mallopt(M_TOP_PAD, kept / 32)
    // The heaps of further arenas grow by single pages, each a system call that stops all threads.
    _ = mallopt(M_ARENA_MAX, 1)
  }
}
