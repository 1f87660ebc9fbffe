import Foundation

/// A directory that goes with the last reference to it.
final class TemporaryDirectory: Sendable {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("span-store-\(UUID().uuidString)").path

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  func file(_ name: String = "span.db") -> String { path + "/" + name }
}
