internal import SpanGeometry
internal import SpanMessage
internal import SpanUncertainty

extension RaycastRequest {
  /// Casts every tap and writes what it met; refuses an answer with more hits than the limits allow.
  func response(limits: Limits) throws(Problem) -> Response {
    let raycast = Raycast(
      planes: planes.planes, featurePoints: featurePoints, targets: targets, alignment: alignment,
      hierarchy: .worthwhile(for: planes.planes, rays: taps.count),
      featureHierarchy: .worthwhile(for: featurePoints, searches: taps.count))
    var casts: [Cast] = []
    casts.reserveCapacity(taps.count)
    var count = 0
    for input in taps {
      let cast = Cast(input.tap, raycast)
      count += cast.hits.count
      guard count <= limits.hits else { throw Self.tooManyHits(limits) }
      casts.append(cast)
    }
    let warnings = planes.warnings + Warning.list(casts.map(\.notices), isShorthand: isShorthand)
    var response = Response.json(capacity: min(256 + 256 * taps.count + 640 * count, 1 << 20)) { json in
      json.beginObject()
      json.name("taps")
      json.beginArray()
      for (input, cast) in zip(taps, casts) { tap(input, cast, &json) }
      json.endArray()
      json.member("warnings", warnings)
      json.endObject()
    }
    response.marks = casts.compactMap(\.missCode).map(\.text)
    return response
  }

  private func tap(_ input: TapInput, _ cast: Cast, _ json: inout JSONWriter) {
    json.beginObject()
    json.sight(input)
    json.name("hits")
    json.beginArray()
    for hit in cast.hits { json.hit(hit, planeIDs: planes.ids) }
    json.endArray()
    if cast.isTrackingUnavailable {
      json.miss(.trackingUnavailable, LocatedTap.trackingUnavailableMessage)
    } else if let miss = cast.miss {
      json.miss(.nothingHit, miss.message(planeIDs: planes.ids, targets: targets))
    }
    json.endObject()
  }

  private static func tooManyHits(_ limits: Limits) -> Problem {
    Problem(
      RequestFaults([
        RequestFault(
          pointer: "/taps", code: .tooMany,
          message: "The answer would hold more than \(limits.hits) hits; send fewer taps, planes or targets at a time.")
      ]))
  }
}

/// What one tap of a raycast met.
private struct Cast {
  let isTrackingUnavailable: Bool
  let hits: [Hit]
  /// Why there are no hits.
  let miss: Miss?
  let notices: [TapNotice]

  var missCode: MissCode? { isTrackingUnavailable ? .trackingUnavailable : miss.map { _ in .nothingHit } }

  init(_ tap: Tap, _ raycast: Raycast) {
    isTrackingUnavailable = tap.sight.tracking == .unavailable
    guard !isTrackingUnavailable else {
      (hits, miss, notices) = ([], nil, [])
      return
    }
    hits = raycast.allHits(tap.sight.ray)
    miss = hits.isEmpty ? raycast.explainMiss(tap.sight.ray) : nil
    notices = tap.notices(hit: hits.first, of: raycast)
  }
}
