import SpanAPI
import SpanStore
import SpanTestSupport
import SpanWeb
import Testing

@Suite("openapi.yaml and the router")
struct SpecificationTests {
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
    let described = Set(try Operation.described())
    for operation in routed { #expect(described.contains(operation)) }
  }

  @Test("what is described is answered")
  func describedIsAnswered() throws {
    let described = try Operation.described()
    // A reader that finds nothing proves nothing.
    #expect(described.count >= 30)
    #expect(described.contains(Operation(method: "POST", path: "/v1/measure")))
    #expect(described.contains(Operation(method: "PATCH", path: "/v1/sessions/{sid}/anchors")))
    for operation in described { #expect(routed.contains(operation)) }
  }

  /// They come and go with `--web`, and programs have no use for them; their router is one of its own.
  @Test("pages to look at are no part of it")
  func pages() throws {
    let described = Set(try Operation.described().map(\.path))
    let pages = Website(before: Service()).router.routes.map(\.template)
    #expect(pages.contains("/sessions/{id}"))
    #expect(described.isDisjoint(with: pages))
  }

  @Test("nothing is there twice")
  func unique() throws {
    let described = try Operation.described()
    #expect(Set(described).count == described.count)
    #expect(Set(routed).count == routed.count)
  }
}
