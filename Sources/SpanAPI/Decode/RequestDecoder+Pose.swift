internal import SpanGeometry

private enum PoseMember: Int, MemberSet {
  case position, orientation
  static let names = MemberNames("position orientation")
}

extension RequestDecoder {
  /// A pose as 16 numbers, column-major, or as position and quaternion.
  mutating func pose(_ value: JSONValue) -> Pose? {
    switch value.kind {
    case .array: matrixPose(value)
    case .object where value.object?.contains(where: { PoseMember.names.place(of: $0.name) != nil }) == true:
      quaternionPose(value)
    default:
      notePoseExpected(value)
    }
  }

  private mutating func matrixPose(_ value: JSONValue) -> Pose? {
    guard let m: InlineArray<16, Double> = value.numbers(in: Bounds.coordinate) else {
      noteMatrix(value)
      return nil
    }
    do throws(PoseFault) {
      return try Pose(columnMajor: m)
    } catch {
      note(error, at: value)
      return nil
    }
  }

  private mutating func quaternionPose(_ value: JSONValue) -> Pose? {
    guard let members = Members<PoseMember>(value, &faults) else { return nil }
    if members[.position] == nil { faults.missing("position", in: value, hint: "Send [x, y, z] in metres.") }
    guard let orientation = members[.orientation] else {
      faults.missing("orientation", in: value, hint: "Send a quaternion [x, y, z, w], w last.")
      return nil
    }
    let q: InlineArray<4, Double>? = numbers(orientation, in: Bounds.any, form: "[x, y, z, w]")
    guard let place = members[.position], let position = position(place), let q else { return nil }
    do throws(PoseFault) {
      return try Pose(position: position, orientation: q[0], q[1], q[2], q[3])
    } catch {
      note(error, at: orientation)
      return nil
    }
  }

  @inline(never)
  private mutating func notePoseExpected(_ value: JSONValue) -> Pose? {
    let hint =
      value.kind == .object
      ? " A typed array or a matrix object turns into an object with named members in JSON;"
        + " send its numbers as Array.from(matrix) gives them." : ""
    faults.add(
      .poseExpected, at: value,
      "Expected a pose, 16 numbers column by column or {position, orientation}, got"
        + " \(Excerpt.describing(value)).\(hint)"
    )
    return nil
  }

  @inline(never)
  private mutating func noteMatrix(_ value: JSONValue) {
    guard let array = value.array else { return }
    if array.contains(where: { $0.kind == .array || $0.kind == .object }) {
      faults.add(
        .poseExpected, at: value,
        "Expected a pose as 16 numbers in one flat list, column by column (the translation at 12, 13, 14), got nested"
          + " lists. Flatten the columns, as Array.from(matrix) gives them.")
      return
    }
    guard array.count == 16 else {
      faults.add(.poseLength, at: value, "A pose has 16 numbers, column by column; got \(array.count).")
      return
    }
    for element in array { _ = number(element, in: Bounds.coordinate) }
  }

  @inline(never)
  private mutating func note(_ fault: PoseFault, at value: JSONValue) {
    let (code, message): (FaultCode, String) =
      switch fault {
      case .rowMajor:
        (
          .poseRowMajor,
          "The translation stands in elements 3, 7 and 11: the matrix was written row by row. Send it column by column,"
            + " with the translation at 12, 13, 14."
        )
      case .mirrored:
        (
          .poseMirrored,
          "The axes form a left-handed system (negative determinant). Convert poses of a left-handed engine, as Unity"
            + " is, to a right-handed world."
        )
      case .scaled(let lengths):
        (
          .poseScaled,
          "The axes have the lengths \(Self.short(lengths.x)), \(Self.short(lengths.y)) and \(Self.short(lengths.z))"
            + " instead of 1: a scale is hidden in the matrix. Send the rigid transform without scale."
        )
      case .notRigid(let deviation):
        (
          .poseNotRigid,
          "This is no rigid transform, by \(Self.short(deviation)). Expected are three orthogonal axes of length 1, each"
            + " followed by 0, then the translation and 1."
        )
      case .quaternionZero: (.quaternionZero, "The quaternion has no length; no rotation is [0, 0, 0, 1].")
      case .quaternionNotUnit(let norm):
        (
          .quaternionNotUnit,
          "The quaternion has the length \(Self.short(norm)) instead of 1. Normalise it; w comes last."
        )
      }
    faults.add(code, at: value, message)
  }

  /// Four significant digits are enough to recognise a mistake.
  static func short(_ number: Double) -> String {
    guard number.isFinite, number != 0, abs(number) < 1e6, abs(number) > 1e-6 else {
      return Excerpt.numberText(number)
    }
    var scale = 1.0
    while abs(number) * scale < 1000 { scale *= 10 }
    return Excerpt.numberText((number * scale).rounded() / scale)
  }
}
