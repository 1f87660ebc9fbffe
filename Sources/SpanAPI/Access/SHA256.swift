internal import CNettle

/// A digest in the making (FIPS 180-4).
struct SHA256 {
  static let size = Int(SHA256_DIGEST_SIZE)

  private var context = sha256_ctx()

  init() { unsafe nettle_sha256_init(&context) }

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    unsafe nettle_sha256_update(&context, bytes.count, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
  }

  mutating func update(_ text: String) {
    var text = text
    text.withUTF8 { unsafe update(UnsafeRawBufferPointer($0)) }
  }

  /// Of all that came; asked for once.
  var digest: [UInt8] {
    mutating get {
      var digest = [UInt8](repeating: 0, count: Self.size)
      unsafe nettle_sha256_digest(&context, digest.count, &digest)
      return digest
    }
  }

  static func digest(of text: String) -> [UInt8] {
    var hash = SHA256()
    hash.update(text)
    return hash.digest
  }
}
