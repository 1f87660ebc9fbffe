import SpanAPI
import SpanHTTP
import SpanMessage
import SpanStore
import SpanTestSupport
import Testing

@Suite("Limits of keys")
struct LimitTests {
  private let time = Locked(0.0)
  private let key = APIKey.make(tenant: "acme", scopes: [.admin])

  /// Where a key has two requests a second, three at once.
  private func gate(_ limits: KeyLimits = KeyLimits(rate: 2, burst: 3), _ more: [APIKey] = []) -> Gate {
    let time = time
    return Gate(KeyRing([key.key] + more), limits: limits, uptime: { time.withLock { $0 } })
  }

  private func settings(_ gate: Gate) -> Service.Settings {
    var settings = Service.Settings()
    settings.gate = gate
    return settings
  }

  @Test("a rate: so many at once, then as fast as the bucket fills", arguments: [0, 1])
  func rate(form: Int) throws {
    let client = Client.both(settings(gate()))[form].showing(key.secret)
    func ask(_ at: Double) throws -> [String?] {
      time.withLock { $0 = at }
      let answer = try client.get("/v1/profiles")
      #expect(answer["RateLimit-Policy"] == "\"key\";q=3;w=2")
      if answer.status == 429 {
        try answer.expectProblem(429)
        #expect(try answer.json.string("/code") == "rate.exceeded")
      }
      return ["\(answer.status)", answer["RateLimit"], answer["Retry-After"]]
    }
    #expect(try ask(0) == ["200", "\"key\";r=2;t=1", nil])
    #expect(try ask(0) == ["200", "\"key\";r=1;t=1", nil])
    #expect(try ask(0) == ["200", "\"key\";r=0;t=2", nil])
    #expect(try ask(0) == ["429", "\"key\";r=0;t=2", "1"])
    #expect(try ask(0.25) == ["429", "\"key\";r=0;t=2", "1"])
    #expect(try ask(0.5) == ["200", "\"key\";r=0;t=2", nil])
    #expect(try ask(0.5) == ["429", "\"key\";r=0;t=2", "1"])
    // A clock that goes back gives nothing.
    #expect(try ask(0.1) == ["429", "\"key\";r=0;t=2", "1"])
    #expect(try ask(1e9) == ["200", "\"key\";r=2;t=1", nil])
  }

  @Test("whoever is refused otherwise has used a request up too, but not who has no key")
  func refused() throws {
    let client = Client(Service(settings(gate(KeyLimits(rate: 1, burst: 2)))))
    let ours = client.showing(key.secret)
    #expect(try client.get("/v1/profiles").status == 401)
    #expect(try ours.send("POST", "/v1/snap", [], body: "{}").status == 415)
    #expect(try ours.post("/v1/snap", "{}")["RateLimit"] == "\"key\";r=0;t=2")
    #expect(try ours.post("/v1/snap", "{}").status == 429)
    #expect(try client.get("/v1/profiles")["RateLimit"] == nil)
    // What is for everybody is for everybody.
    #expect(try ours.get("/healthz").status == 200)
    #expect(try ours.get("/healthz")["RateLimit"] == nil)
  }

  @Test("each key has a bucket of its own, and limits of its own where it has some")
  func own() throws {
    let fast = APIKey.make(tenant: "acme", scopes: [.admin], limits: APIKey.OwnLimits(rate: 0))
    let wide = APIKey.make(tenant: "acme", scopes: [.admin], limits: APIKey.OwnLimits(burst: 100))
    let client = Client(Service(settings(gate(KeyLimits(rate: 0.1, burst: 1), [fast.key, wide.key]))))
    for (secret, policy) in [(key.secret, "q=1;w=10"), (wide.secret, "q=100;w=1000")] {
      let answer = try client.showing(secret).get("/v1/profiles")
      #expect(answer.status == 200 && answer["RateLimit-Policy"] == "\"key\";\(policy)")
    }
    #expect(try client.showing(key.secret).get("/v1/profiles").status == 429)
    for _ in 0..<50 { #expect(try client.showing(fast.secret).get("/v1/profiles").status == 200) }
    #expect(try client.showing(fast.secret).get("/v1/profiles")["RateLimit"] == nil)
    #expect(try client.showing(wide.secret).get("/v1/profiles").status == 200)
  }

  @Test("a key that was taken out and put in again begins anew; one that stays does not")
  func reload() throws {
    let gate = gate(KeyLimits(rate: 0.001, burst: 1))
    let client = Client(Service(settings(gate))).showing(key.secret)
    #expect(try client.get("/v1/profiles").status == 200)
    gate.replace(with: KeyRing([key.key]))
    #expect(try client.get("/v1/profiles").status == 429)
    gate.replace(with: KeyRing([]))
    gate.replace(with: KeyRing([key.key]))
    #expect(try client.get("/v1/profiles").status == 200)
  }

  @Test("beyond it every address answers 429, and nothing changes", arguments: Host.Form.direct)
  func everywhere(form: Host.Form) throws {
    let stage = try AccessStage(form)
    #expect(try stage.host.client.showing(stage.keys.slow.secret).get("/v1/profiles").status == 200)
    for operation in try Operation.guarded() {
      let answer = try stage.ask(operation, stage.keys.slow.secret)
      try answer.expectProblem(429)
      let wait = try #require(answer["Retry-After"].flatMap { Int($0) })
      #expect((900...1000).contains(wait), "\(operation)")
      #expect(answer["RateLimit-Policy"] == "\"key\";q=1;w=1000")
    }
    try stage.expectUnchanged("too fast")
  }

  // MARK: At a time

  private func head(_ method: String, _ target: String) throws -> RequestHead {
    RequestHead(
      method: method, target: try RequestTarget(target),
      headers: ["Content-Type": "application/json", "Authorization": "Bearer \(key.secret)"], id: "r")
  }

  @Test("a request counts until it is answered, however that comes about")
  func concurrency() throws {
    let store = TroubledStore(maximumSessions: 9)
    var settings = settings(gate(KeyLimits(concurrency: 2)))
    settings.store = store
    let service = Service(settings)
    func reply(_ method: String, _ target: String) throws -> Reply {
      service.reply(to: Request(head: try head(method, target), body: ByteBuffer(method == "GET" ? "" : "{}")))
    }
    func status(_ reply: Reply) -> Int { if case .now(let response) = reply { response.status } else { 0 } }
    store.isHolding = true
    var first: Reply? = try reply("POST", "/v1/sessions")
    let second = try reply("POST", "/v1/sessions")
    #expect(status(try #require(first)) == 0 && status(second) == 0)
    guard case .now(let refusal) = try reply("GET", "/v1/profiles") else { return #expect(Bool(false)) }
    #expect(refusal.status == 429 && refusal.code == "concurrency.exceeded")
    #expect(refusal.headers["Retry-After"] == "1" && refusal.headers["RateLimit"] == nil)
    #expect(refusal.caller == Caller(tenant: "acme", key: key.key.id))
    // Nobody waits for it any more, but it is still worked on.
    first = nil
    #expect(status(try reply("GET", "/v1/profiles")) == 429)
    store.isHolding = false
    guard case .later = second else { return #expect(Bool(false)) }
    for _ in 0..<5 { #expect(status(try reply("GET", "/v1/profiles")) == 200) }
    // A fault ends it as well.
    for _ in 0..<5 { #expect(status(try reply("POST", "/v1/snap")) == 422) }
  }

  @Test("long work counts until it is done, and not at all where there is no room for it")
  func long() throws {
    let waiting = Locked<[@Sendable () -> Void]>([])
    var settings = settings(gate(KeyLimits(concurrency: 1)))
    let hasRoom = Locked(true)
    settings.background = { work in
      if hasRoom.withLock({ $0 }) { waiting.withLock { $0.append(work) } }
      return hasRoom.withLock { $0 }
    }
    let service = Service(settings)
    let body = """
      {"points": [\(Body.points([(0, 0, 0), (1, 0, 0)]))],
       "measurements": [{"kind": "distance", "points": ["a", "b"], "method": "monteCarlo", "seed": 1}]}
      """
    func simulate() throws -> Reply {
      service.reply(to: Request(head: try head("POST", "/v1/measure"), body: ByteBuffer(body)))
    }
    func status() throws -> Int {
      let reply = service.reply(to: Request(head: try head("GET", "/v1/profiles"), body: ByteBuffer("")))
      return if case .now(let response) = reply { response.status } else { 0 }
    }
    guard case .later(let deferred) = try simulate() else { return #expect(Bool(false), "it was not long") }
    #expect(try status() == 429)
    for work in waiting.withLock({ $0 }) { work() }
    #expect(deferred.isSettled)
    // Whoever has the answer may ask again, though the work behind it has not been put away.
    #expect(try status() == 200)
    waiting.withLock { $0 = [] }
    #expect(try status() == 200)
    hasRoom.withLock { $0 = false }
    guard case .now(let busy) = try simulate() else { return #expect(Bool(false)) }
    #expect(busy.status == 503)
    #expect(try status() == 200)
  }

  @Test("a stream counts until its client is gone")
  func stream() throws {
    let gate = gate(KeyLimits(concurrency: 1))
    let host = try Host(.liveMemory) { $0.gate = gate }
    let client = host.client.showing(key.secret)
    let id = try #require(try client.post("/v1/sessions", "{}").json.string("/id"))
    let session = SessionClient(client: client, id: id)
    var watcher: EventSource? = try EventSource(session, "", [("Authorization", "Bearer \(key.secret)")])
    #expect(try watcher?.events(1) == [1])
    let refusal = try client.get("/v1/profiles")
    #expect(refusal.status == 429)
    #expect(try refusal.json.string("/code") == "concurrency.exceeded")
    watcher = nil
    var status = 0
    let deadline = ContinuousClock.now + .seconds(20)
    while status != 200, ContinuousClock.now < deadline {
      // That a client is gone shows when something is sent to it.
      host.service.sessions?.beat()
      status = try client.get("/v1/profiles").status
    }
    #expect(status == 200)
  }
}
