"""The geometry of the peer: a tap's ray, the plane it hits, what it snaps to."""

import numpy

TIE = 1e-9
RADIUS = 0.025


class Plane:
    """A plane with its outline, ready for vector arithmetic."""

    def __init__(self, plane_id, pose, polygon):
        matrix = numpy.array(pose).reshape(4, 4).T
        self.id = plane_id
        self.axes, self.position = matrix[:3, :3], matrix[:3, 3]
        self.normal = self.axes[:, 1]
        self.start = numpy.array(polygon)
        self.end = numpy.roll(self.start, -1, axis=0)

    def local(self, position):
        return (position - self.position) @ self.axes

    def nearest_on_edges(self, point):
        """For each edge the place nearest to a point of the plane."""
        along = self.end - self.start
        lengths = numpy.maximum((along * along).sum(axis=1), numpy.finfo(float).tiny)
        share = numpy.clip(((point - self.start) * along).sum(axis=1) / lengths, 0, 1)
        return self.start + share[:, None] * along

    def contains(self, point):
        x, z = point
        a, b = self.start, self.end
        crosses = (a[:, 1] > z) != (b[:, 1] > z)
        a, b = a[crosses], b[crosses]
        if numpy.count_nonzero(x < a[:, 0] + (z - a[:, 1]) / (b[:, 1] - a[:, 1]) * (b[:, 0] - a[:, 0])) % 2:
            return True
        return bool((numpy.linalg.norm(self.nearest_on_edges(point) - point, axis=1) <= TIE).any())


def ray_through(camera, screen_point):
    """Origin and direction."""
    lens, view = camera.intrinsics, camera.viewport
    # The image fills the viewport, the middle of one on the middle of the other.
    scale = max(view.width / lens.width, view.height / lens.height)
    u = ((screen_point[0] - view.width / 2) / scale + lens.width / 2 - lens.cx) / lens.fx
    v = ((screen_point[1] - view.height / 2) / scale + lens.height / 2 - lens.cy) / lens.fy
    matrix = numpy.array(camera.pose).reshape(4, 4).T
    direction = matrix[:3, :3] @ (u, -v, -1.0)
    return matrix[:3, 3], direction / numpy.linalg.norm(direction)


def nearest_hit(planes, origin, direction):
    """Position, distance and plane, or None."""
    if not planes:
        return None
    normals = numpy.array([plane.normal for plane in planes])
    along = normals @ direction
    heights = (normals * (numpy.array([plane.position for plane in planes]) - origin)).sum(axis=1)
    with numpy.errstate(divide="ignore", invalid="ignore"):
        distances = numpy.where(numpy.abs(along) < 1e-9, -1, heights / along)
    best = None
    for index in numpy.argsort(distances, kind="stable"):
        plane, distance = planes[index], distances[index]
        if best and distance > best[1] + TIE:
            break
        if distance <= 0:
            continue
        position = origin + distance * direction
        if plane.contains(plane.local(position)[[0, 2]]) and (best is None or index < best[0]):
            best = index, distance, position
    return best and (best[2], float(best[1]), planes[best[0]])


def snap(position, points, planes):
    """The nearest point within reach, else the nearest edge, else None."""
    best = None

    def consider(offset, make):
        nonlocal best
        if offset <= RADIUS + TIE and (best is None or offset < best["offset"] - TIE):
            best = {"offset": float(offset)} | make()

    for point in points:
        where = numpy.array(point.position)
        consider(numpy.linalg.norm(where - position), lambda: {"kind": "point", "position": where, "pointId": point.id})
    if best:
        return best
    for plane in planes:
        x, height, z = plane.local(position)
        if abs(height) > RADIUS + TIE:
            continue
        feet = plane.nearest_on_edges((x, z))
        offsets = numpy.sqrt(((feet - (x, z)) ** 2).sum(axis=1) + height * height)
        edge = int(numpy.argmax(offsets <= offsets.min() + TIE))
        foot = plane.position + plane.axes @ (feet[edge, 0], 0, feet[edge, 1])
        consider(offsets[edge], lambda: {"kind": "edge", "position": foot, "planeId": plane.id, "edgeIndex": edge})
    return best
