/// A media type without its parameters (RFC 9110 §8.3.1).
package struct MediaType: Equatable, Sendable {
  let type: String
  let subtype: String

  package static let json = MediaType(type: "application", subtype: "json")
  package static let problem = MediaType(type: "application", subtype: "problem+json")
  package static let yaml = MediaType(type: "application", subtype: "yaml")
  package static let text = MediaType(type: "text", subtype: "plain")

  package var name: String { "\(type)/\(subtype)" }

  /// Does a `Content-Type` name this type? JSON is UTF-8, so another charset is another type.
  func isNamed(by contentType: String) -> Bool {
    let parts = Self.parts(contentType, separator: ";")
    guard parts.first?.lowercased() == name else { return false }
    return parts.dropFirst().allSatisfy { parameter in
      let pair = Self.parts(parameter, separator: "=").map { $0.lowercased() }
      guard pair.first == "charset" else { return true }
      return pair.count == 2 && ["utf-8", "\"utf-8\""].contains(pair[1])
    }
  }

  /// Does an `Accept` let this type through (RFC 9110 §12.5.1)? The most specific range that covers it decides,
  /// with a quality of 0 refusing it. A header that names no range at all accepts everything.
  func isAccepted(by accept: String) -> Bool {
    var best = (specificity: -1, isAccepted: true)
    var isNamed = false
    for range in Self.parts(accept, separator: ",") where !range.isEmpty {
      let parts = Self.parts(range, separator: ";")
      let names = Self.parts(parts[0].lowercased(), separator: "/")
      guard names.count == 2 else { continue }
      isNamed = true
      let specificity: Int
      switch (names[0], names[1]) {
      case (type, subtype): specificity = 2
      case (type, "*"): specificity = 1
      case ("*", "*"): specificity = 0
      default: continue
      }
      if specificity > best.specificity { best = (specificity, !Self.refuses(parts.dropFirst())) }
    }
    return isNamed ? best.specificity >= 0 && best.isAccepted : true
  }

  /// `q=0`, in any number of digits.
  private static func refuses(_ parameters: ArraySlice<String>) -> Bool {
    parameters.contains { parameter in
      let pair = parts(parameter, separator: "=")
      return pair.count == 2 && pair[0].lowercased() == "q" && Double(pair[1]) == 0
    }
  }

  private static func parts(_ text: String, separator: Character) -> [String] {
    text.split(separator: separator, omittingEmptySubsequences: false).map { part in
      let blank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
      let tail = part.drop(while: blank)
      guard let end = tail.lastIndex(where: { !blank($0) }) else { return "" }
      return String(tail[...end])
    }
  }
}
