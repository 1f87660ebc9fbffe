import SpanTestSupport
import Testing

@Suite("The heap of the built service")
struct HeapTests {
  @Test("what a large body took is kept for the next one, instead of coming back page by page")
  func largeBodies() throws {
    let service = try RunningService(["--threads", "1"])
    let features = (0..<60_000).map { "[0.\($0 % 89),0.\($0 % 97),-1.\($0)]" }.joined(separator: ",")
    let body = Array(
      "{\"taps\":[{\"ray\":{\"origin\":[0,0,0],\"direction\":[0,0,-1]}}],\"featurePoints\":[\(features)]}".utf8)
    // Of many times the best: on a busy machine so long may pass between two that the memory is given back meanwhile.
    let faults = try (0..<12).map { _ in
      let before = try service.daemon.pageFaults()
      #expect(try service.post("/v1/measure", body).status == 200)
      return try service.daemon.pageFaults() - before
    }
    // Its 180 000 numbers alone are 700 pages when they are read.
    #expect(try #require(faults.min()) < 200, "\(faults)")
    try service.stop()
  }
}
