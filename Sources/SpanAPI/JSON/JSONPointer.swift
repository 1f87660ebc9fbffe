/// JSON pointers (RFC 6901), derived from the tape only when a fault is written.
enum JSONPointer {
  /// Names longer than this many scalars are cut in a pointer, so that an answer stays small.
  static let longestName = 128

  /// The pointer of the value, or of the member whose name stands, at that tape index.
  static func pointer(to index: Int, from root: JSONValue) -> String {
    var pointer = ""
    var container = root
    while container.index != index {
      guard let step = step(from: container, towards: index) else { break }
      pointer += "/" + step.name
      if step.isName { break }
      container = step.value
    }
    return pointer
  }

  private static func step(
    from container: JSONValue, towards index: Int
  ) -> (name: String, value: JSONValue, isName: Bool)? {
    if let array = container.array {
      var place = 0
      for element in array {
        if index < element.endIndex { return (String(place), element, false) }
        place &+= 1
      }
    }
    if let object = container.object {
      for member in object where index < member.value.endIndex {
        return (escaped(Excerpt.plain(member.name, limit: longestName)), member.value, index == member.name.index)
      }
    }
    return nil
  }

  /// `~` becomes `~0`, `/` becomes `~1`.
  static func escaped(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "~": result += "~0"
      case "/": result += "~1"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
