import Foundation

/// A directory that goes with the last reference to it.
final class ScratchDirectory: Sendable {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("span-service-\(UUID().uuidString)").path

  init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false) }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
