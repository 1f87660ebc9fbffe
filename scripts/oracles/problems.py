"""Random problems: what is posted, beside what it means."""
import dataclasses
import math

import numpy

from model import POINTING, PROFILES, Noise, perpendiculars, rotation


@dataclasses.dataclass
class View:
    """One tap: rotation (columns: right, up, back) and place of its camera, its optics, and where it was tapped."""

    turn: numpy.ndarray
    place: numpy.ndarray
    kind: str  # image, viewport, projection, ray
    optics: dict
    # (x, y) of the camera-space direction (x, y, −1) for the posted tap.
    aim: tuple
    pointing: str
    sigma: float | None
    limited: bool
    post: dict

    @property
    def direction(self):
        x, y = self.aim
        r = self.turn @ numpy.array([x, y, -1.0])
        return r / numpy.linalg.norm(r) if self.kind == "ray" else r


@dataclasses.dataclass
class Surface:
    turn: numpy.ndarray
    place: numpy.ndarray
    half: float
    kind: str
    sigma: dict
    post: dict

    @property
    def normal(self):
        return self.turn[:, 1]


@dataclasses.dataclass
class Problem:
    body: dict
    noise: Noise
    views: list
    surface: Surface | None = None


class Problems:
    def __init__(self, random):
        self.random = random

    def chance(self, p):
        return self.random.random() < p

    def pick(self, choices):
        return choices[int(self.random.integers(len(choices)))]

    # ---- what is posted

    def two_taps(self):
        """Two taps on one plane, from one place or two, at most 75° off its normal."""
        profile, noise = self.noise()
        while True:
            surface = self.surface()
            spots = [surface.place + surface.turn @ numpy.array([u, 0, v]) for u, v in self.random.uniform(-0.7, 0.7, (2, 2))]
            if numpy.linalg.norm(spots[1] - spots[0]) < 0.25:
                continue
            device = self.device()
            first = self.above(surface)
            places = [first, first + self.random.uniform(-0.6, 0.6, 3) if self.chance(0.5) else first]
            steep = all(
                numpy.dot(place - spot, surface.normal) > 0.26 * numpy.linalg.norm(place - spot) for place, spot in zip(places, spots)
            )
            turn = self.looking(first, (spots[0] + spots[1]) / 2)
            views = [self.view(device, turn, place, spot, number) for number, (place, spot) in enumerate(zip(places, spots))]
            if steep and all(views):
                break
        body = {
            "taps": [view.post for view in views], "planes": [surface.post], "snap": False, "profile": profile,
            "targets": ["existingPlaneGeometry"] if surface.kind == "existing" else ["estimatedPlane"],
            "measurements": [{"kind": "distance", "points": ["tap 0", "tap 1"]}, {"kind": "height", "points": ["tap 0", "tap 1"]}],
        }  # fmt: skip
        return Problem(self.with_noise(body, noise), noise, views, surface)

    def views(self):
        """Two to seven taps of one point, disturbed as the model says, so that they do not meet exactly."""
        profile, noise = self.noise()
        device = self.device()
        point = self.random.uniform([-1, 0, -4], [1, 2, -1.5])
        views = []
        for number in range(int(self.random.integers(2, 8))):
            view = None
            while view is None:
                place = numpy.array([0, 1.4, 0]) + self.random.uniform(-0.9, 0.9, 3)
                off = point + self.random.normal(0, 0.004, 3)
                view = self.view(device, self.looking(place, point), place, off, number)
            views.append(view)
        body = {"taps": [view.post for view in views], "profile": profile}
        surface = None
        if self.chance(0.3):
            turn = rotation(self.random.uniform(-1, 1, 3))
            near = point + self.random.uniform(-0.2, 0.2) * turn[:, 0] + self.random.normal(0, 0.004) * turn[:, 1]
            surface = self.plane(turn, near, 1.0, "existing")
            body |= {"planes": [surface.post], "planeId": "plane"}
        return Problem(self.with_noise(body, noise), noise, views, surface)

    def noise(self):
        profile = self.pick(list(PROFILES))
        overrides = {}
        if self.chance(0.4):
            base = Noise(profile, {})
            overrides = {m: float(base[m] * self.random.uniform(0.3, 1.5)) for m in base.values if self.chance(0.6)}
        return profile, Noise(profile, overrides)

    @staticmethod
    def with_noise(body, noise):
        return body | ({"noise": {m: noise[m] for m in noise.given}} if noise.given else {})

    # ---- surfaces

    def surface(self):
        lean = self.pick([0.0, 0.0, math.pi / 2, self.random.uniform(0.2, 1.3)])
        turn = rotation(numpy.array([0, self.random.uniform(-math.pi, math.pi), 0])) @ rotation(numpy.array([lean, 0, 0]))
        kind = "existing" if self.chance(0.75) else "estimated"
        return self.plane(turn, self.random.uniform([-1, -0.5, -3], [1, 1.5, -1]), float(self.random.uniform(1, 4)), kind)

    def plane(self, turn, place, half, kind):
        sigma = {}
        if self.chance(0.3):
            sigma["offset"] = float(self.random.uniform(0.002, 0.02))
        if self.chance(0.3):
            sigma["tiltDegrees"] = float(self.random.uniform(0.1, 1))
        matrix = numpy.eye(4)
        matrix[:3, :3], matrix[:3, 3] = turn, place
        post = {
            "id": "plane", "kind": kind, "pose": matrix.T.ravel().tolist(),
            "polygon": [[-half, -half], [half, -half], [half, half], [-half, half]],
        } | ({"sigma": sigma} if sigma else {})  # fmt: skip
        return Surface(turn, place, half, kind, sigma, post)

    def above(self, surface):
        away = self.random.normal(0, 0.5, 3) + 1.3 * surface.normal
        return surface.place + self.random.uniform(0.8, 2.5) * away / numpy.linalg.norm(away)

    # ---- cameras

    def looking(self, place, target):
        back = place - target + self.random.normal(0, 0.05, 3)
        back /= numpy.linalg.norm(back)
        right, _ = perpendiculars(back)
        roll = rotation(self.random.uniform(-math.pi, math.pi) * back)
        right = roll @ right
        return numpy.column_stack([right, numpy.cross(back, right), back])

    def device(self):
        kind = self.pick(["image", "viewport", "viewport", "projection", "ray"])
        f = float(self.random.uniform(1300, 1600))
        lens = {"fx": f, "fy": f * float(self.random.uniform(0.98, 1.02)), "cx": 957.0, "cy": 724.5, "width": 1920, "height": 1440}
        if self.chance(0.5):
            lens["principalPointOrigin"] = "pixelCenter"
        if kind == "image":
            return kind, {"intrinsics": lens}
        if kind == "viewport":
            turned = self.pick([0, 90, 180, 270])
            size = {"width": 390, "height": 844} if turned in (90, 270) else {"width": 844, "height": 390}
            return kind, {"intrinsics": lens, "viewport": size | {"rotationDegrees": turned, "scaling": self.pick(["fill", "fit"])}}
        if kind == "projection":
            p = numpy.zeros(16)
            p[0], p[5] = self.random.uniform(1.2, 2.2, 2)
            p[4], p[8], p[9] = self.random.uniform(-0.12, 0.12, 3)
            p[10], p[11], p[14] = -1.002, -1.0, -0.2
            return kind, {"projection": p.tolist(), "viewport": {"width": 400, "height": 700}}
        return kind, {}

    def view(self, device, turn, place, spot, number):
        """A tap of a spot; None when it lies outside of the picture."""
        kind, optics = device
        seen = turn.T @ (spot - place)
        if seen[2] >= -0.05:
            return None
        aim = (float(seen[0] / -seen[2]), float(seen[1] / -seen[2]))
        pointing, sigma = self.pick(list(POINTING)), None
        post = {"id": f"tap {number}", "pointing": pointing}
        if self.chance(0.3):
            sigma = float(self.random.uniform(1, 6))
            post["pointingSigma"] = sigma
        if kind == "ray":
            direction = turn @ numpy.array([*aim, -1.0])
            post["ray"] = {"origin": place.tolist(), "direction": direction.tolist()}
            return View(turn, place, kind, optics, aim, pointing, sigma, False, post)
        screen = screen_point(kind, optics, aim)
        if screen is None:
            return None
        matrix = numpy.eye(4)
        matrix[:3, :3], matrix[:3, 3] = turn, place
        limited = self.chance(0.15)
        post["screenPoint"] = [float(screen[0]), float(screen[1])]
        post["camera"] = {"pose": matrix.T.ravel().tolist()} | optics
        if limited:
            post["camera"]["tracking"] = {"state": "limited"}
        return View(turn, place, kind, optics, aim, pointing, sigma, limited, post)


def viewport_scale(lens, viewport):
    size = [lens["width"], lens["height"]]
    if viewport["rotationDegrees"] in (90, 270):
        size.reverse()
    ratios = [viewport["width"] / size[0], viewport["height"] / size[1]]
    return max(ratios) if viewport["scaling"] == "fill" else min(ratios)


def screen_point(kind, optics, aim):
    """Where a direction appears: the mapping of the interface, the other way round. None: outside."""
    x, y = aim
    if kind == "projection":
        p, view = optics["projection"], optics["viewport"]
        nx, ny = p[0] * x + p[4] * y - p[8], p[5] * y - p[9]
        point, size = ((nx + 1) / 2 * view["width"], (1 - ny) / 2 * view["height"]), view
        return point if inside(point, size) else None
    lens = optics["intrinsics"]
    half = 0.5 if lens.get("principalPointOrigin") == "pixelCenter" else 0.0
    pixel = (lens["cx"] + lens["fx"] * x + half, lens["cy"] - lens["fy"] * y + half)
    if not inside(pixel, lens):
        return None
    if kind == "image":
        return pixel
    view = optics["viewport"]
    w, h, s = lens["width"], lens["height"], viewport_scale(lens, view)
    upright = {
        0: (pixel[0], pixel[1], w, h), 90: (h - pixel[1], pixel[0], h, w),
        180: (w - pixel[0], h - pixel[1], w, h), 270: (pixel[1], w - pixel[0], h, w),
    }[view["rotationDegrees"]]  # fmt: skip
    point = ((upright[0] - upright[2] / 2) * s + view["width"] / 2, (upright[1] - upright[3] / 2) * s + view["height"] / 2)
    return point if inside(point, view) else None


def inside(point, size):
    return 1 < point[0] < size["width"] - 1 and 1 < point[1] < size["height"] - 1
