internal import SpanUncertainty

extension JSONWriter {
  private mutating func budget(_ lines: [BudgetLine]) {
    name("budget")
    beginArray()
    for line in lines {
      beginObject()
      member("source", text: line.source.name)
      member("standard", line.standard)
      member("share", line.share)
      endObject()
    }
    endArray()
  }

  /// - Parameters:
  ///   - method: what the request asked for; nil when it did not ask.
  ///   - isPart: of a measurement whose budget stands elsewhere.
  mutating func member(
    _ name: StaticString, _ uncertainty: Uncertainty, method: MeasurementInput.Method? = nil, isPart: Bool = false
  ) {
    self.name(name)
    beginObject()
    member("standard", uncertainty.standard)
    member("expanded", uncertainty.expanded)
    member("low", uncertainty.low)
    member("high", uncertainty.high)
    member("coverage", uncertainty.coverage)
    member("coverageFactor", uncertainty.coverageFactor)
    member("degreesOfFreedom", uncertainty.degreesOfFreedom)
    member("kappa", uncertainty.kappa)
    if !isPart { budget(uncertainty.budget) }
    self.name("flags")
    beginArray()
    for flag in uncertainty.flags { text(flag.name) }
    endArray()
    switch method {
    case nil: break
    case .firstOrder?: member("method", text: "firstOrder")
    case .monteCarlo?:
      member("method", text: "monteCarlo")
      member("draws", uncertainty.draws ?? 0)
    }
    endObject()
  }

  mutating func member(_ name: StaticString, _ components: Measured.Components) {
    self.name(name)
    beginObject()
    switch components {
    case .distance(let horizontal, let vertical):
      member("horizontal", horizontal.value)
      member("horizontalUncertainty", horizontal.uncertainty, isPart: true)
      member("vertical", vertical.value)
      member("verticalUncertainty", vertical.uncertainty, isPart: true)
    case .area(let horizontal, let nonPlanarity):
      member("horizontalArea", horizontal.value)
      member("horizontalAreaUncertainty", horizontal.uncertainty, isPart: true)
      member("nonPlanarity", nonPlanarity)
    }
    endObject()
  }
}
