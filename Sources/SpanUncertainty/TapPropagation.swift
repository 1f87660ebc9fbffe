public import SpanGeometry

/// A tap's position and its range from the camera, both as random points, after snapping.
///
/// A class, because it is some kilobytes that are passed from hand to hand and never change.
public final class TapPropagation: Sendable {
  /// Where the tap ended.
  public let point: RandomPoint
  /// Where it hit, with its errors, before it snapped.
  private let hit: HitPropagation
  private let snapped: Snapped

  private enum Snapped {
    case nowhere, ontoPoint
    case ontoEdge(SnappedEdge)
  }

  /// A tap that snapped nowhere.
  public init(_ hit: HitPropagation) {
    point = hit.point
    self.hit = hit
    snapped = .nowhere
  }

  /// A tap that snapped onto a point *is* that point, whatever its ray did; only the range still knows the camera.
  public init(_ hit: HitPropagation, snappedTo target: RandomPoint) {
    point = target
    self.hit = hit
    snapped = .ontoPoint
  }

  /// A tap that snapped onto an edge keeps its errors along the edge; across it, the outline decides, and along the
  /// normal the plane. At a corner nothing of the tap is left.
  /// - Parameter surface: the plane that owns the edge.
  public init(_ hit: HitPropagation, snappedTo edge: Snap.Edge, at position: Vector3, of surface: SurfaceError) {
    let edge = SnappedEdge(edge: edge, position: position, surface: surface)
    point = edge.point(tappedBy: hit)
    self.hit = hit
    snapped = .ontoEdge(edge)
  }

  /// Where the tap hit, with its errors; nil when it snapped onto something.
  public var unsnapped: HitPropagation? {
    if case .nowhere = snapped { hit } else { nil }
  }

  /// The same for a tap that snapped onto an edge.
  var onEdge: (hit: HitPropagation, edge: SnappedEdge)? {
    if case .ontoEdge(let edge) = snapped { (hit, edge) } else { nil }
  }

  /// From the camera to where it hit, metres, before it snapped.
  public var hitDistance: Double { hit.hit.distance }

  /// position − camera.
  public var range: RandomPoint {
    switch snapped {
    case .nowhere: return hit.range(to: point, cameraMap: hit.cameraMap, rayMap: hit.rayMap)
    case .ontoEdge(let edge):
      var range = hit.range(to: point, cameraMap: edge.along * hit.cameraMap, rayMap: edge.along * hit.rayMap)
      range.addCamera(of: hit)
      return range
    case .ontoPoint:
      var range = hit.range(to: point, cameraMap: .zero, rayMap: .zero)
      // The point's own shared errors stay; the camera's come on top.
      range.shared.add(.identity, point.shared)
      range.own.jitter += point.own.jitter
      range.own.tap = point.own.tap
      range.addCamera(of: hit)
      return range
    }
  }
}

/// The edge that a tap snapped onto, with what it takes to tap it anew.
public struct SnappedEdge: Sendable {
  let edge: Snap.Edge
  let position: Vector3
  /// The plane that owns the edge.
  let surface: SurfaceError

  /// What is left of a tap's errors.
  var along: Matrix3 { edge.isCorner ? .zero : Matrix3(outer: edge.direction, edge.direction) }

  /// Where a tap on the edge ends.
  func point(tappedBy hit: HitPropagation) -> RandomPoint {
    let e = edge.direction
    let m = surface.normal.cross(e)
    var point = hit.point.mapped(by: along)
    point.position = position
    let lift = Matrix3(outer: surface.normal, surface.rise(at: position))
    if let index = point.planes.firstIndex(where: { $0.key == surface.key }) {
      point.planes[index].columns += lift
    } else {
      point.planes.append((surface.key, lift))
    }
    let variance = surface.boundary * surface.boundary
    point.own.boundary = variance * (Matrix3(outer: m, m) + (edge.isCorner ? Matrix3(outer: e, e) : .zero))
    point.own.define(hit.noise)
    if edge.isCorner { point.defaulted = [] }
    if surface.isDefaulted { point.defaulted.insert(.plane) }
    return point
  }
}

extension RandomPoint {
  /// What a range has of its camera, also where the point has nothing of it: whose word its σ are, and how it tracked.
  fileprivate mutating func addCamera(of hit: HitPropagation) {
    defaulted.formUnion(hit.noise.defaultedCameraSources)
    if hit.errors.sight.tracking == .limited { traits.insert(.trackingLimited) }
  }

  /// Every error sent through a linear map.
  func mapped(by m: Matrix3) -> RandomPoint {
    var result = self
    result.shared = SharedColumns()
    result.shared.add(m, shared)
    result.planes = planes.map { ($0.key, m * $0.columns) }
    result.own.transform(by: m)
    return result
  }
}
