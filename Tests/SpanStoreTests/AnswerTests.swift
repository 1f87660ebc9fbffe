import SpanMessage
import SpanStore
import Testing

@Suite("Answers to requests with a key, in memory and in SQLite")
struct AnswerTests {
  private static let day: Int64 = 24 * 60 * 60 * 1000

  @Test("are kept in the scope of their session, a creation's in the empty one", arguments: StoreKind.allCases)
  func scopes(kind: StoreKind) async throws {
    let store = try kind.open()
    defer { store.close() }
    let answer = StoredAnswer(
      key: "k", fingerprint: [0, 1, 255], status: 201,
      headers: [
        .init(name: "ETag", value: "\"1\""), .init(name: "", value: "é\0"), .init(name: "Location", value: ""),
      ],
      body: [0, 10, 255])
    try await store.append(.create("a", answers: [answer]))
    try await store.append(.extend("a", from: 1, answers: [.example("k", "second")]))
    #expect(try store.answer(to: "k", in: "") == answer)
    #expect(try store.answer(to: "k", in: "a") == .example("k", "second"))
    #expect(try store.answer(to: "k", in: "b") == nil)
    #expect(try store.answer(to: "K", in: "a") == nil)
  }

  @Test("are given once: nothing is added for a key that has one", arguments: StoreKind.allCases)
  func once(kind: StoreKind) async throws {
    let store = try kind.open()
    defer { store.close() }
    try await store.append(.create("a", answers: [.example("k")]))
    try await store.append(.extend("a", from: 1, answers: [.example("k", "first")]))
    #expect(await store.fault(of: .extend("a", from: 2, answers: [.example("new"), .example("k")])) == .answered)
    #expect(await store.fault(of: .extend("a", from: 1, answers: [.example("k")])) == .answered)
    #expect(await store.fault(of: .create("b", answers: [.example("k")])) == .answered)
    #expect(try store.head(of: "a")?.version == 2)
    #expect(try store.head(of: "b") == nil)
    #expect(try store.answer(to: "k", in: "a") == .example("k", "first"))
    #expect(try store.answer(to: "new", in: "a") == nil)
  }

  @Test("are not kept when the append is refused", arguments: StoreKind.allCases)
  func refused(kind: StoreKind) async throws {
    let store = try kind.open()
    defer { store.close() }
    try await store.append(.create("a"))
    #expect(await store.fault(of: .extend("a", from: 7, answers: [.example("k")])) == .conflict)
    #expect(try store.answer(to: "k", in: "a") == nil)
  }

  @Test("can be asked for during a day", arguments: StoreKind.allCases)
  func expiry(kind: StoreKind) async throws {
    let now = Locked<Int64>(1000)
    let store = try kind.open(clock: { now.withLock { $0 } })
    defer { store.close() }
    try await store.append(.create("a", at: 1000, answers: [.example("k")]))
    now.withLock { $0 = 1000 + Self.day - 1 }
    #expect(try store.answer(to: "k", in: "") == .example("k"))
    now.withLock { $0 = 1000 + Self.day }
    #expect(try store.answer(to: "k", in: "") == nil)
    try await store.append(.create("b", at: 1000 + Self.day, answers: [.example("k", "again")]))
    #expect(try store.answer(to: "k", in: "") == .example("k", "again"))
  }

  @Test("go with their session, also the one to its creation", arguments: StoreKind.allCases)
  func erasure(kind: StoreKind) async throws {
    let store = try kind.open()
    defer { store.close() }
    try await store.append(.create("a", answers: [.example("creation")]))
    try await store.append(.extend("a", from: 1, answers: [.example("k")]))
    try await store.append(.create("b", answers: [.example("other")]))
    try await store.append(.erase("a", at: 2))
    #expect(try store.answer(to: "creation", in: "") == nil)
    #expect(try store.answer(to: "k", in: "a") == nil)
    #expect(try store.answer(to: "other", in: "") == .example("other"))
    try await store.append(.create("a", answers: [.example("creation", "new")]))
    try await store.append(.extend("a", from: 1, answers: [.example("k", "new")]))
    #expect(try store.answer(to: "creation", in: "") == .example("creation", "new"))
    #expect(try store.answer(to: "k", in: "a") == .example("k", "new"))
  }

  @Test("to an erasure outlive the session", arguments: StoreKind.allCases)
  func toErasure(kind: StoreKind) async throws {
    let store = try kind.open()
    defer { store.close() }
    try await store.append(.create("a"))
    try await store.append(.erase("a", at: 1, answers: [.example("k", "gone")]))
    #expect(try store.answer(to: "k", in: "a") == .example("k", "gone"))
    #expect(await store.fault(of: .erase("a", at: 1, answers: [.example("k")])) == .answered)
  }
}
