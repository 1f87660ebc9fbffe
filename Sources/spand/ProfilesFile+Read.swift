import SpanAPI
import SpanMessage
import SpanUncertainty

extension ProfilesFile {
  /// Bytes; a hundred profiles have a third of it.
  private static let largestFile = 1 << 20

  /// The profiles of a file; a fault names it.
  static func read(_ path: String) throws(Fault) -> [NoiseProfile] {
    let text: [UInt8]
    do throws(InputFile.Fault) {
      text = try InputFile.read(path, limit: largestFile)
    } catch {
      throw Fault(message: "profiles \(path): \(error.reason)")
    }
    do throws(Fault) {
      return try decode(ByteBuffer(text))
    } catch {
      throw Fault(message: "profiles \(path): \(error.message)")
    }
  }
}
