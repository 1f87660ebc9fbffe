public import SpanGeometry

/// Numbers in a row: what a thing is made of, written down to be made anew to the last bit.
public struct NumberList: Sendable, Equatable {
  public private(set) var values: [Double] = []

  public init() {}

  public mutating func put(_ value: Double) { values.append(value) }
  public mutating func put(_ value: Int) { values.append(Double(value)) }
  public mutating func put(_ value: Bool) { values.append(value ? 1 : 0) }

  /// Infinite numbers have no place in a JSON text; an absent one is written as two zeros, one that is there behind a 1.
  public mutating func put(_ value: Double?) {
    put(value != nil)
    put(value ?? 0)
  }

  public mutating func put(_ v: Vector3) { values += [v.x, v.y, v.z] }
  public mutating func put(_ p: Point2) { values += [p.x, p.y] }
}

/// Reads a ``NumberList`` back, in the same order.
public struct NumberReader {
  private var rest: ArraySlice<Double>

  public init(_ values: [Double]) { rest = values[...] }

  /// Everything was read.
  public var isAtEnd: Bool { rest.isEmpty }

  /// The list is too short, or a number in it stands for nothing.
  public struct Fault: Error {}

  public mutating func number() throws(Fault) -> Double {
    guard let value = rest.popFirst() else { throw Fault() }
    return value
  }

  public mutating func integer() throws(Fault) -> Int {
    guard let value = Int(exactly: try number()) else { throw Fault() }
    return value
  }

  public mutating func boolean() throws(Fault) -> Bool { try number() != 0 }

  public mutating func optional() throws(Fault) -> Double? {
    let isThere = try boolean()
    let value = try number()
    return isThere ? value : nil
  }

  public mutating func vector() throws(Fault) -> Vector3 { Vector3(try number(), try number(), try number()) }
  public mutating func point() throws(Fault) -> Point2 { Point2(try number(), try number()) }

  /// A case by its place in the list of all.
  public mutating func choice<Choice>(of all: [Choice]) throws(Fault) -> Choice {
    let place = try integer()
    guard all.indices.contains(place) else { throw Fault() }
    return all[place]
  }
}
