/// A media type without its parameters (RFC 9110 §8.3.1).
package struct MediaType: Equatable, Sendable {
  /// In lower case: `application/json`.
  package let name: String
  /// `application/*`.
  private let range: String

  private init(_ type: String, _ subtype: String) {
    name = "\(type)/\(subtype)"
    range = "\(type)/*"
  }

  package static let json = MediaType("application", "json")
  package static let yaml = MediaType("application", "yaml")
  package static let text = MediaType("text", "plain")
  package static let eventStream = MediaType("text", "event-stream")
  package static let svg = MediaType("image", "svg+xml")
  package static let pdf = MediaType("application", "pdf")
  package static let csv = MediaType("text", "csv")
  package static let dxf = MediaType("image", "vnd.dxf")

  /// Does a `Content-Type` name this type? JSON is UTF-8, so another charset is another type.
  func isNamed(by contentType: String) -> Bool {
    if contentType == name { return true }
    var rest = contentType[...].utf8
    guard rest.popPart(before: UInt8(ascii: ";"))?.isNamed(name) == true else { return false }
    while var parameter = rest.popPart(before: UInt8(ascii: ";")) {
      guard parameter.popPart(before: UInt8(ascii: "="))?.isNamed("charset") == true else { continue }
      let charset = parameter.trimmed
      guard charset.isNamed("utf-8") || charset.isNamed("\"utf-8\"") else { return false }
    }
    return true
  }

  /// Do the values of `Accept` let this type through (RFC 9110 §12.5.1)? The most specific range that covers it decides,
  /// with a quality of 0 refusing it. Values that name no range at all accept everything.
  func isAccepted(by values: [String]) -> Bool {
    var best = (specificity: -1, isAccepted: true)
    var namesRanges = false
    for value in values {
      var rest = value[...].utf8
      while var range = rest.popPart(before: UInt8(ascii: ",")) {
        guard let pattern = range.popPart(before: UInt8(ascii: ";")), pattern.contains(UInt8(ascii: "/")) else {
          continue
        }
        namesRanges = true
        guard let specificity = specificity(of: pattern), specificity >= best.specificity else { continue }
        let isAccepted = !Self.refuses(range)
        best = (specificity, isAccepted || (specificity == best.specificity && best.isAccepted))
      }
    }
    return namesRanges ? best.specificity >= 0 && best.isAccepted : true
  }

  /// How closely a range describes this type; nil when it does not cover it.
  private func specificity(of pattern: Substring.UTF8View) -> Int? {
    if pattern.isNamed("*/*") { return 0 }
    if pattern.isNamed(range) { return 1 }
    return pattern.isNamed(name) ? 2 : nil
  }

  /// `q=0`, in any number of digits.
  private static func refuses(_ parameters: Substring.UTF8View) -> Bool {
    var rest = parameters
    while var parameter = rest.popPart(before: UInt8(ascii: ";")) {
      guard parameter.popPart(before: UInt8(ascii: "="))?.isNamed("q") == true else { continue }
      let quality = parameter.trimmed
      return quality.first == UInt8(ascii: "0")
        && quality.dropFirst().allSatisfy { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "0") }
    }
    return false
  }
}
