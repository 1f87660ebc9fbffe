"""Points as random variables (docs/measurement.md): how the shared and the own sources of error move where a tap hit.

A `Place` is a position with one 3-vector for each independent unit number that moves it, by (budget line, name of the number): places that
name the same number share it.
"""
import dataclasses
import math

import numpy

from model import DRIFT_SHARES, POINTING, UP, cross, perpendiculars

EYE = numpy.eye(3)
MEMBERS = {
    "posePosition": ("posePosition",), "poseRotation": ("poseRollPitchDegrees", "poseYawDegrees"),
    "jitter": ("jitterPosition", "jitterRotationDegrees"), "drift": ("driftAlong", "driftYawDegrees"),
    "intrinsics": ("focal", "principalPoint"), "surface": ("featureAlong", "featureAlongPerMetre"), "scale": ("scale",),
}  # fmt: skip

@dataclasses.dataclass
class Place:
    position: numpy.ndarray
    columns: dict
    stated: dict  # budget line: whether every member behind it came from the client
    kappa: float = 0.0
    flags: frozenset = frozenset()
    given: bool = False
    distance: float = 0.0  # of the hit, from its camera

    def covariance(self):
        return sum((numpy.outer(c, c) for c in self.columns.values()), numpy.zeros((3, 3)))


def tap_place(seen, hit, noise, start, name, snap=None):
    """Where a tap hit a surface, or the edge it snapped to. `name` tells its own numbers from those of other taps."""
    r, n = seen.r, hit.normal
    t, lean = hit.distance / float(numpy.linalg.norm(r)), float(n @ r)
    flat = hit.surface is not None
    p = EYE - numpy.outer(r, n) / lean if flat else EYE
    arm = -t * p @ cross(r) if flat else -cross(hit.position - seen.place)
    limited = 3 if seen.limited else 1
    away = seen.place - start
    length = float(numpy.linalg.norm(away))
    turns = rotation_sigmas(noise)
    columns, bends = {}, []  # bends: what turns the ray, for κ
    for i, e in enumerate(EYE):
        columns["posePosition", i] = limited * noise["posePosition"] * p @ e
        columns["poseRotation", i] = limited * turns[i] * arm @ e
        columns["jitter", (name, "jump", i)] = noise["jitterPosition"] * p @ e
        columns["jitter", (name, "shake", i)] = noise.radians("jitterRotationDegrees") * arm @ e
        bends += [limited * turns[i] * numpy.cross(e, r), noise.radians("jitterRotationDegrees") * numpy.cross(e, r)]
    heading = noise.radians("driftYawDegrees") * math.sqrt(length)
    for way, share, vector in zip(("along", "across", "up"), DRIFT_SHARES, (away, numpy.cross(UP, away), length * UP)):
        columns["drift", way] = noise["driftAlong"] * share * p @ vector
    columns["drift", "yaw"] = heading * arm @ UP
    bends.append(heading * numpy.cross(UP, r))
    stated = {line: noise.given.issuperset(m) for line, m in MEMBERS.items()}
    for key, bend in (tap_bends(seen, name) | lens_bends(seen, noise)).items():
        across = bend if flat else bend - (bend @ seen.unit) * seen.unit
        columns[key] = t * p @ across
        bends.append(bend)
    stated["tap"] = seen.sigma is not None
    tilt, flags = 0.0, {"trackingLimited"} if seen.limited else set()
    if flat:
        row = plane_row(hit.surface, hit.position, noise, hit.distance)
        offset, tilt, stated["plane"] = plane_sigmas(hit.surface, noise, hit.distance)
        for i in range(3):
            columns["plane", (hit.surface.id, i)] = r / lean * row[i]
        if hit.surface.kind == "estimated":
            flags.add("estimatedPlane")
        spread = sum(float(n @ b) ** 2 for b in bends) + tilt**2 * (float(r @ r) - lean**2)
        kappa = math.sqrt(spread) / abs(lean)
    else:
        columns["surface", name] = (noise["featureAlong"] + noise["featureAlongPerMetre"] * hit.distance) * seen.unit
        kappa = 0.0
    position = hit.position
    if snap:
        columns, position = on_edge(columns, snap, noise, name), snap.position
    if snap and not (flat and hit.surface.id == snap.surface.id):
        # At a corner nothing of the plane that was hit is left.
        stated["plane"] = plane_sigmas(snap.surface, noise, 0)[2] and (snap.clamped or stated.get("plane", True))
    columns |= definition(noise, name)
    return Place(position, columns, stated, kappa, frozenset(flags), distance=hit.distance)


def rotation_sigmas(noise):
    roll, yaw = noise.radians("poseRollPitchDegrees"), noise.radians("poseYawDegrees")
    return roll, yaw, roll


def tap_bends(seen, name):
    view, angle = POINTING[seen.pointing]
    if seen.turn is None:
        sigma = angle if seen.sigma is None else seen.sigma / 1000
        return {("tap", (name, i)): sigma * way for i, way in enumerate(perpendiculars(seen.r))}
    right, up = seen.turn[:, 0], seen.turn[:, 1] - seen.shear * seen.turn[:, 0]
    if seen.sigma is None and not seen.viewport:
        return {("tap", (name, 0)): angle * right, ("tap", (name, 1)): angle * up}
    sigma = (view if seen.sigma is None else seen.sigma) / seen.scale
    return {("tap", (name, 0)): sigma / seen.focal[0] * right, ("tap", (name, 1)): sigma / seen.focal[1] * up}


def lens_bends(seen, noise):
    if seen.turn is None:
        return {}
    (x, y), (fx, fy) = seen.aim, seen.focal
    right, up = seen.turn[:, 0], seen.turn[:, 1] - seen.shear * seen.turn[:, 0]
    point = noise["principalPoint"] / seen.scale
    return {
        ("intrinsics", "fx"): -x * noise["focal"] * right, ("intrinsics", "fy"): -y * noise["focal"] * up,
        ("intrinsics", "cx"): -point / fx * right, ("intrinsics", "cy"): point / fy * up,
    }  # fmt: skip


def plane_sigmas(surface, noise, distance):
    """σ of offset and tilt for a hit at a distance, and whether both were stated."""
    if surface.kind == "existing":
        offset, tilt = noise["planeOffset"], noise.radians("planeTiltDegrees")
        tilt *= (1.5 if surface.lies == "vertical" else 1) * 2 / max(2.0, surface.reach)
        members = ("planeOffset",), ("planeTiltDegrees",)
    else:
        offset = noise["estimatedOffset"] + noise["estimatedOffsetPerMetre"] * distance
        tilt = noise.radians("estimatedTiltDegrees")
        members = ("estimatedOffset", "estimatedOffsetPerMetre"), ("estimatedTiltDegrees",)
    own = surface.sigma
    stated = all(name in own or noise.given.issuperset(m) for name, m in zip(("offset", "tiltDegrees"), members))
    tilt = math.radians(own["tiltDegrees"]) if "tiltDegrees" in own else tilt
    return own.get("offset", offset), tilt, stated


def plane_row(surface, point, noise, distance):
    """σ [1, −(p−q)·e1, −(p−q)·e2]: how offset and tilts lift a plane at a point."""
    offset, tilt, _ = plane_sigmas(surface, noise, distance)
    arm = surface.turn.T @ (point - surface.support)
    return offset, -tilt * arm[0], -tilt * arm[2]


def on_edge(columns, snap, noise, name):
    a, b = snap.ends
    e = (b - a) / numpy.linalg.norm(b - a)
    n = snap.surface.normal
    m = numpy.cross(n, e)
    along = numpy.zeros((3, 3)) if snap.clamped else numpy.outer(e, e)
    moved = {key: along @ column for key, column in columns.items()}
    row = plane_row(snap.surface, snap.position, noise, 0)
    for i in range(3):
        key = ("plane", (snap.surface.id, i))
        moved[key] = moved.get(key, 0) + n * row[i]
    sigma = snap.surface.sigma.get("boundary", noise["boundary"])
    moved["boundary", (name, "m")] = sigma * m
    if snap.clamped:
        moved["boundary", (name, "e")] = sigma * e
    return moved


def definition(noise, name):
    return {("definition", (name, i)): noise["definition"] * e for i, e in enumerate(EYE)}


def given_place(position, covariance, noise, name):
    position = numpy.array(position, float)
    if covariance is None:
        sigma = noise["planeOffset"]
        columns = {("prior", (name, i)): sigma * e for i, e in enumerate(EYE)}
        stated, flags = "planeOffset" in noise.given, frozenset({"assumedPointSigma"})
    else:
        values, vectors = numpy.linalg.eigh(symmetric(covariance))
        columns = {("prior", (name, i)): math.sqrt(max(0.0, values[i])) * vectors[:, i] for i in range(3)}
        stated, flags = True, frozenset()
    return Place(position, columns | definition(noise, name), {"prior": stated}, 0.0, flags, True)


def symmetric(covariance):
    if len(covariance) == 6:
        a, b, c, d, e, f = covariance
        return numpy.array([[a, b, c], [b, d, e], [c, e, f]])
    matrix = numpy.array(covariance, float).reshape(3, 3)
    return (matrix + matrix.T) / 2


def camera_place(seen, noise, start, name):
    """The camera of a tap: the same pose, jitter and drift as of its hit."""
    away = seen.place - start
    length = float(numpy.linalg.norm(away))
    columns = {}
    for i, e in enumerate(EYE):
        columns["posePosition", i] = (3 if seen.limited else 1) * noise["posePosition"] * e
        columns["jitter", (name, "jump", i)] = noise["jitterPosition"] * e
    for way, share, vector in zip(("along", "across", "up"), DRIFT_SHARES, (away, numpy.cross(UP, away), length * UP)):
        columns["drift", way] = noise["driftAlong"] * share * vector
    stated = {line: noise.given.issuperset(MEMBERS[line]) for line in ("posePosition", "jitter", "drift")}
    return Place(seen.place, columns, stated, flags=frozenset({"trackingLimited"} if seen.limited else ()))
