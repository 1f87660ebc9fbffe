import SpanAPI
import SpanMessage

extension KeyFile {
  /// Bytes; a key takes some 250.
  private static let largestFile = 16 << 20

  /// The keys of a file; each line of a fault names it.
  static func read(_ path: String) throws(Fault) -> [APIKey] {
    let text: [UInt8]
    do throws(InputFile.Fault) {
      text = try InputFile.read(path, limit: largestFile)
    } catch {
      throw Fault(lines: ["keys \(path): \(error.reason)"])
    }
    do throws(Fault) {
      return try decode(ByteBuffer(text))
    } catch {
      throw Fault(lines: error.lines.map { "keys \(path): \($0)" })
    }
  }
}
