/// Keeps the write-ahead log short: moves it into the database when it has grown enough, on the connection that writes.
///
/// SQLite begins a log anew with the first commit after all of it was moved and nobody reads from it. Readers that come
/// in between do not delay that, only those that were there before.
struct Checkpoints {
  /// Frames of a page each, 4 kB. Whoever appends meanwhile waits, tens of milliseconds on some disks: with 16 MiB from one
  /// to the next that is less than one append in a hundred.
  private static let step = 4_096
  /// From here on readers are waited for.
  private static let long = 2 * step
  private static let patience = 50  // ms

  private var next = step

  mutating func afterCommit(_ connection: SQLiteConnection) {
    let frames = connection.loggedFrames
    if frames < next - Self.step { next = Self.step }
    guard frames >= next else { return }
    // A failure harms nobody: the log grows until the next attempt. That comes with the next step, not with the next
    // commit, because a reader that stays would make every one of them wait.
    next = frames + Self.step
    try? connection.checkpoint(patience: frames < Self.long ? 0 : Self.patience)
  }
}
