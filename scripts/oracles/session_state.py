"""What the events of a session add up to, and what follows from it: anchors as random variables, their motion, measurements."""
import copy
import dataclasses
import math

import numpy

from geometry import Surface
from model import Noise, cross
from places import Place
from propagation import Measuring

ROUNDING = 1e-9  # m


@dataclasses.dataclass(frozen=True)
class Anchor:
    id: str
    place: Place  # as it was placed
    current: numpy.ndarray
    placed_seq: int
    current_seq: int
    captured_at: float | None = None
    suspect: bool = False
    plane: str | None = None
    snap: dict | None = None

    @property
    def drift(self):
        return self.current - self.place.position


class State:
    def __init__(self):
        self.settings, self.planes, self.anchors, self.measurements = {}, {}, {}, {}
        self.path, self.closed, self.clock, self.start = [], False, None, None
        self.numbered = {"anchor": 0, "measurement": 0}  # how many there have been

    def copy(self):
        other = copy.copy(self)
        for name in ("settings", "planes", "anchors", "measurements", "path", "numbered"):
            setattr(other, name, copy.copy(getattr(self, name)))
        return other

    # ---- what follows from it

    @property
    def noise(self):
        return Noise(self.settings["profile"], self.settings.get("noise") or {})

    @property
    def measuring(self):
        return Measuring(self.noise, self.settings["confidence"], self.settings["unit"])

    def surfaces(self):
        return [Surface(p) for p in self.planes.values()]

    def motion(self):
        """Rotation and translation that bring the anchors from where they were placed to where they are, as well as a rigid motion can."""
        anchors = list(self.anchors.values())
        a = numpy.array([x.place.position for x in anchors])
        b = numpy.array([x.current for x in anchors])
        from_, to = a.mean(axis=0), b.mean(axis=0)
        turn = turning(a - from_, b - to)
        return turn, to - turn @ from_

    def places(self):
        """The anchors as variables where they are now."""
        if not self.anchors:
            return {}
        turn, shift = self.motion()
        found = {}
        for anchor in self.anchors.values():
            left = anchor.current - (turn @ anchor.place.position + shift)
            columns = {key: turn @ c for key, c in anchor.place.columns.items()}
            if numpy.linalg.norm(left) > 1e-12:
                columns["anchorCorrection", anchor.id] = left / math.sqrt(3)
            found[anchor.id] = dataclasses.replace(anchor.place, position=anchor.current, columns=columns)
        return found

    def reaches(self, x):
        return x >= self.settings["driftThreshold"] - ROUNDING

    def measure(self, kind, points, plane=None):
        """Figures now, the value when the anchors were placed, and whether that is a change to warn of."""
        if plane is not None and plane not in self.planes:
            return None, None, False
        surface = Surface(self.planes[plane]) if plane is not None else None
        places = self.places()
        now = self.measuring.measure(kind, [places[p] for p in points], surface)
        then = self.measuring.measure(kind, [self.anchors[p].place for p in points], surface)
        warned = now is not None and then is not None and bool(self.reaches(abs(now["value"] - then["value"])))
        if warned:
            now["uncertainty"]["flags"] = sorted({*now["uncertainty"]["flags"], "drift"})
        return now, then and then["value"], warned

    def drop(self, name):
        del self.anchors[name]
        rest = [p for p in self.path if p != name]
        self.path = [p for before, p in zip([None, *rest], rest) if p != before]
        self.closed = self.closed and len(set(self.path)) >= 3
        self.measurements = {m: v for m, v in self.measurements.items() if name not in v["points"]}


def turning(a, b):
    """The rotation that brings centred a onto centred b best; the smallest one when a lies on a line."""
    u, spread, v = numpy.linalg.svd(b.T @ a)
    if spread[0] < 1e-18:
        return numpy.eye(3)
    if spread[1] < 1e-13 * spread[0]:
        x, y = v[0], u[:, 0]
        k = cross(numpy.cross(x, y))
        return numpy.eye(3) + k + k @ k / (1 + float(x @ y))
    return u @ numpy.diag([1, 1, numpy.sign(numpy.linalg.det(u @ v))]) @ v


def angle_of(turn):
    w = [turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]]
    return math.degrees(math.atan2(float(numpy.linalg.norm(w)), float(numpy.trace(turn)) - 1))
