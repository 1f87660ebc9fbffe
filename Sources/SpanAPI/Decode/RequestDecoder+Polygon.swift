internal import SpanGeometry

extension JSONValue {
  /// The elements of an array of pairs of coordinates; nil for anything else.
  fileprivate var points: [Point2]? {
    guard let count = array?.count else { return nil }
    var points: [Point2] = []
    points.reserveCapacity(count)
    let areSound = eachPair(of: count) { x, z in
      points.append(Point2(x, z))
      return Bounds.coordinate.contains(x) && Bounds.coordinate.contains(z)
    }
    return areSound ? points : nil
  }
}

extension RequestDecoder {
  /// An outline as pairs [x, z], triples [x, y, z] or one flat list x0, z0, x1, z1, …; the vertices in x, z.
  mutating func polygonRing(_ value: JSONValue) -> [Point2]? {
    guard let array = value.array else {
      faults.expected(
        "array", at: value, hint: Self.howToSend(value, form: "[[x, z], …], [[x, y, z], …] or [x0, z0, x1, z1, …]"))
      return nil
    }
    let isFlat = array.first { _ in true }?.kind == .number
    let count = isFlat ? array.count / 2 : array.count
    vertices += count
    if exceeds(limits.verticesInOutline, count, "vertices of one outline", at: value) { return nil }
    if vertices > limits.vertices || edgePairs < 0 { return nil }
    return isFlat ? flatRing(array, at: value) : value.points ?? ring(array)
  }

  private mutating func flatRing(_ array: JSONArray, at value: JSONValue) -> [Point2]? {
    guard array.count % 2 == 0 else {
      faults.add(
        .arrayLength, at: value, "A flat outline is x0, z0, x1, z1, …: an even count of numbers, got \(array.count).")
      return nil
    }
    var ring: [Point2] = []
    ring.reserveCapacity(array.count / 2)
    let before = faults.count
    var x: Double?
    for element in array {
      let coordinate = number(element, in: Bounds.coordinate, unit: "metres")
      if faults.isFull { break }
      if let first = x {
        ring.append(Point2(first, coordinate ?? 0))
        x = nil
      } else {
        x = coordinate ?? 0
      }
    }
    return faults.count == before ? ring : nil
  }

  private mutating func ring(_ array: JSONArray) -> [Point2]? {
    var ring: [Point2] = []
    ring.reserveCapacity(array.count)
    let before = faults.count
    // The first vertex says which form the others have.
    let isTriple = array.first { _ in true }?.array?.count == 3
    for vertex in array {
      if isTriple {
        let p: InlineArray<3, Double>? = numbers(vertex, in: Bounds.coordinate, form: "[x, y, z], as the first vertex")
        if let p {
          if abs(p[1]) > Bounds.offPlane {
            noteOffPlane(vertex[1] ?? vertex, "an outline lies in its plane", "Vertices are")
          }
          ring.append(Point2(p[0], p[2]))
        }
      } else {
        let p: InlineArray<2, Double>? = numbers(vertex, in: Bounds.coordinate, form: "[x, z] in the plane")
        if let p { ring.append(Point2(p[0], p[1])) }
      }
      if faults.isFull { break }
    }
    return faults.count == before ? ring : nil
  }

  /// - Parameters:
  ///   - value: the y coordinate.
  ///   - rule: what is asked of what has it.
  ///   - they: what has it, and is.
  @inline(never)
  mutating func noteOffPlane(_ value: JSONValue, _ rule: String, _ they: String) {
    faults.add(
      .polygonOffPlane, at: value,
      "y is \(Excerpt.describing(value)) m: \(rule), y within \(Bounds.offPlane) m of 0. \(they) local to"
        + " the plane's pose, with the plane's normal along y.")
  }
}
