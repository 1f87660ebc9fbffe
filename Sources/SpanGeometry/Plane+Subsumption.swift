extension Plane {
  /// Which planes are swallowed by another one of the list.
  /// - Parameter subsumedBy: for each plane the index of its successor; nil when it names none of the list.
  /// - Returns: true for each plane with a successor; of planes that subsume each other in a circle the earliest stays.
  public static func subsumed(by subsumedBy: [Int?]) -> [Bool] {
    var result = subsumedBy.map { $0 != nil }
    // 0: not seen; otherwise the walk (start + 1) that came by.
    var seenInWalk = [Int](repeating: 0, count: subsumedBy.count)
    for start in subsumedBy.indices {
      var current = start
      while seenInWalk[current] == 0, let next = subsumedBy[current] {
        seenInWalk[current] = start + 1
        current = next
      }
      guard seenInWalk[current] == start + 1 else { continue }
      // The walk met itself: `current` lies on a circle.
      var earliest = current
      var next = subsumedBy[current] ?? current
      while next != current {
        earliest = min(earliest, next)
        next = subsumedBy[next] ?? current
      }
      result[earliest] = false
    }
    return result
  }
}
