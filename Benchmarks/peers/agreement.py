"""Do the peers give the service's answers? Asked before any of them is timed."""

import collections
import json
import math
import random
import sys

import bodies
import support

SLACK = 1e-9  # m
COUNT = 300


def rotation(generator):
    """Columns of a random rotation, from a quaternion."""
    q = [generator.gauss(0, 1) for _ in range(4)]
    length = math.sqrt(sum(v * v for v in q))
    x, y, z, w = (v / length for v in q)
    return [[1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
            [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
            [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)]]


def pose(columns, position):
    return [*columns[0], 0, *columns[1], 0, *columns[2], 0, *position, 1]


def world(matrix, local):
    return [matrix[12 + i] + sum(local[k] * matrix[4 * k + i] for k in range(3)) for i in range(3)]


def plane(generator, number):
    angles = sorted(generator.uniform(0, 2 * math.pi) for _ in range(generator.randint(3, 12)))
    ring = [[generator.uniform(0.4, 2) * f(a) for f in (math.cos, math.sin)] for a in angles]
    position = [generator.uniform(-1, 1), generator.uniform(-1, 1), generator.uniform(-5, -2)]
    return {"id": f"plane {number}", "pose": pose(rotation(generator), position), "polygon": ring}


def tap(generator, number, target):
    """A camera near the origin that looks ahead, and where it sees the target; nil outside the screen."""
    turn = generator.uniform(-0.3, 0.3)
    c, s = math.cos(turn), math.sin(turn)
    camera = bodies.CAMERA | {"pose": pose([[c, 0, -s], [0, 1, 0], [s, 0, c]], [generator.uniform(-0.3, 0.3) for _ in range(3)])}
    lens, view, matrix = camera["intrinsics"], camera["viewport"], camera["pose"]
    d = [target[i] - matrix[12 + i] for i in range(3)]
    x, y, z = (sum(d[i] * matrix[4 * k + i] for i in range(3)) for k in range(3))
    scale = view["width"] / lens["width"]
    point = [(lens["cx"] + lens["fx"] * x / -z) * scale, (lens["cy"] - lens["fy"] * y / -z) * scale]
    if not (0 <= point[0] <= view["width"] and 0 <= point[1] <= view["height"]):
        return None
    return {"id": f'tap "{number}"', "camera": camera, "screenPoint": point}


def place(generator, planes, points):
    """Somewhere worth tapping: near a point, near a rim, on a plane, or anywhere."""
    kind = generator.choice(["point", "rim", "plane", "anywhere"])
    near = [generator.uniform(-0.01, 0.01) for _ in range(3)]
    chosen = generator.choice(planes)
    if kind == "point" and points:
        return [p + n for p, n in zip(generator.choice(points)["position"], near)]
    if kind == "rim":
        first = generator.randrange(len(chosen["polygon"]))
        (ax, az), (bx, bz) = chosen["polygon"][first - 1], chosen["polygon"][first]
        share = generator.random()
        return world(chosen["pose"], [ax + share * (bx - ax) + near[0], 0, az + share * (bz - az) + near[1]])
    if kind == "plane":
        return world(chosen["pose"], [generator.uniform(-1, 1), 0, generator.uniform(-1, 1)])
    return [generator.uniform(-2, 2), generator.uniform(-2, 2), -3]


def request(generator):
    planes = [plane(generator, i) for i in range(generator.randint(1, 6))]
    points = [{"id": f"point {i}", "position": world(generator.choice(planes)["pose"], [generator.uniform(-0.5, 0.5), 0, 0])}
              for i in range(generator.randint(0, 3))]
    taps = [tap(generator, i, place(generator, planes, points)) for i in range(generator.randint(1, 2))]
    return {"taps": [t for t in taps if t], "planes": planes, "points": points}


def pick(value, names):
    return value and {name: value[name] for name in names.split() if name in value}


def plain(answer):
    """What of the service's answer a peer gives, too."""
    taps = [tap | {"hit": pick(tap["hit"], "position distance planeId normal"),
                   "snap": pick(tap["snap"], "kind position offset pointId planeId edgeIndex")} for tap in answer["taps"]]
    return {"taps": [pick(tap, "id ray hit snap position") for tap in taps],
            "measurements": [pick(one, "id kind points value unit") for one in answer["measurements"]]}


def near(a, b):
    """Numbers within the slack, everything else alike."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(near(a[name], b[name]) for name in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(near, a, b))
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return abs(a - b) <= SLACK
    return a == b


def check(service, peers):
    """Ends the program where a peer differs. Returns how often what came up."""
    generator = random.Random(8)
    seen = collections.Counter()
    asked = [bodies.measure()]
    while len(asked) < COUNT:
        body = request(generator)
        if body["taps"]:
            asked.append(bodies.text(body))
    for body in asked:
        expected = plain(support.ask(service, "POST", "/v1/measure", body))
        for one in expected["taps"]:
            seen["miss" if not one["hit"] else one["snap"]["kind"] if one["snap"] else "plain hit"] += 1
        for name, peer in peers.items():
            found = support.ask(peer, "POST", "/v1/measure", body)
            if not near(expected, found):
                sys.exit(f"{name} differs\n{body.decode()}\n{json.dumps(expected)}\n{json.dumps(found)}")
    if min(seen[kind] for kind in ("miss", "plain hit", "point", "edge")) < 10:
        sys.exit(f"the requests do not try everything: {seen}")
    return dict(seen)
