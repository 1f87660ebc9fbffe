import SpanAPI
import SpanStore
import Testing
import spand

@Suite("Limits of keys and tenants, at the command line")
struct LimitSettingTests {
  @Test("there are none unless they are set")
  func defaults() throws {
    #expect(try serving([]).keyLimits == KeyLimits(rate: 0, burst: 0, concurrency: 0))
    #expect(try serving([]).tenantQuota == TenantQuota(sessions: 0, events: 0, bytes: 0))
  }

  @Test("they come by flag and by variable")
  func settings() throws {
    let configuration = try serving(
      ["--key-rate", "0.5", "--key-burst=7", "--tenant-sessions=3"],
      ["SPAN_KEY_CONCURRENCY": "4", "SPAN_TENANT_EVENTS": "5", "SPAN_TENANT_BYTES": "6"])
    #expect(configuration.keyLimits == KeyLimits(rate: 0.5, burst: 7, concurrency: 4))
    #expect(configuration.tenantQuota == TenantQuota(sessions: 3, events: 5, bytes: 6))
  }

  @Test(
    "what they do not take",
    arguments: [
      "--key-rate=-1", "--key-rate=1e-9", "--key-rate=1e7", "--key-rate=nan", "--key-rate=fast", "--key-burst=1.5",
      "--key-burst=-1", "--key-concurrency=1000001", "--tenant-sessions=-1", "--tenant-bytes=1GB",
    ])
  func refused(argument: String) {
    #expect(faults([argument]).count == 1)
  }
}
