import SpanDrawing
import Testing

@testable import SpanAPI

@Suite("A PDF that cannot be drawn")
struct ReportFaultTests {
  @Test(
    "is a 500 that says what is missing",
    arguments: [
      (.noLibrary, "libcairo2"), (.noFont, "fonts-dejavu-core"), (.failed("out of memory"), "out of memory"),
    ] as [(DrawingFault, String)])
  func undrawable(fault: DrawingFault, word: String) {
    let problem = Problem(fault)
    #expect(problem.status == 500)
    #expect(problem.code == "report.undrawable")
    #expect(problem.detail.contains(word))
  }
}
