import Glibc
import SpanTestSupport
import Testing

@Suite("The built service, running")
struct ServingTests {
  @Test("one frame of a real recording gives hits, a snap and a length with its ±")
  func quickStart() throws {
    let service = try RunningService()
    let answer = try service.post("/v1/measure", try Project.file("examples/arkit-frame.json"))
    #expect(answer.status == 200)
    let json = try JSON(answer.text)
    #expect(json.strings("/taps", "/hit/planeId") == ["floor", "floor"])
    #expect(json.each("/taps", "/snap/label") == [nil, .string("Snapped to edge")])
    #expect(json.strings("/taps", "/range/display").allSatisfy { $0.contains(" m ± ") })
    #expect(json.strings("/measurements/0/points") == ["middle of the floor", "edge of the floor"])
    #expect(json.string("/measurements/0/display")?.contains(" ± ") == true)
    let (value, low, high) = try (
      #require(json.number("/measurements/0/value")), #require(json.number("/measurements/0/uncertainty/low")),
      #require(json.number("/measurements/0/uncertainty/high"))
    )
    #expect(0 < low && low < value && value < high && high < 5)
    try service.stop()
  }

  @Test("the other examples are answered as well", arguments: ["feature-point-tap", "ray-tap", "points-only"])
  func examples(name: String) throws {
    let service = try RunningService()
    let answer = try service.post("/v1/measure", try Project.file("examples/\(name).json"))
    #expect(answer.status == 200)
    #expect(try JSON(answer.text).strings("/measurements", "/display").isEmpty == false)
    try service.stop()
  }

  @Test("probes and counts are at the admin listener, and nowhere else")
  func admin() throws {
    let service = try RunningService()
    for path in ["/healthz", "/readyz", "/metrics"] { #expect(try service.getAdmin(path).status == 200) }
    #expect(try service.get("/healthz").status == 200)
    #expect(try service.get("/readyz").status == 404)
    #expect(try service.get("/metrics").status == 404)
    for counted in [("/healthz", 200, "1.0"), ("none", 404, "2.0")] {
      let labels = """
        http_route="\(counted.0)",http_request_method="GET",http_response_status_code="\(counted.1)"
        """
      // A request is counted once its answer is out, which the client may see first.
      #expect(try service.metrics(contain: "_count{\(labels)} \(counted.2)\n"))
    }
    try service.stop()
  }

  @Test("without an admin listener there is none")
  func adminOff() throws {
    let service = try RunningService(["--admin-listen", "off"])
    #expect(service.adminPort == nil)
    #expect(try service.get("/healthz").status == 200)
    try service.stop()
  }

  @Test("pages to look at are there unless they are switched off")
  func pages() throws {
    let service = try RunningService()
    #expect(try service.get("/")["Content-Type"] == "text/html; charset=utf-8")
    #expect(try service.get("/web/playground.js").status == 200)
    try service.stop()
    let plain = try RunningService(environment: ["SPAN_WEB": "off"])
    for path in ["/", "/docs", "/web/playground.js", "/sessions/one"] { #expect(try plain.get(path).status == 404) }
    #expect(try plain.get("/openapi.yaml").status == 200)
    try plain.stop()
  }

  @Test("settings reach their place")
  func settings() throws {
    let service = try RunningService(
      ["--max-body", "2000", "--threads=2"],
      environment: ["SPAN_CORS_ORIGINS": "https://a.example", "SPAN_MAX_BODY": "1024", "SPAN_MAX_TARGET": "200"])
    // The flag wins: 1500 bytes are read.
    #expect(try service.post("/v1/measure", [UInt8](repeating: 0x20, count: 1500)).status == 400)
    #expect(try service.post("/v1/measure", [UInt8](repeating: 0x20, count: 2001)).status == 413)
    #expect(try service.get("/" + String(repeating: "x", count: 200)).status == 414)
    let answer = try service.get("/version", "Origin: https://a.example\r\n")
    #expect(answer["Access-Control-Allow-Origin"] == "https://a.example")
    try service.stop()
  }

  @Test("SIGTERM and SIGINT end it in peace", arguments: [SIGTERM, SIGINT])
  func signals(number: CInt) throws {
    try RunningService().stop(with: number)
  }

  @Test("a log that nobody reads is no reason to end")
  func unheard() throws {
    let port = try freePort()
    let daemon = try Daemon(["--listen", "127.0.0.1:\(port)", "--admin-listen", "off"], isHeard: false)
    var isAlive = false
    for _ in 0..<800 where !isAlive {
      usleep(25_000)
      isAlive = (try? RunningService.get("/healthz", at: port).status) == 200
    }
    #expect(isAlive)
    daemon.signal(SIGTERM)
    #expect(try daemon.end().code == 0)
  }

  @Test("while it waits to stop it is not ready, answers all the same, and a second signal ends it at once")
  func drainDelay() throws {
    let service = try RunningService(["--drain-delay", "300"])
    #expect(try service.getAdmin("/readyz").status == 200)
    service.daemon.signal(SIGTERM)
    var ready = try service.getAdmin("/readyz")
    for _ in 0..<2_000 where ready.status == 200 {
      usleep(10_000)
      ready = try service.getAdmin("/readyz")
    }
    #expect(ready.status == 503)
    #expect(ready["Retry-After"] == "1")
    #expect(try service.getAdmin("/healthz").status == 200)
    #expect(try service.post("/v1/snap", Array("{\"positions\": []}".utf8)).status == 200)
    let start = ContinuousClock.now
    service.daemon.signal(SIGTERM)
    #expect(try service.daemon.end().code == 128 + SIGTERM)
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  @Test("after that wait it ends in peace, with connections open and idle")
  func drained() throws {
    let service = try RunningService(["--drain-delay", "0.2", "--drain-timeout", "5"])
    let idle = try Wire(port: service.port)
    try idle.send(Array("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8))
    #expect(try idle.answer().status == 200)
    try service.stop()
  }
}
