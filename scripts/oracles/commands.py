"""Random commands for a session: what a user, a device and a careless client would send."""
import numpy

from model import PROFILES, Noise, rotation
from problems import Problems

FLOOR = {"pose": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], "polygon": [[-4, -4], [4, -4], [4, 4], [-4, 4]]}


class Commands:
    """`next` gives (name, arguments) of a method of the model, whose state it reads."""

    def __init__(self, random, model):
        self.random, self.model, self.problems = random, model, Problems(random)
        self.device = self.problems.device()
        self.clock = float(random.uniform(0, 1000))
        self.names = 0

    def chance(self, p):
        return bool(self.random.random() < p)

    def pick(self, choices):
        return choices[int(self.random.integers(len(choices)))]

    def near(self, size):
        return self.random.uniform(-size, size, 3)

    @property
    def state(self):
        return self.model.state

    def next(self):
        kinds = {
            "post_tap": 34, "patch_anchors": 14, "post_measurement": 8, "undo": 9, "redo": 5, "patch_planes": 5, "put_plane": 2,
            "post_anchor": 5, "delete_anchor": 3, "delete_measurement": 2, "delete_plane": 1, "patch": 3, "reset": 1, "get_anchor": 2,
            "get_measurement": 2,
        }  # fmt: skip
        weights = numpy.array(list(kinds.values()), float)
        kind = str(self.random.choice(list(kinds), p=weights / weights.sum()))
        return kind, getattr(self, kind)()

    # ---- of a session

    def settings(self):
        asked = {}
        if self.chance(0.3):
            asked["name"] = self.pick(["Küche", "hall", ""])
        if self.chance(0.6):
            asked["profile"] = self.pick(list(PROFILES))
        if self.chance(0.3):
            base = Noise(asked.get("profile", "generic"), {})
            asked["noise"] = {m: float(base[m] * self.random.uniform(0.5, 1.5)) for m in base.values if self.chance(0.4)}
        if self.chance(0.3):
            asked["confidence"] = self.pick([0.68, 0.9, 0.99])
        if self.chance(0.4):
            asked["unit"] = self.pick(["m", "cm", "mm", "in", "ft", "ft-in"])
        if self.chance(0.2):
            asked["driftThreshold"] = self.pick([0.001, 0.005, 0.03])
        if self.chance(0.2):
            asked["snap"] = self.pick([False, {"radius": 0.1}, {"points": False}, {"edges": False}, {}])
        if self.chance(0.2):
            asked["metadata"] = {"room": 12, "tags": ["a", {"b": True}]}
        return asked

    def create(self):
        return self.settings() | ({"mode": "ruler"} if self.chance(0.35) else {})

    def patch(self):
        return (self.settings(),)

    # ---- planes

    def plane(self, name):
        if name == "floor":
            low = float(self.random.uniform(-0.02, 0.02)) if self.chance(0.3) else 0
            return {"id": name} | FLOOR | {"pose": FLOOR["pose"][:13] + [low] + FLOOR["pose"][14:]}
        turn = rotation(self.near(0.2)) if self.chance(0.3) else numpy.eye(3)
        place = numpy.array([self.random.uniform(-2, 2), self.random.uniform(0.4, 0.9), self.random.uniform(-3, 0)])
        if name == "wall":
            turn = rotation([numpy.pi / 2, 0, 0]) @ rotation([0, float(self.random.uniform(-1, 1)), 0])
            place = numpy.array([0, 1.3, -3.5])
        matrix = numpy.eye(4)
        matrix[:3, :3], matrix[:3, 3] = turn, place
        plane = {"id": name, "pose": matrix.T.ravel().tolist()}
        if self.chance(0.5):
            width, turned = float(self.random.uniform(0.5, 2.5)), float(self.random.uniform(-90, 90))
            plane["extent"] = {"width": width, "height": 0.9, "rotationOnYAxisDegrees": turned}
        else:
            plane["polygon"] = [[-1, -0.6], [1.1, -0.6], [1.1, 0.1], [0.2, 0.1], [0.2, 0.7], [-1, 0.7]]
        if self.chance(0.25):
            plane["kind"] = "estimated"
        if self.chance(0.3):
            plane["sigma"] = self.pick([{"offset": 0.004}, {"tiltDegrees": 0.3}, {"offset": 0.01, "tiltDegrees": 0.2, "boundary": 0.015}])
        return plane

    def patch_planes(self):
        names = [n for n in ("floor", "table", "shelf", "wall") if self.chance(0.4)]
        gone = [n for n in ("table", "shelf", "ghost") if self.chance(0.15)]
        return ({"upsert": [self.plane(n) for n in names]} | ({"remove": gone} if gone else {}),)

    def put_plane(self):
        name = self.pick(["floor", "table", "shelf", "a/b c%"])
        plane = self.plane(name)
        if self.chance(0.5):
            del plane["id"]
        return name, plane

    def delete_plane(self):
        return (self.pick(["table", "shelf", "ghost", "a/b c%"]),)

    # ---- taps

    def target(self):
        """Mostly somewhere on the floor; often an anchor, or nearly."""
        s = self.state
        named = [s.path[0], s.path[-1]] if s.path else []
        choice = self.random.random()
        if named and choice < 0.3:
            return s.anchors[self.pick(named)].current + self.near(0.006)
        if s.anchors and choice < 0.4:
            return s.anchors[self.pick(list(s.anchors))].current + self.near(0.012)
        if choice < 0.45:
            return numpy.array([float(self.random.uniform(-3, 3)), 0, -3.99])  # near the edge of the floor
        if choice < 0.5:
            return numpy.array([0, 1.3, -3.5]) + self.near(0.4)
        return numpy.array([float(self.random.uniform(-2, 2)), 0, float(self.random.uniform(-3, 1))])

    def post_tap(self):
        spot = self.target()
        view = None
        while view is None:
            place = numpy.array([0, 1.5, 0]) + self.near(0.8)
            device = self.device if self.chance(0.6) else ("ray", {})
            view = self.problems.view(device, self.problems.looking(place, spot), place, spot, 0)
        tap = {k: v for k, v in view.post.items() if k != "id"}
        if "ray" in tap and self.chance(0.04):
            tap["ray"]["direction"] = [0.1, 1, 0.2]
        if self.chance(0.15):
            tap["id"] = "my tap"
        if self.chance(0.15):
            tap["targets"] = self.pick([["existingPlaneInfinite"], ["estimatedPlane", "existingPlaneGeometry"], ["existingPlaneGeometry"]])
        if self.chance(0.1):
            tap["alignment"] = self.pick(["horizontal", "vertical", "any"])
        if self.chance(0.1):
            tap["snap"] = self.pick([False, {"radius": 0.06}, {"points": False, "radius": 0.05}])
        if self.chance(0.3):
            tap["anchorId"] = self.name("anchor", self.state.anchors)
        if self.chance(0.2):
            tap["preview"] = True
        return (tap,)

    def name(self, prefix, taken):
        if taken and self.chance(0.1):
            return self.pick(list(taken))
        self.names += 1
        return self.pick([f"{prefix}-{int(self.random.integers(1, 9))}", f"p {self.names}", f"x/{self.names}%"])

    # ---- anchors

    def post_anchor(self):
        place = numpy.array([float(self.random.uniform(-2, 2)), float(self.random.choice([0, 0.7])), float(self.random.uniform(-3, 1))])
        asked = {"position": place.tolist()}
        if self.chance(0.5):
            asked["id"] = self.name("anchor", self.state.anchors)
        if self.chance(0.6):
            root = self.random.normal(0, 0.004, (3, 3))
            whole = root @ root.T
            flat = whole.ravel().tolist()
            asked["covariance"] = flat if self.chance(0.5) else [flat[i] for i in (0, 1, 2, 4, 5, 8)]
        if self.chance(0.2):
            asked["planeId"] = "floor"
        return (asked,)

    def delete_anchor(self):
        return (self.pick([*self.state.anchors, "ghost"]),)

    def get_anchor(self):
        return (self.pick([*self.state.anchors, "ghost"]),)

    def patch_anchors(self):
        s, asked = self.state, {}
        names = [n for n in s.anchors if self.chance(0.5)]
        style = self.random.random()
        if style < 0.3:  # a relocalisation
            turn, shift = rotation(self.near(0.08)), self.near(0.1)
            moves = {n: turn @ a.current + shift for n, a in s.anchors.items()}
        elif style < 0.5:  # by exactly this much, along an axis, from where it was placed
            axis = numpy.eye(3)[int(self.random.integers(3))]
            moves = {n: s.anchors[n].place.position + axis * self.pick([0.015, 0.0149, 0.0151, 0.005, 0.03]) for n in names}
        elif style < 0.6:
            moves = {n: s.anchors[n].current + self.near(0.00005) for n in names}
        elif style < 0.65:
            moves = {n: s.anchors[n].current + self.near(2) for n in names[:1]}
        else:
            moves = {n: s.anchors[n].current + self.near(0.02) for n in names}
        asked["updates"] = [{"id": n} | self.where(p) for n, p in moves.items()]
        if names and self.chance(0.04):
            asked["updates"] = [{"id": names[0], "pose": numpy.eye(4).ravel().tolist()}]
        if self.chance(0.2):
            asked["updates"].append({"id": "ghost", "position": [0, 0, 0]})
        if self.chance(0.6):
            self.clock += float(self.random.uniform(0, 3))
            asked["capturedAt"] = self.clock - (float(self.random.uniform(0, 9)) if self.chance(0.25) else 0)
            if self.chance(0.05):
                asked["capturedAt"] += 86500.0
        if self.chance(0.15):
            asked["tracking"] = self.pick([
                {"state": "normal"}, {"state": "limited"}, {"state": "notAvailable"}, {"state": "limited", "reason": "relocalizing"},
            ])  # fmt: skip
        if self.chance(0.08):
            asked["remove"] = [self.pick([*s.anchors, "ghost"])]
        return (asked,)

    def where(self, position):
        position = position.tolist()
        if self.chance(0.3):
            return {"pose": {"position": position, "orientation": [0, 0, 0, 1]}}
        return {"position": position}

    # ---- measurements

    def post_measurement(self):
        kind = self.pick(["distance", "polyline", "perimeter", "area", "angle", "height", "pointToPlane", "volume"])
        count = {"distance": 2, "height": 2, "pointToPlane": 1, "angle": 3}.get(kind) or int(self.random.integers(4, 6))
        names = list(self.state.anchors)
        if len(names) < count or self.chance(0.05):
            names += ["ghost"] * 6
        points = [str(p) for p in self.random.permutation(names)[:count]]
        asked = {"kind": kind, "points": points}
        if kind == "pointToPlane":
            asked["planeId"] = self.pick([*self.state.planes, "ghost"])
        if self.chance(0.3):
            asked["id"] = self.name("measurement", self.state.measurements)
        if self.chance(0.2):
            asked["name"] = "Along the wall"
        return (asked,)

    def delete_measurement(self):
        return (self.pick([*self.state.measurements, "ghost"]),)

    def get_measurement(self):
        return (self.pick([*self.state.measurements, "ghost"]),)

    def undo(self):
        return ()

    redo = reset = undo
