import Glibc

/// A file system in memory with little room, for tests that fill it.
final class SmallFileSystem {
  /// Whether one may be mounted: for root in most places.
  static let isPossible = (try? SmallFileSystem(bytes: 1 << 20)) != nil

  let directory: TemporaryDirectory

  init(bytes: Int) throws {
    directory = try TemporaryDirectory()
    guard unsafe mount("tmpfs", directory.path, "tmpfs", 0, "size=\(bytes)") == 0 else { throw NotPossible() }
  }

  private struct NotPossible: Error {}

  deinit { unsafe umount2(directory.path, CInt(MNT_DETACH)) }
}
