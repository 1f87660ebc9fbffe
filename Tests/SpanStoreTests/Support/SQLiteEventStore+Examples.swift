import SpanStore

extension SQLiteEventStore {
  /// A store in this directory, impatient so that tests are quick.
  static func open(
    in directory: TemporaryDirectory, _ change: (inout Options) -> Void = { _ in }
  ) throws -> SQLiteEventStore {
    var options = Options()
    options.clock = { 0 }
    options.busyTimeout = 50
    options.probeInterval = 20
    change(&options)
    return try SQLiteEventStore(path: directory.file(), options: options)
  }
}

extension SQLiteConnection {
  /// Looks into the file of a store from beside.
  static func beside(
    _ directory: TemporaryDirectory, _ access: Access = .readOnly
  ) throws -> SQLiteConnection {
    try SQLiteConnection(directory.file(), access, busyTimeout: 5_000)
  }

  /// How many rows there are.
  func rows(_ table: String) throws -> Int { try integer("SELECT count(*) FROM \(table)") }
}
