extension Viewport {
  /// Viewport units per image pixel: the larger ratio fills the view, the smaller fits into it.
  public func scale(for image: Intrinsics) -> Double {
    let upright = uprightSize(of: image)
    let (across, down) = (width / upright.x, height / upright.y)
    return scaling == .fill ? max(across, down) : min(across, down)
  }

  /// The image point (pixels from the image corner, y down) under a point of the viewport.
  public func imagePoint(under screen: Point2, of image: Intrinsics) -> Point2 {
    let upright = uprightSize(of: image)
    let s = scale(for: image)
    let x = (screen.x - width / 2) / s + upright.x / 2
    let y = (screen.y - height / 2) / s + upright.y / 2
    switch rotation {
    case .none: return Point2(x, y)
    case .quarter: return Point2(y, image.height - x)
    case .half: return Point2(image.width - x, image.height - y)
    case .threeQuarters: return Point2(image.width - y, x)
    }
  }

  private func uprightSize(of image: Intrinsics) -> Point2 {
    switch rotation {
    case .none, .half: Point2(image.width, image.height)
    case .quarter, .threeQuarters: Point2(image.height, image.width)
    }
  }
}
