"""Sessions to report on, made at $SPAN_URL as a client would."""
import json
import math
import os
import urllib.request

URL = os.environ["SPAN_URL"]
FLOOR = {"id": "floor", "pose": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], "extent": {"width": 40, "height": 40}}
# Its normal is +Z.
WALL = {"id": "wall", "pose": {"position": [0, 1.25, 0], "orientation": [math.sqrt(0.5), 0, 0, math.sqrt(0.5)]}, "extent": {"width": 10, "height": 2.5}}
HOSTILE = [
    "<script>alert(1)</script>", "=cmd()|'/C calc'!A0", '"quotes" \'and\' more', "two\nlines", "tab\there", "\u0000nul", "\u202eשלום", "😀👩‍👩‍👧",
    "+1", "-2+3", "@x", "\t=1", "%%u \\P {x} ^J \\U+0041", "&amp;", "", "long " * 50,
]


def fetch(path: str, **fields: str) -> tuple[bytes, dict[str, str]]:
    with urllib.request.urlopen(urllib.request.Request(URL + path, headers=fields), timeout=30) as answer:
        return answer.read(), dict(answer.headers)


def ask(method: str, path: str, body: object = None) -> dict:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, {"Content-Type": "application/json"}, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.loads(answer.read())


class Session:
    def __init__(self, **settings: object):
        self.path = "/v1/sessions/" + ask("POST", "/v1/sessions", settings)["id"]
        ask("PATCH", f"{self.path}/planes", {"upsert": [FLOOR, WALL]})

    def tap(self, point: tuple[float, float, float], eye: tuple[float, float, float] = (0.5, 1.5, 3)) -> None:
        ask("POST", f"{self.path}/taps", {"ray": {"origin": eye, "direction": [p - e for p, e in zip(point, eye)]}})

    def anchor(self, name: str, position: tuple[float, float, float]) -> None:
        ask("POST", f"{self.path}/anchors", {"id": name, "position": position})

    def measure(self, kind: str, points: list[str], **more: object) -> None:
        ask("POST", f"{self.path}/measurements", {"kind": kind, "points": points, **more})

    def anchors(self) -> list[str]:
        return [anchor["id"] for anchor in ask("GET", f"{self.path}/anchors")["items"]]


def empty() -> Session:
    return Session()


def opened() -> Session:
    session = Session(name="Corridor, open", unit="cm", confidence=0.683)
    for x, z in ((0, 1), (3, 1), (3, 2.2)):
        session.tap((x, 0, z))
    return session


def closed() -> Session:
    session = Session(name="Living room", profile="arkit-lidar")
    ring = ((0, 1), (4.2, 1), (4.2, 2.1), (5.6, 2.1), (5.6, 4.4), (0, 4.4), (0, 1))
    for x, z in ring:
        session.tap((x, 0, z))
    a = session.anchors()
    session.measure("distance", [a[0], a[4]], name="Diagonal")
    session.measure("angle", [a[0], a[5], a[4]], name="Corner")
    session.measure("angle", [a[0], a[0], a[4]], name="No angle at all")
    ask("PATCH", f"{session.path}/anchors", {"updates": [{"id": a[1], "position": [4.22, 0, 1]}]})
    return session


def wall() -> Session:
    session = Session(name="Wall", unit="ft-in", profile="arkit")
    for x, y in ((-2, 0.1), (-2, 2.3), (1.8, 2.3), (1.8, 0.1)):
        session.tap((x, y, 0))
    a = session.anchors()
    session.anchor("lamp", (0.3, 1.1, 0.9))
    session.measure("height", [a[0], a[2]], name="Ceiling")
    session.measure("area", a, name="Wall paper")
    session.measure("pointToPlane", ["lamp"], planeId="wall", name="Lamp to wall")
    session.measure("volume", [a[0], a[1], a[2], "lamp"], name="Wedge")
    return session


def named() -> Session:
    session = Session(name=" ".join(HOSTILE)[:256])
    session.anchor("<b>&\"'", (0, 0, 0))
    session.anchor("=1+1", (1, 0, 0.5))
    for name in HOSTILE:
        session.measure("distance", ["<b>&\"'", "=1+1"], name=name)
    return session


def many() -> Session:
    session = Session(name="Five hundred", snap=False)
    for i in range(500):
        angle, radius = 0.35 * i, 0.8 + 0.012 * i
        session.tap((radius * math.cos(angle), 0, 10 + radius * math.sin(angle)), (0, 1.6, 10))
    return session


ALL = {"empty": empty, "open": opened, "closed": closed, "wall": wall, "named": named, "many": many}
