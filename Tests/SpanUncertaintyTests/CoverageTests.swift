import Foundation
import SpanGeometry
import SpanUncertainty
import Testing

/// Does the 95 % range hold the truth about 95 times out of 100?
///
/// For each scene all inputs are disturbed by the model, and the service's answer to the disturbed inputs is held
/// against the undisturbed scene. Errors that no input carries (`definition`) are added to what was located. Each scene runs its 10 000 repetitions (`SPAN_COVERAGE_REPETITIONS` sets another
/// number) in a task of its own, from a seed of its own, so the split over cores changes no figure.
@Suite("Monte Carlo: the range holds the truth")
struct CoverageTests {
  static let repetitions = max(
    10_000, ProcessInfo.processInfo.environment["SPAN_COVERAGE_REPETITIONS"].flatMap { Int($0) } ?? 0)

  /// Of every kind, for the plot in the documents; nil: as many as a run of all tests has time for.
  static let scenes = ProcessInfo.processInfo.environment["SPAN_COVERAGE_SCENES"].flatMap { Int($0) }

  @Test("in 94 to 99.9 % of the answers for every scene, 95 to 98.5 % for the median", arguments: CoverageKind.allCases)
  func coverage(_ kind: CoverageKind) async {
    let outcomes = await Self.run(kind, scenes: Self.scenes ?? (kind == .distance ? 200 : 24))
    let shares = outcomes.map(\.share).sorted()
    let median = (shares[(shares.count - 1) / 2] + shares[shares.count / 2]) / 2
    func percent(_ share: Double) -> String { String(format: "%.2f", 100 * share) }
    print(
      "coverage of \(kind.rawValue): \(percent(shares[0])) … \(percent(median)) … "
        + "\(percent(shares[shares.count - 1])) % over \(shares.count) scenes × \(Self.repetitions), missed taps ≤ "
        + percent(outcomes.map(\.missed).max() ?? 0) + " %")
    #expect((0.95...0.985).contains(median))
    for outcome in outcomes {
      #expect((0.94...0.999).contains(outcome.share), "seed \(outcome.seed): \(outcome)")
      #expect(outcome.missed < 0.02, "seed \(outcome.seed): \(outcome)")
    }
  }

  struct Outcome: Sendable {
    let seed: UInt64
    /// Of the answers, how many held the truth, had it below, above.
    let share: Double
    let below: Double
    let above: Double
    /// Of the repetitions, how many were answered with a miss: no claim, so none to check.
    let missed: Double
    let truth: Double
    let kappa: Double
  }

  private static func run(_ kind: CoverageKind, scenes: Int) async -> [Outcome] {
    await withTaskGroup(of: Outcome.self) { group in
      for i in 0..<scenes {
        group.addTask {
          let index = UInt64(CoverageKind.allCases.firstIndex(of: kind) ?? 0)
          var generator = SceneGenerator(seed: 0x5CA1_AB1E + 1000 * index + UInt64(i))
          return Self.outcome(of: generator.next(kind))
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  private static func outcome(of scene: CoverageScene) -> Outcome {
    let measurer = scene.scene.measurer
    let sampler = Sampler(scene.scene)
    var random = Random(scene.seed &* 0x9E37_79B9)
    let undisturbed = scene.scene.located(measurer)
    let told = undisturbed.flatMap { scene.measure($0, measurer) }
    let truth = told?.value ?? .nan
    let eyeToHit = undisturbed?.propagations[0]?.range.position ?? .zero
    var (answers, below, above) = (0, 0, 0)
    for _ in 0..<repetitions {
      let errors = sampler.draw(&random)
      guard var located = scene.scene.disturbed(by: errors).located(measurer) else { continue }
      located.misplace(by: errors.definition)
      guard let measured = scene.measure(located, measurer) else { continue }
      answers += 1
      let meant = scene.kind == .range ? (eyeToHit - errors.definition[0]).length : truth
      if meant < measured.uncertainty.low { below += 1 }
      if meant > measured.uncertainty.high ?? .infinity { above += 1 }
    }
    func share(_ count: Int) -> Double { Double(count) / Double(answers) }
    return Outcome(
      seed: scene.seed, share: share(answers - below - above), below: share(below), above: share(above),
      missed: 1 - Double(answers) / Double(repetitions), truth: truth, kappa: told?.uncertainty.kappa ?? .nan)
  }
}

extension Located {
  /// `definition`: the spot that was meant lies beside the spot that was hit. (The range of a tap is a value of its
  /// own, so there the meant spot moves instead.)
  fileprivate mutating func misplace(by definition: [Vector3]) {
    for i in points.indices {
      points[i]?.position += definition[i]
    }
  }
}
