import Glibc

/// Texts as C takes a list of them: addresses, and NULL behind the last.
@safe
struct CStrings: ~Copyable {
  private let pointers: [UnsafePointer<CChar>?]

  init(_ texts: [String]) {
    unsafe pointers = texts.map { unsafe strdup($0).map { unsafe UnsafePointer($0) } } + [nil]
  }

  deinit { unsafe pointers.forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }

  /// The addresses are good as long as `body` runs.
  @unsafe func withPointers<Result>(_ body: ([UnsafePointer<CChar>?]) -> Result) -> Result { unsafe body(pointers) }
}
