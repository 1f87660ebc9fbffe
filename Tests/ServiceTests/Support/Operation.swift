import Testing

/// One operation of `openapi.yaml`.
struct Operation: Hashable, CustomStringConvertible {
  let method: String
  let path: String
  var description: String { "\(method) \(path)" }

  /// Those of the description, read by indentation: `paths:`, then two spaces and a path, then four spaces and a method.
  static func described() throws -> [Operation] {
    let methods: Set = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]
    let text = try Client.direct.get("/openapi.yaml").body
    let lines = text.split(separator: "\n").drop { $0 != "paths:" }.dropFirst().prefix { $0.hasPrefix(" ") }
    var path = ""
    var operations: [Operation] = []
    for line in lines {
      let key = line.drop { $0 == " " }
      guard key.hasSuffix(":") else { continue }
      switch line.count - key.count {
      case 2: path = String(key.dropLast())
      case 4 where methods.contains(String(key.dropLast())):
        operations.append(Operation(method: key.dropLast().uppercased(), path: path))
      default: break
      }
    }
    return operations
  }

  /// All that is not for everybody.
  static func guarded() throws -> [Operation] {
    let operations = try described().filter { $0.path.hasPrefix("/v1/") }
    // A reader that finds nothing proves nothing.
    try #require(operations.count >= 30)
    return operations
  }
}
