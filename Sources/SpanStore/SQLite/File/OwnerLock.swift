import Glibc

/// Says that a store belongs to this owner and no other, in this process or another, until it is let go of or the
/// process ends.
///
/// It is a lock on a file beside the database. On the database itself it could not be held: whoever closes any
/// descriptor of a file loses all the locks that SQLite has on it.
struct OwnerLock: ~Copyable {
  private let descriptor: CInt

  init(path: String) throws(StoreOpeningError) {
    let file = path + ".lock"
    descriptor = unsafe open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StoreOpeningError("\(file) cannot be opened: \(SystemError.last)") }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let reason = errno == EWOULDBLOCK ? "another spand is using it" : SystemError.last
      throw StoreOpeningError("\(path) cannot be used: \(reason)")
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
