import SpanGeometry
import SpanSession
import Testing

@Suite("A list whose copies share what they do not change")
struct SharedListTests {
  @Test("it is what an array is, and a change of it is none of its copies", arguments: 1...20 as ClosedRange<UInt64>)
  func array(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var (list, array) = ([] as SharedList<Int>, [] as [Int])
    var (copy, frozen) = (list, array)
    // Grows at first, and is empty now and then towards the end.
    for step in 0..<600 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: #expect(list.popLast() == array.popLast(), "seed \(seed)")
      case 1 where !array.isEmpty:
        list.removeFirst()
        array.removeFirst()
      case 2 where !array.isEmpty:
        let place = Int.random(in: array.indices, using: &random)
        list[place] = -step
        array[place] = -step
      case 3: (copy, frozen) = (list, array)
      case 4 where step > 300:
        for _ in 0..<3 { #expect(list.popLast() == array.popLast(), "seed \(seed)") }
      case 4...6:
        list.append(step)
        array.append(step)
      default: break
      }
      #expect(Array(list) == array && list.count == array.count && list.last == array.last, "seed \(seed)")
      #expect(Array(copy) == frozen, "seed \(seed)")
    }
    #expect(Array(SharedList(array)) == array)
  }
}
