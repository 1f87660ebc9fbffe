"""How the cost of a request grows with what is in it: planes, taps, vertices; and in a session, whose planes are there already.

Without sockets, so that small differences can be seen.
"""

import math
import statistics
import tempfile

import bodies
import report
import support
from parts import inside

COUNTS = [1, 3, 10, 30, 100, 300, 1000, 3000, 10_000]
TAPS = COUNTS[:7]
VERTICES = [4, 8, 16, 32, 64, 128, 256, 512, 1000]
RESIDENT = COUNTS[2:]
GROWN = 1.5  # of the least


def measured(body):
    return [("POST", "/v1/measure", body)]


def resident(count):
    return [("POST", "/v1/sessions", b"{}"), ("PATCH", "/v1/sessions/{sid}/planes", bodies.surroundings(count)),
            ("POST", "/v1/sessions/{sid}/taps", bodies.preview())]


SWEEPS = {
    "planes": ("planes of 8 vertices, one tap", COUNTS, lambda n: measured(bodies.scan(n, 8))),
    "taps": ("taps on 10 planes, nothing between them", TAPS, lambda n: measured(bodies.batch(n))),
    "chain": ("taps on 10 planes, each with the distance to the next", TAPS, lambda n: measured(bodies.chain(n))),
    "vertices": ("vertices of each of 10 planes, one tap", VERTICES, lambda n: measured(bodies.scan(10, n))),
    "resident": ("planes of a session, one preview", RESIDENT, resident),
}


def cost(requests):
    """µs of processor time of the last request."""
    with tempfile.TemporaryDirectory() as folder:
        return float(inside.words("time", *support.script_words(requests, folder))[0][0]) / 1e3


def exponent(counts, costs):
    """p of cost − cost(least) ∝ count^p, over the upper half of the sweep, by least squares in logarithms; 0 where the cost hardly
    grows, and what is left of it is noise."""
    pairs = [(math.log(n), math.log(c - costs[0])) for n, c in zip(counts, costs)
             if n >= counts[-1] / 30 and c > GROWN * costs[0]]
    if len(pairs) < 2:
        return 0.0
    x, y = (statistics.fmean(v) for v in zip(*pairs))
    return sum((a - x) * (b - y) for a, b in pairs) / sum((a - x) ** 2 for a, _ in pairs)


def run(folder, options):
    rounds = max(1, options.rounds // 2)
    tables, figures, targets = [], {}, []
    for name, (title, counts, make) in SWEEPS.items():
        costs = [statistics.median(cost(make(n)) for _ in range(rounds)) for n in counts]
        power = exponent(counts, costs)
        each = (costs[-1] - costs[0]) / (counts[-1] - counts[0])
        figures[name] = {"title": title, "counts": counts, "costs": costs, "exponent": power}
        tables.append(report.Table(f"{title[0].upper()}{title[1:]}: exponent {power:.2f}, {each:.3f} µs for one more",
                                   ["", *counts], [["µs", *(f"{c:.1f}" for c in costs)]]))
    targets.append(report.Target("exponent of the cost in taps", figures["taps"]["exponent"], 1.1))
    few, many = figures["resident"]["costs"][0], figures["resident"]["costs"][-1]
    targets.append(report.Target(f"a preview among {RESIDENT[-1]} planes, of one among {RESIDENT[0]}", many / few, 2))
    table, figures["hierarchy"] = crossover(rounds)
    return report.Findings(tables + [table], targets, figures)


def crossover(rounds):
    """What a ray among the planes of a session takes when all are looked at, and when a hierarchy says at which."""
    found = [inside.words("resident", *map(str, RESIDENT)) for _ in range(rounds)]
    walk, tree = ([statistics.median(float(lines[place][column]) for lines in found) for place in range(len(RESIDENT))]
                  for column in (1, 2))
    dear = [n for n, w, t in zip(RESIDENT, walk, tree) if t >= w]
    pays = f"pays beyond {max(dear, default=0)} planes" if dear != RESIDENT else "never pays"
    return report.Table(f"Planes of a session, a ray alone: a hierarchy {pays}", ["", *RESIDENT], [
        ["all planes looked at, ns", *(f"{ns:.0f}" for ns in walk)],
        ["those that a hierarchy names, ns", *(f"{ns:.0f}" for ns in tree)]]), {"walk": walk, "tree": tree}
