"""The requests that are measured: made here once, by rule, so that every run and every peer gets the same bytes."""

import json
import math

HALF = round(math.sqrt(0.5), 9)
# Over the planes, looking ahead and down.
CAMERA = {
    "pose": [1, 0, 0, 0, 0, HALF, -HALF, 0, 0, HALF, HALF, 0, 0, 1.5, 0, 1],
    "intrinsics": {"fx": 1594.2, "fy": 1594.2, "cx": 955.7, "cy": 721.3, "width": 1920, "height": 1440},
    "viewport": {"width": 960, "height": 720}}
TAP = {"id": "tap", "screenPoint": [481.5, 358.25]}
POINTS = [{"id": "a", "position": [0.41, -0.4, -1.31]}, {"id": "b", "position": [-0.62, -0.4, -1.84]}]


def text(value):
    return json.dumps(value, separators=(",", ":")).encode()


def outline(vertices):
    """An ellipse of about 5 m by 3.7 m."""
    angles = (math.radians(360 * i / vertices + 3) for i in range(vertices))
    return [[round(2.5137 * math.cos(a), 6), round(1.8291 * math.sin(a), 6)] for a in angles]


FLOORS = 10  # in one place, above each other
ROW = 32  # places
PITCH = 6  # m from place to place: however many planes there are, about as many are near a tap


def planes(count, vertices=8):
    """Floors above each other, each turned a bit against the one below, in places beside and behind each other."""
    ring = outline(vertices)
    result = []
    for index in range(count):
        place, floor = divmod(index, FLOORS)
        turn = math.radians(7.5 * index)
        c, s = round(math.cos(turn), 9), round(math.sin(turn), 9)
        x, z = round(0.1 * floor + PITCH * (place % ROW), 3), round(-1.2 - PITCH * (place // ROW), 3)
        result.append({
            "id": f"plane-{index}", "alignment": "horizontal",
            "pose": [c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, x, round(0.08 * floor - 0.4, 3), z, 1],
            "polygon": ring})
    return result


def measure():
    """One tap, ten planes of eight vertices, two points: what a phone sends while somebody measures a room. The answer is
    the distance from the last point to the tap, with its whole budget."""
    return text({"camera": CAMERA, "taps": [TAP], "planes": planes(10), "points": POINTS, "unit": "cm"})


def taps(count):
    """So many places on the screen, around its middle."""
    return [{"id": f"tap-{i}", "screenPoint": [round(481.5 + 97 * math.sin(i), 2), round(358.25 + 71 * math.cos(1.7 * i), 2)]}
            for i in range(count)]


def batch(count):
    """So many taps on the ten planes, each with its range and covariance, nothing between them."""
    return text({"camera": CAMERA, "taps": taps(count), "planes": planes(10), "measurements": []})


def chain(count):
    """So many taps on the ten planes, with the distance from each to the next."""
    return text({"camera": CAMERA, "taps": taps(count), "planes": planes(10)})


def scan(count, vertices=16):
    """One tap among many planes, as after a walk through a building."""
    return text({"camera": CAMERA, "taps": [TAP], "planes": planes(count, vertices), "unit": "m"})


def down(count):
    """So many rays straight down, within 0.9 m of the origin."""
    return [{"ray": {"origin": [round(0.9 * math.sin(i), 4), 1, round(0.9 * math.cos(1.7 * i), 4)], "direction": [0, -1, 0]}}
            for i in range(count)]


def squares(count):
    """Planes of four vertices, all under the origin, a tenth of a millimetre from one to the next."""
    return [{"id": f"p{i}", "pose": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, round(-1e-4 * i, 4), 0, 1],
             "polygon": [[-1, -1], [1, -1], [1, 1], [-1, 1]]} for i in range(count)]


def longest():
    """What takes longest of all that the limits of a request let through: method, target and body of each."""
    features = [[round(0.04 * math.sin(i), 5), round(0.002 * math.sin(2.3 * i), 5), round(0.04 * math.cos(1.7 * i), 5)]
                for i in range(100_000)]
    under = [{"ray": {"origin": [0, 1, 0], "direction": [0, -1, 0]}}] * 500
    ring = [f"p{i}" for i in range(10)]
    points = [{"id": name, "position": [round(math.cos(i), 4), 0.01 * i, round(math.sin(i), 4)]} for i, name in enumerate(ring)]
    views = [{"ray": {"origin": [round(math.cos(i), 4), 0, round(math.sin(i), 4)],
                      "direction": [round(-math.cos(i), 4), 0.02 * (i % 7), round(-math.sin(i), 4)]}} for i in range(1000)]
    corner = [{"ray": {"origin": [round(0.5 + 0.0004 * i, 4), 1, 0.5], "direction": [0, -1, 0]}} for i in range(1000)]
    triangles = [{**plane, "polygon": [[-1, -1], [1, -1], [-1, 1]]} for plane in squares(10_000)]
    cloud = [[round(0.1 * math.sin(1.3 * i), 4), round(0.5 * math.sin(2.3 * i), 4), round(0.1 * math.cos(1.7 * i), 4)]
             for i in range(50_000)]
    positions = [{"position": [tap["ray"]["origin"][0], 0, tap["ray"]["origin"][2]]} for tap in down(1000)]
    return {
        "1 000 taps on 10 000 planes": ("/v1/measure", {"taps": down(1000), "planes": squares(10_000), "measurements": []}),
        "500 taps among 100 000 features": ("/v1/measure", {"taps": under, "featurePoints": features, "measurements": []}),
        "1 000 positions to snap to 10 000 planes": ("/v1/snap", {"positions": positions, "planes": squares(10_000)}),
        "1 000 taps beside 10 000 triangles": ("/v1/measure", {"taps": corner, "planes": triangles, "measurements": []}),
        "1 000 taps into a cloud of 50 000 features": ("/v1/measure", {"taps": down(1000), "featurePoints": cloud, "measurements": []}),
        "1 tap on 100 outlines of 2 000 vertices": (
            "/v1/measure", {"taps": down(1), "planes": [
                {**plane, "polygon": outline(2000)} for plane in squares(100)]}),
        "1 000 areas of 10 points": (
            "/v1/measure", {"points": points, "measurements": [{"kind": "area", "points": ring}] * 1000}),
        "1 000 views of one point": ("/v1/triangulate", {"taps": views}),
        "20 000 ids that look alike": (
            "/v1/measure", {"points": [{"id": f"alike   {i}   alike", "position": [0, 0, 0]} for i in range(100_000, 120_000)]})}


def surroundings(count, vertices=8):
    """The planes of a session, in one frame's worth."""
    return text({"upsert": planes(count, vertices)})


def preview():
    """A tap on the planes of a session that is not to be kept."""
    return text({"camera": CAMERA, "screenPoint": TAP["screenPoint"], "preview": True})
