internal import CSimdJSON

extension JSONWriter {
  /// The shortest text that reads back exactly; zero is always `0`, and what is not finite is `null`.
  package mutating func number(_ number: Double) {
    guard number.isFinite else { return null() }
    separate(Self.longestNumber)
    if number == 0 {
      put(UInt8(ascii: "0"))
    } else if let decimal = ShortestDecimal(number, powersOfFive) {
      if number < 0 { put(UInt8(ascii: "-")) }
      put(DigitText(decimal.digits), decimal.point)
    } else {
      unsafe place += Int(span_json_print_double(place.assumingMemoryBound(to: CChar.self), number))
    }
  }

  /// With room for stores of whole words.
  private static let longestNumber = 40

  /// With an exponent where that is shorter, as `std::to_chars` has it.
  /// - Parameter point: how many digits stand before the point.
  @inline(__always)
  private mutating func put(_ text: DigitText, _ point: Int) {
    let count = text.count
    let isPlain = count == 1 ? -2...5 ~= point : point >= -3 && point <= count &+ 5
    if !isPlain {
      store(text, at: 1)
      movePoint(behind: 1)
      unsafe place += count == 1 ? 1 : count &+ 1
      putExponent(point &- 1)
    } else if point <= 0 {
      unsafe place.storeBytes(of: Self.smallStart, as: UInt64.self)
      store(text, at: 2 &- point)
      unsafe place += 2 &- point &+ count
    } else if point >= count {
      store(text, at: 0)
      unsafe place += point
    } else {
      store(text, at: 1)
      movePoint(behind: point)
      unsafe place += count &+ 1
    }
  }

  /// `0.000000`.
  private static let smallStart: UInt64 = 0x3030_3030_3030_2E30

  @inline(__always)
  private func store(_ text: DigitText, at offset: Int) {
    unsafe place.storeBytes(of: text.first, toByteOffset: offset, as: UInt8.self)
    unsafe place.storeBytes(of: text.high.littleEndian, toByteOffset: offset &+ 1, as: UInt64.self)
    unsafe place.storeBytes(of: text.low.littleEndian, toByteOffset: offset &+ 9, as: UInt64.self)
  }

  /// Moves the first digits one byte down and puts the point behind them.
  @inline(__always)
  private func movePoint(behind count: Int) {
    for index in 0..<count {
      let digit = unsafe place.load(fromByteOffset: index &+ 1, as: UInt8.self)
      unsafe place.storeBytes(of: digit, toByteOffset: index, as: UInt8.self)
    }
    unsafe place.storeBytes(of: UInt8(ascii: "."), toByteOffset: count, as: UInt8.self)
  }

  /// At least two digits; here never more.
  private mutating func putExponent(_ exponent: Int) {
    put(UInt8(ascii: "e"))
    put(exponent < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    let (tens, ones) = UInt8(truncatingIfNeeded: exponent.magnitude).quotientAndRemainder(dividingBy: 10)
    put(UInt8(ascii: "0") &+ tens)
    put(UInt8(ascii: "0") &+ ones)
  }
}
