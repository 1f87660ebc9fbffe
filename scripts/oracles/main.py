"""The service against GTC and scipy. See ./run."""
import argparse
import json
import os
import sys
import time
import urllib.request

import numpy

import first_order
import gum
import seen
from problems import Problems


class Comparison:
    """Counts figures and keeps the largest differences by name."""

    def __init__(self):
        self.count = 0
        self.worst = {}
        self.faults = []

    def near(self, name, found, expected, context, relative=1e-6, absolute=0.0):
        self.count += 1
        found, expected = numpy.asarray(found, float), numpy.asarray(expected, float)
        # Of the largest entry: the small ones of a matrix owe their digits to it.
        size = float(numpy.max(numpy.abs(expected)))
        difference = float(numpy.max(numpy.abs(found - expected))) if found.shape == expected.shape else numpy.inf
        share = difference / size if size > 0 else difference
        if size > absolute and name[:2] != "H.":
            self.worst[name] = max(self.worst.get(name, 0.0), share)
        if not difference <= max(relative * size, absolute):
            self.faults.append(f"{name}: {found} instead of {expected} ({context})")

    def same(self, name, found, expected, context):
        self.count += 1
        if found != expected:
            self.faults.append(f"{name}: {found!r} instead of {expected!r} ({context})")


def poster(url):
    def post(path, body):
        request = urllib.request.Request(url + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)

    return post


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--url", default=os.environ.get("SPAN_URL", "http://127.0.0.1:8080"))
    arguments.add_argument("--seed", type=int, default=20260401)
    arguments.add_argument("--scenes", type=int, default=210, help="two taps each")
    arguments.add_argument("--points", type=int, default=60, help="to be triangulated")
    asked = arguments.parse_args()
    began = time.monotonic()
    post, comparison = poster(asked.url.rstrip("/")), Comparison()
    problems = Problems(numpy.random.default_rng(asked.seed))
    for index in range(asked.scenes):
        first_order.check(post, problems.two_taps(), comparison, f"seed {asked.seed}, scene {index}")
    for index in range(asked.points):
        seen.check(post, problems.views(), comparison, f"seed {asked.seed}, point {index}")
    gum.check(post, comparison)
    for name, share in sorted(comparison.worst.items()):
        print(f"{name:34} largest relative difference {share:.1e}")
    for fault in comparison.faults[:20]:
        print(fault, file=sys.stderr)
    print(
        f"{comparison.count - len(comparison.faults)} of {comparison.count} figures agree:"
        f" {asked.scenes} pairs of taps (GTC), {asked.points} triangulations (scipy), GUM H.1 and H.2;"
        f" {time.monotonic() - began:.0f} s"
    )
    return 1 if comparison.faults else 0


if __name__ == "__main__":
    sys.exit(main())
