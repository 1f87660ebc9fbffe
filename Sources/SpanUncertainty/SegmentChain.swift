internal import SpanGeometry

/// The segments of a polyline: the norm rule for each, and the second-order variance of their sum.
///
/// That variance is ½ Σᵢⱼ tr(HᵢCᵢⱼHⱼCᵢⱼᵀ) with the joint covariance Cᵢⱼ of segments i and j. With Hᵢ = WᵢWᵢᵀ (two
/// columns across the segment) each term is |WᵢᵀCᵢⱼWⱼ|², so the sum is the squared Frobenius norm of the Gram
/// matrix G of all rows Wᵢᵀ·(columns of the errors). Errors that touch many segments are kept as dense columns D,
/// the others as sparse 2×2 blocks B: |DDᵀ + B|² = |DᵀD|² + 2⟨DDᵀ, B⟩ + |B|², which is linear in the segments.
/// Segments without a length have no direction: they add their own variance.
struct SegmentChain {
  let rules: [NormRule]
  private(set) var secondOrderVariance = 0.0

  init(_ selection: Selection, _ deltas: [Vector3], _ coverage: Coverage) {
    let order = selection.order
    let own = (0..<selection.count).map { selection[$0].own.total }
    rules = deltas.indices.map { i in
      let (from, to) = (order[i], order[i + 1 == order.count ? 0 : i + 1])
      let covariance =
        from == to
        ? Matrix3.zero : own[from] + own[to] + Self.sharedCovariance(selection[from], selection[to])
      return NormRule(deltas[i], covariance: covariance, coverage: coverage)
    }
    secondOrderVariance = rules.reduce(0.5 * gramSquared(selection, own)) {
      $1.hasDirection ? $0 : $0 + $1.secondOrderVariance
    }
  }

  /// Of the difference of two points, from what they share.
  private static func sharedCovariance(_ from: RandomPoint, _ to: RandomPoint) -> Matrix3 {
    var difference = to.shared
    difference.add(-1, from.shared)
    var covariance = difference.gram
    for plane in to.planes {
      let other = from.planes.first { $0.key == plane.key }?.columns ?? .zero
      covariance += (plane.columns - other).gram
    }
    for plane in from.planes where !to.planes.contains(where: { $0.key == plane.key }) {
      covariance += plane.columns.gram
    }
    return covariance
  }

  /// Rows across a segment, scaled by 1/√d̃.
  private struct Across {
    let first: Vector3
    let second: Vector3

    init(_ rule: NormRule) {
      let scale = 1 / rule.floor.squareRoot()
      let perpendicular = rule.direction.anyPerpendicular
      first = scale * perpendicular
      second = scale * rule.direction.cross(perpendicular)
    }

    func rows(_ v: Vector3) -> Point2 { Point2(first.dot(v), second.dot(v)) }
  }

  /// Three variables and how they move the segments they touch, in the order of the segments.
  private struct Bundle {
    /// Of the variables; nil: they are unit variables.
    var covariance: Matrix3?
    var entries: [(segment: Int, columns: Matrix3)] = []

    /// Segments must come in ascending order.
    mutating func add(_ segment: Int, _ columns: Matrix3) {
      if entries.last?.segment == segment {
        entries[entries.count - 1].columns += columns
      } else {
        entries.append((segment, columns))
      }
    }
  }

  private func gramSquared(_ selection: Selection, _ own: [Matrix3]) -> Double {
    let across = rules.map { $0.hasDirection ? Across($0) : nil }
    var dense = denseShared(selection, across)
    var blocks: [Block] = []
    // Where dense columns become cheaper than blocks.
    let limit = max(4, rules.count / 16)
    for bundle in bundles(selection, own) {
      if bundle.entries.count > limit {
        let factor = bundle.covariance?.factor ?? .identity
        dense += [factor.x, factor.y, factor.z].map { column in
          var rows = [Point2](repeating: Point2(0, 0), count: rules.count)
          for (i, m) in bundle.entries { rows[i] = across[i]?.rows(m * column) ?? Point2(0, 0) }
          return rows
        }
      } else {
        addBlocks(bundle, across, &blocks)
      }
    }
    return Self.squaredNorm(dense, blocks, rules.count)
  }

  /// A 2×2 block of B, by rows; its key is row · segments + column.
  private struct Block {
    var key: Int
    var first: Point2
    var second: Point2
  }

  /// The unit variables of pose, drift and lens, which every tap shares.
  private func denseShared(_ selection: Selection, _ across: [Across?]) -> [[Point2]] {
    let order = selection.order
    let columns = (0..<selection.count).map { selection[$0].shared.all }
    guard let count = columns.first?.count,
      (0..<selection.count).contains(where: { !selection[$0].traits.contains(.given) })
    else { return [] }
    return (0..<count).map { k in
      rules.indices.map { i in
        let (from, to) = (order[i], order[i + 1 == order.count ? 0 : i + 1])
        return across[i]?.rows(columns[to][k] - columns[from][k]) ?? Point2(0, 0)
      }
    }
  }

  /// One bundle for each point's own errors and one for each plane.
  private func bundles(_ selection: Selection, _ own: [Matrix3]) -> [Bundle] {
    let order = selection.order
    var ofPoint = own.map { Bundle(covariance: $0) }
    var ofPlane: [Int: Bundle] = [:]
    for i in rules.indices {
      let (from, to) = (order[i], order[i + 1 == order.count ? 0 : i + 1])
      guard from != to else { continue }
      for (point, sign) in [(from, -1.0), (to, 1.0)] {
        ofPoint[point].add(i, sign * .identity)
        for plane in selection[point].planes {
          ofPlane[plane.key, default: Bundle()].add(i, sign * plane.columns)
        }
      }
    }
    return ofPoint + ofPlane.sorted { $0.key < $1.key }.map(\.value)
  }

  private func addBlocks(_ bundle: Bundle, _ across: [Across?], _ blocks: inout [Block]) {
    func spread(_ v: Vector3) -> Vector3 { bundle.covariance.map { $0 * v } ?? v }
    for (i, a) in bundle.entries {
      guard let left = across[i] else { continue }
      for (j, b) in bundle.entries {
        guard let right = across[j] else { continue }
        // Wᵢᵀ a Σ bᵀ Wⱼ, by rows.
        let first = b * spread(a.transposedTimes(left.first))
        let second = b * spread(a.transposedTimes(left.second))
        blocks.append(
          Block(key: i * rules.count + j, first: right.rows(first), second: right.rows(second)))
      }
    }
  }

  /// The sums of blocks at one place, in the order of the places: the same input gives the same last bit everywhere.
  private static func summed(_ blocks: [Block]) -> [Block] {
    var result: [Block] = []
    result.reserveCapacity(blocks.count)
    for place in blocks.indices.sorted(by: { (blocks[$0].key, $0) < (blocks[$1].key, $1) }) {
      let block = blocks[place]
      guard result.last?.key == block.key else {
        result.append(block)
        continue
      }
      let sum = result[result.count - 1]
      result[result.count - 1].first = Point2(sum.first.x + block.first.x, sum.first.y + block.first.y)
      result[result.count - 1].second = Point2(sum.second.x + block.second.x, sum.second.y + block.second.y)
    }
    return result
  }

  private static func squaredNorm(_ dense: [[Point2]], _ blocks: [Block], _ n: Int) -> Double {
    var sum = 0.0
    for (place, a) in dense.enumerated() {
      for b in dense[place...].indices {
        var dot = 0.0
        for i in 0..<n { dot += a[i].x * dense[b][i].x + a[i].y * dense[b][i].y }
        sum += (b == place ? 1 : 2) * dot * dot
      }
    }
    for block in summed(blocks) {
      let (i, j) = block.key.quotientAndRemainder(dividingBy: n)
      let (p, q) = (block.first, block.second)
      sum += p.x * p.x + p.y * p.y + q.x * q.x + q.y * q.y
      for column in dense {
        let (l, r) = (column[i], column[j])
        sum += 2 * (l.x * (r.x * p.x + r.y * p.y) + l.y * (r.x * q.x + r.y * q.y))
      }
    }
    return sum
  }
}

extension Matrix3 {
  /// F with F Fᵀ = this covariance.
  var factor: Matrix3 {
    let eigen = SymmetricEigen(self)
    func root(_ value: Double) -> Double { max(0, value).squareRoot() }
    return Matrix3(
      columns: root(eigen.values.x) * eigen.vectors.x, root(eigen.values.y) * eigen.vectors.y,
      root(eigen.values.z) * eigen.vectors.z)
  }
}
