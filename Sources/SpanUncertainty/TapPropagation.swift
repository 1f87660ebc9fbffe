public import SpanGeometry

/// A tap's position and its range from the camera, both as random points, after snapping.
///
/// A class, because it is some kilobytes that are passed from hand to hand and never change.
public final class TapPropagation: Sendable {
  /// Where the tap ended.
  public let point: RandomPoint
  /// position − camera.
  public let range: RandomPoint
  /// Where the tap hit, with its errors; nil when it snapped onto something.
  public let unsnapped: HitPropagation?
  /// The same for a tap that snapped onto an edge.
  public let onEdge: SnappedEdge?
  /// From the camera to where it hit, metres, before it snapped.
  public let hitDistance: Double

  /// A tap that snapped nowhere.
  public init(_ hit: HitPropagation) {
    point = hit.point
    hitDistance = hit.hit.distance
    unsnapped = hit
    onEdge = nil
    range = hit.range(to: point, cameraMap: hit.cameraMap, rayMap: hit.rayMap)
  }

  /// A tap that snapped onto a point *is* that point, whatever its ray did; only the range still knows the camera.
  public init(_ hit: HitPropagation, snappedTo target: RandomPoint) {
    point = target
    hitDistance = hit.hit.distance
    unsnapped = nil
    onEdge = nil
    var range = hit.range(to: target, cameraMap: .zero, rayMap: .zero)
    // The target's own shared errors stay; the camera's come on top.
    range.shared.add(.identity, target.shared)
    range.own.jitter += target.own.jitter
    range.own.tap = target.own.tap
    range.defaulted.formUnion(hit.noise.defaultedCameraSources)
    self.range = range
  }

  /// A tap that snapped onto an edge keeps its errors along the edge; across it, the outline decides, and along the
  /// normal the plane. At a corner nothing of the tap is left.
  /// - Parameter surface: the plane that owns the edge.
  public init(_ hit: HitPropagation, snappedTo edge: Snap.Edge, at position: Vector3, of surface: SurfaceError) {
    let e = edge.direction
    let m = surface.normal.cross(e)
    let along = edge.isCorner ? Matrix3.zero : Matrix3(outer: e, e)
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
    if surface.isDefaulted { point.defaulted.insert(.plane) }
    self.point = point
    hitDistance = hit.hit.distance
    unsnapped = nil
    onEdge = SnappedEdge(hit: hit, edge: edge, position: position, surface: surface)
    range = hit.range(to: point, cameraMap: along * hit.cameraMap, rayMap: along * hit.rayMap)
  }
}

/// A tap on an edge, with what it takes to tap it anew.
public struct SnappedEdge: Sendable {
  let hit: HitPropagation
  let edge: Snap.Edge
  let position: Vector3
  let surface: SurfaceError

  /// Where the edge would be tapped by another tap.
  func point(tappedBy hit: HitPropagation) -> RandomPoint {
    TapPropagation(hit, snappedTo: edge, at: position, of: surface).point
  }
}

extension RandomPoint {
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
