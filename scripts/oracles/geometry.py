"""Poses, cameras, planes, rays and snapping, from the description of the interface (openapi.yaml): numpy only."""
import dataclasses
import math

import numpy

from model import UP, angle_between

RIM = 1e-9  # m: rims, radii and ties
LEVEL, STEEP = math.cos(math.radians(15)), math.sin(math.radians(15))


def pose(value):
    """Rotation (nearest one) and place of a pose in either form."""
    if isinstance(value, dict):
        x, y, z, w = numpy.array(value["orientation"], float) / numpy.linalg.norm(value["orientation"])
        turn = [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
        return numpy.array(turn), numpy.array(value["position"], float)
    matrix = numpy.array(value, float).reshape(4, 4).T
    u, _, v = numpy.linalg.svd(matrix[:3, :3])
    return u @ v, matrix[:3, 3]


@dataclasses.dataclass
class Sight:
    """Where a tap looks: r = turn · (x, y, −1), or a unit vector for a ready ray; lens lengths in pixels, `scale` screen units each."""

    place: numpy.ndarray
    r: numpy.ndarray
    turn: numpy.ndarray | None = None
    aim: tuple = (0.0, 0.0)
    focal: tuple = (1.0, 1.0)
    scale: float = 1.0
    shear: float = 0.0
    image_point: list | None = None
    viewport: bool = False
    pointing: str = "finger"
    sigma: float | None = None
    limited: bool = False
    lost: bool = False

    @property
    def unit(self):
        return self.r / numpy.linalg.norm(self.r)


def sight(tap, camera=None):
    pointing = {"pointing": tap.get("pointing") or "finger", "sigma": tap.get("pointingSigma")}
    if tap.get("ray"):
        r = numpy.array(tap["ray"]["direction"], float)
        r = r / numpy.max(numpy.abs(r))
        return Sight(numpy.array(tap["ray"]["origin"], float), r / numpy.linalg.norm(r), **pointing)
    camera = tap.get("camera") or camera
    turn, place = pose(camera["pose"])
    tracking = camera.get("tracking") or {}
    lost = tracking.get("state") == "notAvailable" or tracking.get("reason") == "relocalizing"
    state = pointing | {"limited": tracking.get("state") == "limited", "lost": lost}
    (u, v), view = tap["screenPoint"], camera.get("viewport")
    if camera.get("projection"):
        p, w, h = camera["projection"], view["width"], view["height"]
        y = (1 - 2 * v / h + p[9]) / p[5]
        x = (2 * u / w - 1 + p[8] - p[4] * y) / p[0]
        r = turn @ [x, y, -1]
        return Sight(place, r, turn, (x, y), (p[0] * w / 2, p[5] * h / 2), 1.0, p[4] / p[0], None, True, **state)
    lens, scale = camera["intrinsics"], 1.0
    if view:
        u, v, scale = pixel(lens, view, u, v)
    half = 0.5 if lens.get("principalPointOrigin") == "pixelCenter" else 0.0
    x, y = (u - half - lens["cx"]) / lens["fx"], -(v - half - lens["cy"]) / lens["fy"]
    return Sight(place, turn @ [x, y, -1], turn, (x, y), (lens["fx"], lens["fy"]), scale, 0.0, [u, v], bool(view), **state)


def pixel(lens, view, u, v):
    """Image pixel of a point of the view, and how many screen units a pixel has."""
    w, h, turned = lens["width"], lens["height"], view.get("rotationDegrees") or 0
    upright = (h, w) if turned in (90, 270) else (w, h)
    ratios = (view["width"] / upright[0], view["height"] / upright[1])
    scale = min(ratios) if view.get("scaling") == "fit" else max(ratios)
    a = (u - view["width"] / 2) / scale + upright[0] / 2
    b = (v - view["height"] / 2) / scale + upright[1] / 2
    return *{0: (a, b), 90: (b, h - a), 180: (w - a, h - b), 270: (w - b, a)}[turned], scale


class Surface:
    """A plane of a request: +Y of its frame is the normal, its ring lies in x and z."""

    def __init__(self, plane):
        self.id, self.kind = plane["id"], plane.get("kind") or "existing"
        self.turn, self.place = pose(plane["pose"])
        self.sigma = {name: value for name, value in (plane.get("sigma") or {}).items() if value is not None}
        self.alignment, self.subsumed_by = plane.get("alignment"), plane.get("subsumedBy")
        self.ring = cleaned(outline(plane))
        self.bounded = self.ring is not None
        middle = numpy.array(plane.get("center") or [0, 0, 0], float)
        if self.bounded:
            self.degenerate = len({tuple(v) for v in self.ring}) < 3 or thin(self.ring)
            x, z = numpy.mean(self.ring, axis=0) if self.degenerate or crossed(self.ring) else centroid(self.ring)
            self.support = self.world([x, z])
            self.reach = max(math.hypot(a - x, b - z) for a, b in self.ring)
        else:
            self.degenerate, self.reach = False, 0.0
            self.support = self.place + self.turn @ middle

    @property
    def normal(self):
        return self.turn[:, 1]

    @property
    def lies(self):
        """How the filter sees it."""
        if self.alignment:
            return self.alignment
        up = abs(self.normal @ UP)
        return "horizontal" if up >= LEVEL else "vertical" if up <= STEEP else "slanted"

    def world(self, flat):
        return self.place + self.turn @ [flat[0], 0, flat[1]]

    def flat(self, point):
        local = self.turn.T @ (point - self.place)
        return numpy.array([local[0], local[2]])

    def edges(self):
        corners = [self.world(v) for v in self.ring]
        return list(zip(corners, corners[1:] + corners[:1]))

    def holds(self, point):
        if not self.bounded:
            return True
        x, z = self.flat(point)
        inside, ring = False, self.ring
        for (ax, az), (bx, bz) in zip(ring, ring[1:] + ring[:1]):
            if between(numpy.array([x, z]), numpy.array([ax, az]), numpy.array([bx, bz]))[1] <= RIM:
                return True
            if (az > z) != (bz > z) and x < ax + (z - az) / (bz - az) * (bx - ax):
                inside = not inside
        return inside


def outline(plane):
    polygon, extent = plane.get("polygon"), plane.get("extent")
    if polygon is not None:
        if polygon and not isinstance(polygon[0], list):
            polygon = list(zip(polygon[::2], polygon[1::2]))
        return [(float(v[0]), float(v[-1])) for v in polygon]
    if extent is None:
        return None
    turn, center = math.radians(extent.get("rotationOnYAxisDegrees") or 0), plane.get("center") or [0, 0, 0]
    w, h = extent["width"] / 2, extent["height"] / 2
    return [
        (center[0] + math.cos(turn) * x + math.sin(turn) * z, center[2] - math.sin(turn) * x + math.cos(turn) * z)
        for x, z in ((-w, -h), (w, -h), (w, h), (-w, h))
    ]


def cleaned(ring):
    if ring is None:
        return None
    kept = [v for before, v in zip([None, *ring], ring) if v != before]
    return kept[:-1] if len(kept) > 1 and kept[0] == kept[-1] else kept


def thin(ring):
    points = numpy.array(ring) - numpy.mean(ring, axis=0)
    _, _, axes = numpy.linalg.svd(points, full_matrices=True)
    return float(numpy.max(numpy.abs(points @ axes[1]))) <= RIM


def centroid(ring):
    ring = numpy.array(ring)
    middle = ring.mean(axis=0)
    a = ring - middle
    b = numpy.roll(a, -1, axis=0)
    doubled = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    if abs(doubled.sum()) <= 1e-12 * abs(doubled).sum():
        return middle  # figures of eight that only touch themselves
    return middle + ((a + b) * doubled[:, None]).sum(axis=0) / (3 * doubled.sum())


def crossed(ring):
    """Two edges cross in their interiors."""
    n = len(ring)
    for i in range(n):
        for j in range(i + 2, n):
            if i == 0 and j == n - 1:
                continue
            a, b, c, d = (numpy.array(ring[k % n]) for k in (i, i + 1, j, j + 1))
            sides = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)]
            if sides[0] * sides[1] < 0 and sides[2] * sides[3] < 0:
                return True
    return False


def side(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def between(point, start, end):
    """The nearest point of a segment, its distance, and whether that is one of the ends."""
    way = end - start
    share = float((point - start) @ way) / float(way @ way)
    foot = start + min(max(share, 0.0), 1.0) * way
    return foot, float(numpy.linalg.norm(point - foot)), not 0 <= share <= 1


def in_play(surfaces):
    """Without degenerate planes and those that another one has swallowed; of a circle the earliest stays."""
    kept = [s for s in surfaces if not s.degenerate]
    by_id = {s.id: s for s in surfaces}
    rank = {s.id: i for i, s in enumerate(surfaces)}

    def stays(surface):
        if surface.subsumed_by not in by_id:
            return True
        chain, at = [surface.id], surface.subsumed_by
        while at in by_id and at not in chain:
            chain.append(at)
            at = by_id[at].subsumed_by
        return at == surface.id and min(chain, key=rank.get) == surface.id

    return [s for s in kept if stays(s)]


@dataclasses.dataclass
class Hit:
    position: numpy.ndarray
    distance: float
    target: str
    normal: numpy.ndarray
    surface: Surface | None
    inside: bool


def meet(seen, surface, target):
    d, n = seen.unit, surface.normal
    below = float(n @ d)
    if abs(below) < 1e-9:
        return None
    distance = float(n @ (surface.support - seen.place)) / below
    if not distance > 0:
        return None
    point = seen.place + distance * d
    return Hit(point, distance, target, n, surface, surface.holds(point))


def candidates(seen, target, surfaces, alignment, features):
    if target == "featurePoint":
        found = []
        for feature in features:
            way = numpy.array(feature, float) - seen.place
            along = float(way @ seen.unit)
            if along > 0 and angle_between(way, seen.unit) <= math.radians(2):
                found.append(Hit(seen.place + along * seen.unit, along, target, -seen.unit, None, True))
        return found
    kind = "estimated" if target == "estimatedPlane" else "existing"
    allowed = [s for s in surfaces if s.kind == kind and (alignment == "any" or s.lies == alignment)]
    hits = [meet(seen, s, target) for s in allowed]
    return [h for h in hits if h and (h.inside or target == "existingPlaneInfinite")]


def nearest(things, distance):
    """The earliest of those that are as near as the nearest."""
    least = min(map(distance, things))
    return next(t for t in things if distance(t) <= least + RIM)


def cast(seen, surfaces, targets=None, alignment=None, features=()):
    """The hit of a tap, or None."""
    if seen.lost:
        return None
    for target in targets or ("existingPlaneGeometry", "estimatedPlane"):
        found = [] if target in ("depth", "mesh") else candidates(seen, target, surfaces, alignment or "any", features)
        if found:
            return nearest(found, lambda h: h.distance)
    return None


def hit_pose(hit, place):
    """Y towards the ray's origin, Z to the origin within the surface, X = Y × Z; column-major."""
    towards = place - hit.position
    y = hit.normal if hit.normal @ towards >= 0 else -hit.normal
    for way in (towards, UP, numpy.array([1.0, 0, 0])):
        z = way - (way @ y) * y
        if numpy.linalg.norm(z) > 1e-9 * max(1.0, numpy.linalg.norm(way)):
            break
    z = z / numpy.linalg.norm(z)
    matrix = numpy.eye(4)
    matrix[:3, :3], matrix[:3, 3] = numpy.column_stack([numpy.cross(y, z), y, z]), hit.position
    return matrix.T.ravel()


@dataclasses.dataclass
class Snap:
    kind: str
    position: numpy.ndarray
    offset: float
    name: str
    edge: int | None = None
    ends: tuple | None = None
    clamped: bool = False
    surface: Surface | None = None


SNAPPING = {"radius": 0.025, "points": True, "edges": True}


def options(snap):
    return None if snap is False else SNAPPING | {k: v for k, v in (snap or {}).items() if v is not None}


def snapped(position, points, surfaces, chosen):
    """To one of the points (name, position), else to an edge, else None."""
    if chosen is None:
        return None
    limit, found = chosen["radius"] + RIM, []
    if chosen["points"]:
        found = [Snap("point", p, float(numpy.linalg.norm(p - position)), name) for name, p in points]
        found = [s for s in found if s.offset <= limit]
    if not found and chosen["edges"]:
        for surface in surfaces:
            if surface.kind != "existing":
                continue
            for index, (a, b) in enumerate(surface.edges()):
                foot, off, clamped = between(position, a, b)
                if off <= limit:
                    found.append(Snap("edge", foot, off, surface.id, index, (a, b), clamped, surface))
    return nearest(found, lambda s: s.offset) if found else None
