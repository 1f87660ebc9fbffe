"""First-order propagation (docs/measurement.md) from places to figures, for every kind of measurement."""
import math

import numpy
from scipy import stats

from display import text
from model import CLIENT_DOF, PROFILE_DOF, cross
from places import EYE, plane_row, plane_sigmas

EXACT = {"definition", "boundary"}
UNITS = {"area": "m2", "volume": "m3", "angle": "deg"}


class Measuring:
    """What all measurements of an answer have in common."""

    def __init__(self, noise, confidence=0.95, unit="m"):
        self.noise, self.confidence, self.unit = noise, confidence or 0.95, unit or "m"

    def measure(self, kind, places, surface=None):
        """The members of a measurement that follow from its places; None without a value."""
        joint = Joint(places)
        self.joint, self.kappa = joint, max(p.kappa for p in places)
        self.shared_flags = set().union(*(p.flags for p in places))
        given = [id(p) for p in places if p.given]
        if len(set(given)) >= 2 or (given and len({id(p) for p in places}) > len(set(given))):
            self.shared_flags.add("assumedIndependent")
        found = getattr(self, kind)(*([surface] if kind == "pointToPlane" else []))
        if found is None:
            return None
        u = found["uncertainty"]
        lopsided = u["coverageFactor"] * u["kappa"] > 0.1
        unit = UNITS.get(kind, "m")
        shown = text(found["value"], unit, self.unit, u["expanded"], u["low"], u["high"], lopsided)
        return {"kind": kind, "unit": unit, "display": shown} | found

    def distance(self):
        a, b = self.joint.positions
        delta, columns = b - a, self.joint.linear([-EYE, EYE])
        found = self.norm(delta, columns, 1)
        level, upright = numpy.diag([1.0, 0, 1]), numpy.diag([0, 1.0, 0])
        components = {}
        for name, part in (("horizontal", level), ("vertical", upright)):
            components |= self.component(name, part, delta, columns)
        return found | {"components": components}

    def component(self, name, part, vector, columns, power=1):
        own = self.norm(part @ vector, {key: part @ c for key, c in columns.items()}, power, part)
        del own["uncertainty"]["budget"]
        return {name: own["value"], name + "Uncertainty": own["uncertainty"]}

    def height(self):
        a, b = self.joint.positions
        sign = -1.0 if b[1] < a[1] else 1.0
        return self.scalar(abs(b[1] - a[1]), self.joint.linear([-sign * EYE[1:2], sign * EYE[1:2]]), 1)

    def polyline(self):
        n = len(self.joint.positions)
        return self.chain([(i, i + 1) for i in range(n - 1)])

    def perimeter(self):
        n = len(self.joint.positions)
        return self.chain([(i, (i + 1) % n) for i in range(n)])

    def chain(self, pairs):
        p = self.joint.positions
        total, bias, shapes, parts, linear = 0.0, 0.0, [], [], {}
        for i, j in pairs:
            delta = p[j] - p[i]
            columns = self.joint.pick({i: -EYE, j: EYE})
            d, u, floor, s = bearings(delta, columns)
            h = (EYE - numpy.outer(u, u)) / floor if floor > 0 else numpy.zeros((3, 3))
            total += d
            bias += float(numpy.trace(s) - u @ s @ u) / (2 * floor) if floor > 0 else 0
            shapes.append(h)
            parts.append(columns)
            for key, c in columns.items():
                linear[key] = linear.get(key, 0.0) + float(u @ c)
        keys = list(linear)
        blocks = [numpy.array([part.get(key, numpy.zeros(3)) for key in keys]) for part in parts]
        second = 0.0
        for h, a in zip(shapes, blocks):
            for g, b in zip(shapes, blocks):
                c = a.T @ b
                second += float(numpy.trace(h @ c @ g @ c.T))
        return self.figures(total, {k: numpy.array([c]) for k, c in linear.items()}, 1, second / 2, bias, False)

    def area(self):
        p = self.joint.positions
        n = len(p)
        middle = sum(p) / n
        vector = sum(numpy.cross(p[i] - middle, p[(i + 1) % n] - middle) for i in range(n)) / 2
        maps = [-0.5 * cross(p[(i + 1) % n] - p[i - 1]) for i in range(n)]
        columns = self.joint.linear(maps)
        found = self.norm(vector, columns, 2)
        components = self.component("horizontalArea", numpy.diag([0, 1.0, 0]), vector, columns, 2)
        length = float(numpy.linalg.norm(vector))
        if length > 0:
            off = [float((q - middle) @ vector) / length for q in p]
            components["nonPlanarity"] = math.sqrt(sum(x * x for x in off) / n)
        return found | {"components": components}

    def volume(self):
        *ring, top = self.joint.positions
        n = len(ring)
        mean = sum(ring) / n
        vector = sum(numpy.cross(ring[i] - mean, ring[(i + 1) % n] - mean) for i in range(n)) / 2
        signed = float(vector @ (top - mean))
        sign = -1.0 if signed < 0 else 1.0
        # V = N·h: dV = h·dN + N·dh
        rows = [(-0.5 * (top - mean) @ cross(ring[(i + 1) % n] - ring[i - 1]) - vector / n)[None, :] * sign for i in range(n)]
        return self.scalar(abs(signed), self.joint.linear([*rows, sign * vector[None, :]]), 3)

    def pointToPlane(self, surface):
        (p,) = self.joint.positions
        n = surface.normal
        signed = float(n @ (p - surface.support))
        sign = -1.0 if signed < 0 else 1.0
        rows = self.joint.linear([sign * n[None, :]])
        for i, own in enumerate(plane_row(surface, p, self.noise, self.joint.places[0].distance)):
            key = ("plane", (surface.id, i))
            rows[key] = rows.get(key, numpy.zeros(1)) - sign * own
        self.joint.stated.setdefault("plane", []).append(plane_sigmas(surface, self.noise, 0)[2])
        return self.scalar(abs(signed), rows, 1)

    def angle(self):
        a, b, c = self.joint.positions
        arms = [a - b, c - b]
        lengths = [float(numpy.linalg.norm(v)) for v in arms]
        if min(lengths) < 1e-9:
            return None
        units = [v / length for v, length in zip(arms, lengths)]
        value = math.atan2(float(numpy.linalg.norm(numpy.cross(*units))), float(units[0] @ units[1]))
        acute = value <= math.pi / 2
        sign = 1.0 if acute else -1.0
        ways = [(EYE - numpy.outer(u, u)) / length for u, length in zip(units, lengths)]
        # ĉ − â, or ĉ + â
        columns = self.joint.linear([-sign * ways[0], sign * ways[0] - ways[1], ways[1]])
        chord = self.norm(units[1] - sign * units[0], columns, 0)
        u = chord["uncertainty"]
        size = math.degrees(1) / math.cos(value / 2) if acute else math.degrees(1) / math.sin(value / 2)
        for name in ("standard", "expanded"):
            u[name] *= size
        for line in u["budget"]:
            line["standard"] *= size
        ends = [None if x is None else 2 * math.degrees(math.asin(min(1.0, x / 2))) for x in (u["low"], u["high"])]
        if not acute:
            ends = [0.0 if ends[1] is None else 180 - ends[1], 180 - ends[0]]
            u["flags"] = ["indistinguishableFromStraight" if f == "indistinguishableFromZero" else f for f in u["flags"]]
        u["low"], u["high"] = ends
        return {"value": math.degrees(value), "uncertainty": u}

    # ---- rules

    def norm(self, delta, columns, power, within=EYE):
        d, u, floor, s = bearings(delta, columns, within)
        linear = {key: numpy.array([float(u @ c)]) for key, c in columns.items()}
        if floor == 0:
            return self.figures(d, linear, power, 0.0, 0.0, d < 1e-9)
        h = (within - numpy.outer(u, u)) / floor
        second = 0.5 * float(numpy.trace(h @ s @ h @ s))
        bias = float(numpy.trace(s) - u @ s @ u) / (2 * floor)
        values, vectors = numpy.linalg.eigh(s)
        held = values > 1e-6 * values[-1]
        parts = vectors.T @ delta
        outside = float(numpy.linalg.norm(parts[~held]))
        away = float(numpy.sum(parts[held] ** 2 / values[held]))
        is_zero = outside <= 1e-9 and away <= stats.chi2.ppf(self.confidence, int(held.sum()))
        return self.figures(d, linear, power, second, bias, is_zero)

    def scalar(self, value, rows, power):
        return self.figures(value, rows, power, 0.0, 0.0, False)

    def figures(self, value, linear, power, second, bias, is_zero):
        """From unit sensitivities, by (line, number), to the members of `uncertainty`."""
        lines = {}
        for (line, _), c in linear.items():
            lines[line] = lines.get(line, 0.0) + float(c[0]) ** 2
        lines["scale"] = (power * value * self.noise["scale"]) ** 2
        total = sum(lines.values())
        lines = {line: v for line, v in lines.items() if v > 1e-15 * total}
        spread = sum(v**2 / self.dof(line) for line, v in lines.items())
        dof = total**2 / spread if spread > 0 else math.inf
        k = float(stats.t.ppf((1 + self.confidence) / 2, dof) if math.isfinite(dof) else stats.norm.ppf((1 + self.confidence) / 2))
        standard = math.sqrt(total + second)
        expanded, lean = k * standard, k * self.kappa
        flags = set(self.shared_flags)
        if expanded == 0:
            low = high = value
        else:
            low = 0.0 if is_zero else max(0.0, value - bias - expanded / (1 + lean))
            high = None if lean >= 0.95 else value + expanded / (1 - lean)
        flags |= {"indistinguishableFromZero"} if is_zero and expanded > 0 else set()
        flags |= {"grazing"} if self.kappa > 0.05 else set()
        flags |= {"unbounded"} if high is None else set()
        budget = [{"source": line, "standard": math.sqrt(v), "share": v / total} for line, v in lines.items()]
        return {"value": value, "uncertainty": {
            "standard": standard, "expanded": expanded, "low": low, "high": high, "coverage": self.confidence, "coverageFactor": k,
            "degreesOfFreedom": dof if math.isfinite(dof) else None, "kappa": self.kappa, "budget": budget, "flags": sorted(flags),
        }}  # fmt: skip

    def dof(self, line):
        if line in EXACT:
            return math.inf
        # A correction is what the client has reported.
        stated = {"scale": ["scale" in self.noise.given], "anchorCorrection": [True]} | self.joint.stated
        return CLIENT_DOF if all(stated[line]) else PROFILE_DOF


class Joint:
    """Places of one measurement; a place that is named twice is one variable."""

    def __init__(self, places):
        self.places = places
        self.positions = [p.position for p in places]
        self.stated = {}
        for place in places:
            for line, stated in place.stated.items():
                if any(key[0] == line and numpy.any(c) for key, c in place.columns.items()):
                    self.stated.setdefault(line, []).append(stated)

    def linear(self, maps):
        return self.pick(dict(enumerate(maps)))

    def pick(self, maps):
        total = {}
        for index, matrix in maps.items():
            for key, column in self.places[index].columns.items():
                total[key] = total.get(key, 0.0) + matrix @ column
        return total


def bearings(delta, columns, within=EYE):
    """|Δ|, its direction (of the largest spread when there is none), the length to divide by, the covariance."""
    d = float(numpy.linalg.norm(delta))
    s = sum((numpy.outer(c, c) for c in columns.values()), numpy.zeros((3, 3)))
    values, vectors = numpy.linalg.eigh(s)
    u = delta / d if d >= 1e-9 else vectors[:, -1]
    return d, within @ u, max(d, math.sqrt(max(0.0, values[-1]))), s
