"""How long one request can hold a thread: those at the limits of what a request may ask for, without sockets."""

import bodies
import report
from parts import sweep


def run(folder, options):
    costs = {name: sweep.cost([("POST", target, bodies.text(body))]) / 1e3
             for name, (target, body) in bodies.longest().items()}
    table = report.Table("Requests at the limits", ["", "ms"], [[name, f"{cost:.0f}"] for name, cost in costs.items()])
    target = report.Target("the longest request", max(costs.values()), 100, unit=" ms")
    return report.Findings([table], [target], costs)
