/// Numbers for the different elements of a list, counted from 0 in the order of their first occurrence.
public struct Numbering: Sendable {
  /// Each element once.
  public let distinct: [Int]
  /// For each element of the list its place in ``distinct``.
  public let numbers: [Int]

  /// Up to here a walk over the list is quicker than a table.
  private static let few = 8

  public init(_ list: [Int]) {
    if list.elementsEqual(list.indices) {
      (distinct, numbers) = (list, list)
      return
    }
    var distinct: [Int] = []
    var table: [Int: Int] = [:]
    numbers = list.map { element in
      let known = list.count <= Self.few ? distinct.firstIndex(of: element) : table[element]
      if let known { return known }
      if list.count > Self.few { table[element] = distinct.count }
      distinct.append(element)
      return distinct.count - 1
    }
    self.distinct = distinct
  }
}
