#!/usr/bin/env python3
"""Writes the inputs that fuzzing starts from:  Fuzz/seeds.py FOLDER  (one folder in it for each target)."""

import gzip
import json
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

TARGETS = """/ * /v1/measure /v1/measure/ //v1/measure /healthz?a=b /v1/%6Deasure /v1%2Fmeasure /a%00b /a%zz /%c3%a9 /%ff
http://localhost:8080/v1/snap https://[::1]/x?y=%20 http://a?b http://u@h/ /openapi.yaml?x=[1]&y={ /a/../b /v1/sessions/%E2%82%AC
HTTP://EXAMPLE.org /%2e%2e/%2F /? /?% /?%0 /?%00 host:443""".split()


def bodies():
    """Requests to measure: the examples, and every kind of measurement the description names."""
    folder = os.path.join(ROOT, "examples")
    for name in sorted(os.listdir(folder)):
        if name.endswith(".json"):
            with open(os.path.join(folder, name), "rb") as file:
                yield file.read()
    points = [{"id": n, "position": [x, y, z], "covariance": [1e-4, 0, 0, 1e-4, 0, 1e-4]}
              for n, (x, y, z) in {"a": (0, 0, 0), "b": (1, 0, 0), "c": (1, 0, 1), "d": (0, 0.01, 1)}.items()]
    seen = {"id": "e", "taps": [{"ray": {"origin": [x, 1, 0], "direction": [-x, -1, -1]}} for x in (-0.5, 0.5)]}
    plane = {"id": "p", "pose": {"position": [0, 0, 0], "rotation": [0, 0, 0, 1]},
             "polygon": [[-2, -2], [2, -2], [2, 2], [-2, 2]]}
    for kind, names in (("distance", "ab"), ("polyline", "abc"), ("area", "abcd"), ("angle", "abc"), ("height", "ab"),
                        ("perimeter", "abcd"), ("volume", "abcd")):
        for more in ({}, {"limits": {"lower": 0.5, "upper": 2}}, {"method": "monteCarlo", "seed": 1}):
            yield json.dumps({"points": points, "planes": [plane], "unit": "ftIn", "confidence": 0.9,
                              "measurements": [{"kind": kind, "points": list(names), **more}]}).encode()
    yield json.dumps({"points": points + [seen], "reference": {"measured": 1.02, "true": 1, "uTrue": 0.001},
                      "measurements": [{"kind": "distance", "points": ["a", "e"]}]}).encode()
    yield b'{"a":[1,-0.5e-3,true,null,"\\u00e9\\ud83d\\ude00"]}'


def dictionary():
    """Every name in the description of the API, so that libFuzzer need not guess them."""
    with open(os.path.join(ROOT, "openapi.yaml"), encoding="utf-8") as file:
        text = file.read()
    keys = re.findall(r"^ +([a-z][A-Za-z]+):", text, re.MULTILINE)
    values = re.findall(r"[a-zA-Z][A-Za-z]+", " ".join(re.findall(r"enum: \[([^\]]*)\]", text)))
    names = sorted(set(keys) | set(values))
    return "".join(f'"\\"{name}\\""\n' for name in names)


def write(folder, seeds):
    os.makedirs(folder, exist_ok=True)
    for index, seed in enumerate(seeds):
        with open(os.path.join(folder, f"seed-{index:03}"), "wb") as file:
            file.write(seed)


def main():
    folder = sys.argv[1]
    texts = list(bodies())
    write(os.path.join(folder, "measure"), texts)
    write(os.path.join(folder, "target"), [text.encode() for text in TARGETS])
    packed = [gzip.compress(text, mtime=0) for text in texts[:6]]
    packed += [packed[0] + packed[1], packed[0][:-3], packed[0] + b"x", gzip.compress(bytes(200_000), mtime=0), b""]
    write(os.path.join(folder, "gzip"), [bytes([step]) + data for data in packed for step in (1, 7, 200)])
    with open(os.path.join(folder, "measure.dict"), "w", encoding="ascii") as file:
        file.write(dictionary())


if __name__ == "__main__":
    main()
