import SpanAPI
import SpanStore
import SpanTestSupport
import Testing

@Suite("openapi.yaml and the router")
struct SpecificationTests {
  private struct Operation: Hashable, CustomStringConvertible {
    let method: String
    let path: String
    var description: String { "\(method) \(path)" }
  }

  /// The operations of the description, read by indentation: `paths:`, then two spaces and a path, then four spaces and
  /// a method.
  private func described() throws -> [Operation] {
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

  /// With sessions, as the service is run.
  private var routed: [Operation] {
    var settings = Service.Settings()
    settings.store = MemoryEventStore()
    return Service(settings).router.routes.flatMap { route in
      route.endpoints.map { Operation(method: $0.method, path: route.template) }
    }
  }

  @Test("what is answered is described")
  func answeredIsDescribed() throws {
    let described = Set(try described())
    for operation in routed { #expect(described.contains(operation)) }
  }

  @Test("what is described is answered")
  func describedIsAnswered() throws {
    let described = try described()
    // A reader that finds nothing proves nothing.
    #expect(described.count >= 30)
    #expect(described.contains(Operation(method: "POST", path: "/v1/measure")))
    #expect(described.contains(Operation(method: "PATCH", path: "/v1/sessions/{sid}/anchors")))
    for operation in described { #expect(routed.contains(operation)) }
  }

  @Test("nothing is there twice")
  func unique() throws {
    let described = try described()
    #expect(Set(described).count == described.count)
    #expect(Set(routed).count == routed.count)
  }
}
