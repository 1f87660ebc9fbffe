/// Values as libpq takes them: one after the other in memory, with their types and lengths.
struct ParameterBlock {
  private(set) var types: [UInt32] = []
  private(set) var lengths: [CInt] = []
  private(set) var formats: [CInt] = []
  /// nil: NULL.
  private var starts: [Int?] = []
  private var bytes: [UInt8] = []

  private static let binary: CInt = 1

  init(_ values: [PostgreSQLValue]) {
    for value in values {
      let start = bytes.count
      value.write(onto: &bytes)
      starts.append(value.isNull ? nil : start)
      types.append(value.type)
      lengths.append(CInt(clamping: bytes.count - start))
      formats.append(Self.binary)
    }
    // An empty value has an address too, which keeps it from being NULL.
    bytes.append(0)
  }

  /// The addresses of the values are good as long as `body` runs.
  @unsafe func withAddresses<Result>(_ body: ([UnsafePointer<CChar>?]) -> Result) -> Result {
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe body(
        starts.map { start in
          guard let start, let base = bytes.baseAddress else { return nil }
          return unsafe (base + start).assumingMemoryBound(to: CChar.self)
        }
      )
    }
  }
}
