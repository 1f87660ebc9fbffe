internal import SpanGeometry

// A located tap written down, so that it need not be tapped again: it would take the planes of then.

extension TapPropagation {
  /// What it is made of, but for the noise model; nil for a tap that became a point.
  public var numbers: NumberList? {
    guard let hit = unsnapped ?? onEdge?.hit else { return nil }
    var list = NumberList()
    list.put(hit)
    list.put(onEdge != nil)
    if let onEdge { list.put(onEdge.edge) }
    return list
  }

  /// - Parameter noise: of then.
  public convenience init(_ numbers: [Double], noise: NoiseModel) throws(NumberReader.Fault) {
    var reader = NumberReader(numbers)
    let hit = try reader.hitPropagation(noise)
    if try reader.boolean() {
      let edge = Snap.Edge(
        plane: try reader.integer(), index: try reader.integer(), direction: try reader.vector(),
        isCorner: try reader.boolean())
      self.init(hit, snappedTo: edge, at: try reader.vector(), of: try reader.surface())
    } else {
      self.init(hit)
    }
    guard reader.isAtEnd else { throw NumberReader.Fault() }
  }
}

extension NumberList {
  fileprivate mutating func put(_ propagation: HitPropagation) {
    let errors = propagation.errors
    put(errors.sight)
    put(Pointing.allCases.firstIndex(of: errors.pointing) ?? 0)
    put(errors.pointingSigma)
    put(errors.displacement)
    put(propagation.hit)
    put(propagation.surface != nil)
    if let surface = propagation.surface { put(surface) }
  }

  fileprivate mutating func put(_ sight: Sight) {
    put(sight.ray.origin)
    put(sight.ray.direction)
    put(sight.direction)
    put(Camera.Tracking.allCases.firstIndex(of: sight.tracking) ?? 0)
    guard case .lens(let lens) = sight.aim else { return put(false) }
    put(true)
    put(lens.axisX)
    put(lens.axisY)
    put(lens.forward)
    put(lens.x)
    put(lens.y)
    put(lens.focal)
    put(lens.viewPointsPerPixel)
    put(lens.imagePoint != nil)
    put(lens.imagePoint ?? Point2(0, 0))
  }

  /// The surface aside: the errors of it stand by themselves.
  fileprivate mutating func put(_ hit: Hit) {
    put(hit.target.rawValue)
    put(hit.position)
    put(hit.distance)
    put(hit.normal)
    put(hit.insideOutline)
    put(hit.rayDirection)
  }

  fileprivate mutating func put(_ surface: SurfaceError) {
    put(surface.key)
    put(surface.normal)
    put(surface.axes.0)
    put(surface.axes.1)
    put(surface.support)
    put(surface.offset)
    put(surface.tilt)
    put(surface.boundary)
    put(surface.isDefaulted)
  }

  fileprivate mutating func put(_ snapped: SnappedEdge) {
    put(snapped.edge.plane)
    put(snapped.edge.index)
    put(snapped.edge.direction)
    put(snapped.edge.isCorner)
    put(snapped.position)
    put(snapped.surface)
  }
}

extension NumberReader {
  fileprivate mutating func hitPropagation(_ noise: NoiseModel) throws(Fault) -> HitPropagation {
    let sight = try sight()
    let pointing = try choice(of: Pointing.allCases)
    let sigma = try optional()
    let displacement = try vector()
    let hit = try hit()
    let surface = try boolean() ? try surface() : nil
    return HitPropagation(
      sight: sight, hit: hit, surface: surface, pointing: pointing, pointingSigma: sigma, displacement: displacement,
      noise: noise)
  }

  private mutating func sight() throws(Fault) -> Sight {
    let ray = Ray(origin: try vector(), unitDirection: try vector())
    let direction = try vector()
    let tracking = try choice(of: Camera.Tracking.allCases)
    guard try boolean() else { return Sight(ray: ray, direction: direction, aim: .ray, tracking: tracking) }
    var lens = Sight.Lens(
      axisX: try vector(), axisY: try vector(), forward: try vector(), x: try number(), y: try number(),
      focal: try point(), viewPointsPerPixel: try optional(), imagePoint: nil)
    let hasImagePoint = try boolean()
    let imagePoint = try point()
    if hasImagePoint { lens.imagePoint = imagePoint }
    return Sight(ray: ray, direction: direction, aim: .lens(lens), tracking: tracking)
  }

  private mutating func hit() throws(Fault) -> Hit {
    let target = try choice(of: Target.allCases)
    return Hit(
      target: target, surface: .featurePoint, position: try vector(), distance: try number(), normal: try vector(),
      insideOutline: try boolean(), rayDirection: try vector())
  }

  fileprivate mutating func surface() throws(Fault) -> SurfaceError {
    SurfaceError(
      key: try integer(), normal: try vector(), axes: (try vector(), try vector()), support: try vector(),
      offset: try number(), tilt: try number(), boundary: try number(), isDefaulted: try boolean())
  }
}
