import Testing
import spand

@Suite("How many threads a machine is worth")
struct ProcessorsTests {
  @Test(
    "a quota is microseconds per period",
    arguments: [("150000 100000\n", 1.5), ("50000 100000", 0.5), ("400000 50000\n", 8)])
  func quota(text: String, processors: Double) {
    #expect(Processors.quota(text) == processors)
  }

  @Test(
    "what says no quota is none",
    arguments: ["max 100000\n", "", "100000", "0 100000", "100000 0", "-1 100000", "a b", "1 2 3"])
  func noQuota(text: String) {
    #expect(Processors.quota(text) == nil)
  }

  @Test("a part of a processor is worth a thread, and a quota never adds processors")
  func rounding() {
    #expect(Processors.allowed(processors: 8, quotas: [1.5]) == 2)
    #expect(Processors.allowed(processors: 8, quotas: [2]) == 2)
    #expect(Processors.allowed(processors: 8, quotas: [0.1]) == 1)
    #expect(Processors.allowed(processors: 2, quotas: [16]) == 2)
    #expect(Processors.allowed(processors: 4, quotas: []) == 4)
    #expect(Processors.allowed(processors: 0, quotas: []) == 1)
    #expect(Processors.allowed(processors: 4, quotas: [1e300]) == 4)
  }

  @Test("of nested control groups the tightest counts")
  func tightest() {
    #expect(Processors.allowed(processors: 8, quotas: [6, 3, 5]) == 3)
  }

  @Test("the control group of a service is looked up with all that surround it")
  func groups() {
    #expect(
      Processors.controlGroups("12:cpu:/old\n0::/system.slice/span.service\n")
        == ["", "/system.slice", "/system.slice/span.service"])
    #expect(Processors.controlGroups("0::/\n") == [""])
    #expect(Processors.controlGroups("") == [""])
  }

  @Test("the affinity mask is counted")
  func affinity() {
    #expect(Processors.affinity("Name:\tspand\nCpus_allowed:\t3\nCpus_allowed_list:\t0-1\n") == 2)
    #expect(Processors.affinity("Cpus_allowed:\tff,00000000,80000001\n") == 10)
    #expect(Processors.affinity("Cpus_allowed_list:\t0-1\n") == nil)
    #expect(Processors.affinity("Cpus_allowed:\t0\n") == nil)
  }
}
