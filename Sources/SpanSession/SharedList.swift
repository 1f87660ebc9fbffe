/// A list for a value that is copied with every change: a copy shares all of it but the piece that it changes, so that
/// it need not count a reference for each element.
package struct SharedList<Element: Sendable>: RandomAccessCollection, MutableCollection, ExpressibleByArrayLiteral,
  Sendable
{
  /// All of one length but the last.
  private var pieces: [[Element]] = []
  /// How many elements at the beginning of the first piece do not count any more.
  private var skipped = 0

  private static var bits: Int { 4 }
  private static var pieceLength: Int { 1 << bits }

  package init(_ elements: some Sequence<Element>) { for element in elements { append(element) } }

  package init(arrayLiteral elements: Element...) { self.init(elements) }

  package var startIndex: Int { 0 }

  package var endIndex: Int {
    guard let last = pieces.last else { return 0 }
    return (pieces.count - 1) << Self.bits + last.count - skipped
  }

  package subscript(place: Int) -> Element {
    get { pieces[(place + skipped) >> Self.bits][(place + skipped) & (Self.pieceLength - 1)] }
    set { pieces[(place + skipped) >> Self.bits][(place + skipped) & (Self.pieceLength - 1)] = newValue }
  }

  package mutating func append(_ element: Element) {
    if pieces.last?.count ?? Self.pieceLength == Self.pieceLength { pieces.append([]) }
    pieces[pieces.count - 1].append(element)
  }

  package mutating func popLast() -> Element? {
    guard !isEmpty else { return nil }
    let last = pieces[pieces.count - 1].removeLast()
    if pieces[pieces.count - 1].isEmpty { pieces.removeLast() }
    letGoOfSkipped()
    return last
  }

  package mutating func removeFirst() {
    guard !isEmpty else { return }
    skipped += 1
    letGoOfSkipped()
  }

  /// Of a first piece of which nothing counts any more.
  private mutating func letGoOfSkipped() {
    guard skipped > 0, skipped == pieces[0].count else { return }
    pieces.removeFirst()
    skipped = 0
  }
}
