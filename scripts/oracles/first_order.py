"""Two taps on a plane, propagated by GTC: every source is a GTC number with the model's σ and ν, the geometry is GTC arithmetic."""
import math

import GTC
import numpy
from scipy import stats

from model import CLIENT_DOF, DRIFT_SHARES, POINTING, PROFILE_DOF, UP, perpendiculars
from problems import viewport_scale


class Sources:
    """The GTC numbers, gathered in lines of the budget. The numbers of a line are one ensemble: they share their ν, and ν of the
    whole is counted by Welch–Satterthwaite over the lines, as the model does."""

    def __init__(self):
        self.lines = {}
        self.pending = {}
        self.numbers = {}

    def declare(self, line, name, sigma):
        self.pending.setdefault(line, []).append((name, float(sigma)))

    def settle(self, dofs):
        for line, entries in self.pending.items():
            dof = dofs[line]
            names, sigmas = [n for n, _ in entries], [s for _, s in entries]
            live = [i for i, s in enumerate(sigmas) if s > 0]
            numbers = [GTC.constant(0.0)] * len(entries)
            if live and math.isfinite(dof):
                for i, number in zip(live, GTC.multiple_ureal([0.0] * len(live), [sigmas[i] for i in live], dof)):
                    numbers[i] = number
            else:
                for i in live:
                    numbers[i] = GTC.ureal(0.0, sigmas[i])
            self.lines[line] = [numbers[i] for i in live]
            self.numbers |= dict(zip(names, numbers))

    def __getitem__(self, name):
        return self.numbers[name]

    def vector(self, name):
        return [self.numbers[f"{name} {axis}"] for axis in "xyz"]


def add(*vectors):
    return [sum(parts[1:], parts[0]) for parts in zip(*vectors)]


def times(k, v):
    return [k * x for x in v]


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def crossed(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def declare(problem, sources):
    noise, (first, _) = problem.noise, problem.views
    degrees = noise.radians
    for axis in "xyz":
        sources.declare("posePosition", f"position {axis}", noise["posePosition"])
        sources.declare("poseRotation", f"rotation {axis}", degrees("poseYawDegrees" if axis == "y" else "poseRollPitchDegrees"))
    for name, share in zip(("along", "across", "up"), DRIFT_SHARES):
        sources.declare("drift", name, noise["driftAlong"] * share)
    sources.declare("drift", "heading", degrees("driftYawDegrees"))
    for name in ("ln fx", "ln fy"):
        sources.declare("intrinsics", name, noise["focal"])
    for name in ("cx", "cy"):
        sources.declare("intrinsics", name, noise["principalPoint"])
    for number, view in enumerate(problem.views):
        for name in ("u", "v"):
            sources.declare("tap", f"{name} {number}", tap_sigma(view))
        for axis in "xyz":
            sources.declare("jitter", f"jump {number} {axis}", noise["jitterPosition"])
            sources.declare("jitter", f"shake {number} {axis}", degrees("jitterRotationDegrees"))
            sources.declare("definition", f"definition {number} {axis}", noise["definition"])
    # Unit numbers: the offset of an estimated plane differs from hit to hit.
    for name in ("offset", "tilt 1", "tilt 2"):
        sources.declare("plane", name, 1)
    sources.declare("scale", "scale", noise["scale"])
    sources.settle({
        "posePosition": noise.dof("posePosition"), "poseRotation": noise.dof("poseRollPitchDegrees", "poseYawDegrees"),
        "drift": noise.dof("driftAlong", "driftYawDegrees"), "intrinsics": noise.dof("focal", "principalPoint"),
        "tap": CLIENT_DOF if all(view.sigma is not None for view in problem.views) else PROFILE_DOF,
        "jitter": noise.dof("jitterPosition", "jitterRotationDegrees"), "definition": math.inf,
        "plane": plane_sigmas(problem, 1)[2], "scale": noise.dof("scale"),
    })  # fmt: skip


def tap_sigma(view):
    """Screen units; radians for rays; for images without a viewport and without a stated σ, radians times the focal length."""
    if view.kind == "ray":
        return POINTING[view.pointing][1] if view.sigma is None else view.sigma / 1000
    if view.sigma is not None:
        return view.sigma
    return POINTING[view.pointing][1] if view.kind == "image" else POINTING[view.pointing][0]


def plane_sigmas(problem, distance):
    """σ of offset and tilt for a hit at this distance, and their ν."""
    surface, noise = problem.surface, problem.noise
    if surface.kind == "existing":
        upright = abs(surface.normal[1]) <= math.sin(math.radians(15))
        reach = max(2.0, surface.half * math.sqrt(2))
        offset = noise["planeOffset"]
        tilt = noise.radians("planeTiltDegrees") * (1.5 if upright else 1) * 2 / reach
        members = (("planeOffset",), ("planeTiltDegrees",))
    else:
        offset = noise["estimatedOffset"] + noise["estimatedOffsetPerMetre"] * distance
        tilt = noise.radians("estimatedTiltDegrees")
        members = (("estimatedOffset", "estimatedOffsetPerMetre"), ("estimatedTiltDegrees",))
    stated = [name in surface.sigma or noise.given.issuperset(m) for name, m in zip(("offset", "tiltDegrees"), members)]
    if "offset" in surface.sigma:
        offset = surface.sigma["offset"]
    if "tiltDegrees" in surface.sigma:
        tilt = math.radians(surface.sigma["tiltDegrees"])
    return offset, tilt, CLIENT_DOF if all(stated) else PROFILE_DOF


def ray(problem, number, sources):
    """The direction in camera space as GTC numbers, then in the world."""
    view, noise = problem.views[number], problem.noise
    x, y = view.aim
    du, dv = sources[f"u {number}"], sources[f"v {number}"]
    if view.kind == "ray":
        r = view.direction
        a, b = perpendiculars(r)
        return add(list(r), times(du, a), times(dv, b))
    cx, cy = sources["cx"], sources["cy"]
    if view.kind == "projection":
        p, size = view.optics["projection"], view.optics["viewport"]
        fx, fy, s, shear = p[0] * size["width"] / 2, p[5] * size["height"] / 2, 1, p[4] / p[0]
    else:
        lens = view.optics["intrinsics"]
        fx, fy, shear = lens["fx"], lens["fy"], 0
        s = 1 if view.kind == "image" else viewport_scale(lens, view.optics["viewport"])
    if view.kind == "image" and view.sigma is None:
        du, dv = du * fx, dv * fy
    # u = cx + fx x, v = cy − fy y, undone for a disturbed pixel and lens; a sheared view carries an error of y over to x.
    yy = (fy * y - (dv - cy) / s) / (fy * GTC.exp(sources["ln fy"]))
    xx = (fx * x + (du - cx) / s) / (fx * GTC.exp(sources["ln fx"])) - shear * (yy - y)
    turn = view.turn
    return add(times(xx, turn[:, 0]), times(yy, turn[:, 1]), list(-turn[:, 2]))


def hit(problem, number, sources):
    """The point a disturbed tap meets, and the denominator n·r with its relative spread κ."""
    view, surface = problem.views[number], problem.surface
    d = view.place - problem.views[0].place
    length = float(numpy.linalg.norm(d))
    limited = 3 if view.limited else 1
    camera = add(
        list(view.place), times(limited, sources.vector("position")), sources.vector(f"jump {number}"),
        times(sources["along"], d), times(sources["across"], numpy.cross(UP, d)), times(sources["up"] * length, UP),
    )  # fmt: skip
    turn = add(
        times(limited, sources.vector("rotation")), sources.vector(f"shake {number}"),
        times(sources["heading"] * math.sqrt(length), UP),
    )  # fmt: skip
    r = ray(problem, number, sources)
    r = add(r, crossed(turn, r))
    n, q = surface.normal, surface.place
    t = float(n @ (q - view.place)) / float(n @ view.direction)
    distance = t * float(numpy.linalg.norm(view.direction))
    offset, tilt, _ = plane_sigmas(problem, distance)
    normal = add(list(n), times(tilt * sources["tilt 1"], surface.turn[:, 0]), times(tilt * sources["tilt 2"], surface.turn[:, 2]))
    below = dot(normal, r)
    along = (offset * sources["offset"] + dot(normal, add(list(q), times(-1, camera)))) / below
    point = add(camera, times(along, r), sources.vector(f"definition {number}"))
    kappa = math.sqrt(GTC.variance(below)) / abs(GTC.value(below))
    return point, kappa, distance


def check(post, problem, comparison, context):
    answer = post("/v1/measure", problem.body)
    sources = Sources()
    declare(problem, sources)
    hits = [hit(problem, number, sources) for number in (0, 1)]
    for tap, (point, _, distance) in zip(answer["taps"], hits):
        comparison.near("tap position", tap["position"], [GTC.value(x) for x in point], context, absolute=1e-9)
        comparison.near("tap distance", tap["hit"]["distance"], distance, context)
        comparison.near("tap covariance", tap["covariance"], covariance(point).ravel(), context)
    delta = add(hits[1][0], times(-1, hits[0][0]))
    kappa = max(hits[0][1], hits[1][1])
    norm(answer["measurements"][0], delta, sources, kappa, comparison, context)
    components = answer["measurements"][0]["components"]
    level, upright = [delta[0], GTC.constant(0.0), delta[2]], [GTC.constant(0.0), delta[1], GTC.constant(0.0)]
    for name, part in (("horizontal", level), ("vertical", upright)):
        if abs(sum(GTC.value(x) for x in part)) < 1e-6:
            continue  # no direction to speak of
        found = {"value": components[name], "uncertainty": components[f"{name}Uncertainty"]}
        norm(found, part, sources, kappa, comparison, context)
    height(answer["measurements"][1], delta, sources, kappa, comparison, context)


def covariance(vector):
    return numpy.array([[GTC.get_covariance(a, b) if a is not b else GTC.variance(a) for b in vector] for a in vector])


def stretched(value, sources):
    return value * (1 + sources["scale"])


def figures(found, y, sources, comparison, context):
    """Budget and degrees of freedom of a GTC number against an answer."""
    u = found["uncertainty"]
    degrees_of_freedom(u, y, comparison, context)
    if "budget" not in u:
        return u, u["coverageFactor"]  # a part: its budget stands with the whole
    lines = {line["source"]: line for line in u["budget"]}
    total = GTC.variance(y)
    for name, numbers in sources.lines.items():
        own = math.fsum(GTC.rp.u_component(y, x) ** 2 for x in numbers)
        if own < 1e-24 * total:
            continue
        line = lines.pop(name, {"standard": 0, "share": 0})
        floor = 1e-9 * math.sqrt(total)
        comparison.near(f"budget {name}", line["standard"], math.sqrt(own), context, absolute=floor)
        comparison.near("budget share", line["share"], own / total, context, absolute=1e-9)
    for name, line in lines.items():
        comparison.near(f"budget {name}", line["standard"], 0, context, absolute=1e-9 * math.sqrt(total))
    return u, u["coverageFactor"]


def degrees_of_freedom(u, y, comparison, context):
    dof = GTC.dof(y)
    comparison.near("degrees of freedom", u["degreesOfFreedom"], dof, context)
    comparison.near("coverage factor", u["coverageFactor"], float(stats.t.ppf(0.975, dof)), context)


def norm(found, delta, sources, kappa, comparison, context):
    """|Δ| by the norm rule, its covariance from GTC."""
    d = GTC.sqrt(dot(delta, delta))
    y = stretched(d, sources)
    comparison.near("value", found["value"], GTC.value(d), context)
    u, k = figures(found, y, sources, comparison, context)
    s, vector = covariance(delta), numpy.array([GTC.value(x) for x in delta])
    length = float(numpy.linalg.norm(vector))
    along = vector / length
    floor = max(length, math.sqrt(float(numpy.linalg.eigvalsh(s)[-1])))
    h = (numpy.eye(3) - numpy.outer(along, along)) / floor
    bias = float(numpy.trace(s) - along @ s @ along) / (2 * floor)
    standard = math.sqrt(GTC.variance(y) + 0.5 * float(numpy.trace(h @ s @ h @ s)))
    comparison.near("standard", u["standard"], standard, context)
    comparison.near("kappa", u["kappa"], kappa, context)
    values, vectors = numpy.linalg.eigh(s)
    held = values > 1e-6 * values[-1]
    parts = vectors.T @ vector
    outside = float(numpy.linalg.norm(parts[~held]))
    is_zero = outside <= 1e-9 and float(numpy.sum(parts[held] ** 2 / values[held])) <= stats.chi2.ppf(0.95, int(held.sum()))
    comparison.same("indistinguishableFromZero", "indistinguishableFromZero" in u["flags"], is_zero, context)
    ends(u, length, standard, k, kappa, bias, is_zero, comparison, context)


def height(found, delta, sources, kappa, comparison, context):
    y = stretched(math.copysign(1, GTC.value(delta[1])) * delta[1], sources)
    comparison.near("value", found["value"], GTC.value(y), context, absolute=1e-9)
    if abs(GTC.value(delta[1])) < 1e-6:
        return
    u, k = figures(found, y, sources, comparison, context)
    standard = math.sqrt(GTC.variance(y))
    comparison.near("standard", u["standard"], standard, context)
    ends(u, GTC.value(y), standard, k, kappa, 0, False, comparison, context)


def ends(u, value, standard, k, kappa, bias, is_zero, comparison, context):
    expanded = k * standard
    low = 0 if is_zero else max(0, value - bias - expanded / (1 + k * kappa))
    comparison.near("low", u["low"], low, context, absolute=1e-9 * value)
    if k * kappa >= 0.95:
        comparison.same("high", u["high"], None, context)
    else:
        comparison.near("high", u["high"], value + expanded / (1 - k * kappa), context)
