internal import SpanMessage
internal import SpanUncertainty

extension CombineRequest {
  /// Combines the values, or says which of them do not agree.
  var response: Response {
    let combination = Combination(
      values, shared: sharedStandard, coverage: Coverage(confidence: confidence))
    return .json(capacity: 1024) { json in
      json.beginObject()
      if let (value, uncertainty) = combination.result {
        json.member("value", value)
        json.member("uncertainty", uncertainty)
        json.member("compatible", true)
        json.pairs([])
        json.member("display") { Display(value, uncertainty, .metres, in: unit).write(onto: &$0) }
      } else {
        json.memberNull("value")
        json.memberNull("uncertainty")
        json.member("compatible", false)
        json.pairs(combination.conflicts)
        json.memberNull("display")
      }
      json.endObject()
    }
  }
}

extension JSONWriter {
  fileprivate mutating func pairs(_ conflicts: [Combination.Conflict]) {
    name("pairs")
    beginArray()
    for conflict in conflicts {
      beginObject()
      member("i", conflict.first)
      member("j", conflict.second)
      member("excess", conflict.excess)
      endObject()
    }
    endArray()
  }
}
