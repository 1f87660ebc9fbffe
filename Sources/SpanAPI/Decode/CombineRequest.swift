package import SpanUncertainty

/// `POST /v1/combine`, decoded.
package struct CombineRequest: Sendable {
  package var values: [Combination.Value]
  package var sharedStandard: Double
  package var confidence: Double
  package var unit: LengthUnit
}

private enum CombineMember: Int, MemberSet {
  case values, sharedStandard, confidence, unit
  static let names = MemberNames("values sharedStandard confidence unit")
}

private enum ValueMember: Int, MemberSet {
  case value, standard, degreesOfFreedom
  static let names = MemberNames("value standard degreesOfFreedom")
}

extension CombineRequest {
  package static func decode(
    _ document: borrowing JSONDocument, limits: Limits = Limits()
  ) throws(RequestFaults) -> CombineRequest {
    try RequestDecoder.decode(document, limits: limits) { $0.combineRequest($1) }
  }
}

extension RequestDecoder {
  fileprivate mutating func combineRequest(_ root: JSONValue) -> CombineRequest? {
    guard let members = Members<CombineMember>(root, &faults) else { return nil }
    if members[.values] == nil { faults.missing("values", in: root) }
    let values = members[.values].map { self.values($0) } ?? []
    let shared = members[.sharedStandard].map { self.number($0, in: Bounds.sigma) } ?? 0
    let request = CombineRequest(
      values: values, sharedStandard: shared ?? 0, confidence: confidence(members[.confidence]),
      unit: unit(members[.unit]))
    return faults.isEmpty ? request : nil
  }

  private mutating func values(_ value: JSONValue) -> [Combination.Value] {
    guard let list = list(value, atMost: limits.taps, "values", hint: "Send [{value, standard}, …].") else { return [] }
    if list.count == 0 { faults.add(.arrayLength, at: value, "There is nothing to combine: send at least one value.") }
    var result: [Combination.Value] = []
    result.reserveCapacity(list.count)
    for element in list {
      if faults.isFull { break }
      guard let members = Members<ValueMember>(element, &faults) else { continue }
      let value = required(members, .value, in: Bounds.length)
      let standard = required(members, .standard, in: Bounds.sigma)
      let nu = members[.degreesOfFreedom].map { self.number($0, in: 1...1e9) }
      guard let value, let standard else { continue }
      result.append(Combination.Value(value: value, standard: standard, degreesOfFreedom: nu ?? nil))
    }
    return result
  }
}
