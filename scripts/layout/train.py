#!/usr/bin/env python3
"""Asks the service at $SPAN_URL for some of everything it answers often: what runs then is what its code is laid out by.

The requests are made from examples/: a recorded frame as it is, with more taps, with more planes; sessions with their taps,
previews, corrections and undoes; some refusals. It ends at an answer of another kind than expected, and prints how many
there were and what the measurements hash to.
"""

import gzip
import hashlib
import http.client
import json
import os
import pathlib
import random
import urllib.parse

EXAMPLES = pathlib.Path(__file__).parent.parent.parent / "examples"
FRAME = json.loads((EXAMPLES / "arkit-frame.json").read_text())
VIEW = {"camera": FRAME["camera"], "pointing": "crosshair"}
JSON = {"Content-Type": "application/json"}

connection = http.client.HTTPConnection(urllib.parse.urlsplit(os.environ["SPAN_URL"]).netloc, timeout=60)
chance = random.Random(1)
count, measured = 0, hashlib.sha256()


def ask(method, target, body=None, kind=2, headers=JSON):
    """The answer, whose status has to begin with the digit `kind`."""
    global count
    if body is not None and not isinstance(body, bytes):
        body = json.dumps(body, separators=(",", ":")).encode()
    connection.request(method, target, body, headers if body is not None else {})
    answer = connection.getresponse()
    text = answer.read()
    if answer.status // 100 != kind:
        raise SystemExit(f"{method} {target}: {answer.status}, not {kind}xx: {text[:500]!r}")
    count += 1
    return text


def point():
    return {"screenPoint": [round(chance.uniform(800, 1400), 2), round(chance.uniform(1000, 1320), 2)]}


def taps(number):
    return [{"id": f"tap {index}"} | point() for index in range(number)]


def planes(number):
    """The frame's planes again and again, each copy a bit lower and further away."""
    copies = []
    for index in range(number):
        plane = json.loads(json.dumps(FRAME["planes"][index % len(FRAME["planes"])]))
        plane["id"] = f"{plane['id']} {index}"
        plane["pose"][12] += 0.011 * index
        plane["pose"][13] -= 0.007 * index
        copies.append(plane)
    return copies


def measure(body, target="/v1/measure", headers=JSON):
    measured.update(ask("POST", target, body, headers=headers))


def measurements():
    for path in sorted(EXAMPLES.glob("*.json")):
        for _ in range(20):
            measure(path.read_bytes())
            measure(json.loads(path.read_text()))
    for _ in range(4000):
        points = [{"id": name, "position": [round(chance.uniform(-1, 1), 5) for _ in range(3)]} for name in "ab"]
        measure(FRAME | {"taps": taps(1), "planes": planes(10), "points": points, "unit": "cm"})
    for _ in range(10):
        measure(FRAME | {"taps": taps(100), "planes": planes(10)})
        measure(FRAME | {"taps": taps(100), "planes": planes(10), "measurements": []})
        measure(FRAME | {"planes": planes(1000)})
        measure(gzip.compress(json.dumps(FRAME).encode(), mtime=0), headers=JSON | {"Content-Encoding": "gzip"})
        measure({key: FRAME[key] for key in ("camera", "taps", "planes")}, "/v1/raycast")
        measure({"positions": [{"position": [0.1, -1.36, -1.2]}], "planes": planes(10)}, "/v1/snap")


def session(number):
    made = ask("POST", "/v1/sessions", {"mode": "path", "unit": "cm"}, headers=JSON | {"Idempotency-Key": str(number)})
    place = "/v1/sessions/" + json.loads(made)["id"]
    ask("PATCH", place + "/planes", {"upsert": planes(chance.choice((3, 10, 200)))})
    for turn in range(40):
        for _ in range(3):
            ask("POST", place + "/taps", VIEW | point() | {"preview": True})
        tap = ask("POST", place + "/taps", VIEW | point() | ({"snap": False} if turn % 2 else {}))
        if json.loads(tap)["anchor"]:
            ask("POST", place + "/undo", b"")
            ask("POST", place + "/redo", b"")
    anchors = json.loads(ask("GET", place + "/anchors"))["items"]
    updates = [{"id": anchor["id"], "position": [x + 0.002 for x in anchor["current"]["position"]]} for anchor in anchors]
    ask("PATCH", place + "/anchors", {"updates": updates, "tracking": {"state": "normal"}})
    ask("POST", place + "/measurements", {"kind": "distance", "points": [anchor["id"] for anchor in anchors[:2]]})
    for part in ("", "/drift", "/path", "/measurements", "/anchors", "/planes", "/events"):
        ask("GET", place + part)
    if number % 2:
        ask("DELETE", place)


def refusals():
    for _ in range(20):
        ask("GET", "/v1/nothing", kind=4)
        ask("GET", "/v1/sessions/0190163d-8694-739b-aea5-966c26f8ad90", kind=4)
        ask("POST", "/v1/measure", b'{"taps":[{}', kind=4)
        ask("POST", "/v1/measure", {"taps": [{"screenPoint": [1, 2]}]}, kind=4)
        ask("GET", "/v1/profiles")
        ask("GET", "/healthz")


measurements()
for turn in range(20):
    session(turn)
refusals()
print(f"{count} answers, measurements {measured.hexdigest()[:12]}")
