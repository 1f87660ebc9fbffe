/// The member names an object may have, as cases whose raw values count from 0 in the order of ``names``.
protocol MemberSet: RawRepresentable<Int> {
  static var names: MemberNames { get }
}

/// An object's members sorted into the slots of a ``MemberSet``.
struct Members<Name: MemberSet> {
  let object: JSONValue
  private var slots = InlineArray<24, UInt32>(repeating: 0)

  /// Notes a fault for each member that the set does not have; nil when the value is no object.
  init?(_ value: JSONValue, _ faults: inout Faults) {
    guard let members = value.object else {
      faults.expected("object", at: value)
      return nil
    }
    object = value
    let names = Name.names
    for member in members {
      if let place = names.place(of: member.name) {
        slots[place] = UInt32(truncatingIfNeeded: member.value.index)
      } else {
        faults.unknownMember(member.name, known: names)
        if faults.isFull { break }
      }
    }
  }

  /// The value of a member; nil when it is absent or `null`.
  @inline(__always)
  subscript(_ name: Name) -> JSONValue? { self[place: name.rawValue] }

  /// The same by the place of the name in the list.
  @inline(__always)
  subscript(place place: Int) -> JSONValue? {
    let index = slots[place]
    guard index != 0 else { return nil }
    let value = object.at(Int(index))
    return value.isNull ? nil : value
  }
}
