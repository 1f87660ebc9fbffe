"""What a request costs over HTTP, beside the bare C server, simdjson's parse, and the peers.

All run at the same time on one thread each and are driven in turns; ratios are taken within a round. The floor of a request
is the bare server with as many bytes in and out, and simdjson's own parse of the same bytes.
"""

import contextlib
import dataclasses
import statistics

import bodies
import peers
import report
import support
from parts import inside
from peers import agreement


@dataclasses.dataclass
class Case:
    """A request that is repeated, the process that gets it, and what its rounds were: (a second, CPU µs, 99 % µs)."""

    name: str
    process: object
    load: object
    body: bytes = b""
    size: int = 0
    refused: bool = False
    rounds: list = dataclasses.field(default_factory=list)

    def run(self, seconds):
        self.rounds.append(self.load.run(self.process, seconds, refused=self.refused))

    @property
    def costs(self):
        return [r[1] for r in self.rounds]


def starts(count):
    times = []
    for _ in range(count):
        with support.span() as service:
            times.append(service.until_answer * 1e3)
    return statistics.median(times)


class Bench:
    """The processes and their cases."""

    def __init__(self, stack, folder):
        self.stack, self.folder = stack, folder
        self.service = stack.enter_context(support.span())
        self.asked, self.sinks, self.peers = {}, {}, {}
        path = support.session(self.service, bodies.surroundings(10))
        for name, target, body in [
                ("measure", "/v1/measure", bodies.measure()), ("one tap", "/v1/measure", bodies.batch(1)),
                ("batch of 100 taps", "/v1/measure", bodies.batch(100)),
                ("chain of 100 taps", "/v1/measure", bodies.chain(100)),
                ("1 000 planes", "/v1/measure", bodies.scan(1000)),
                ("preview in a session", path + "/taps", bodies.preview())]:
            self.add(name, target, body)
        plain = stack.enter_context(support.span(binary=support.plain_binary()))
        self.plain = dataclasses.replace(self.asked["measure"], name="measure, as compiled", process=plain, rounds=[])
        self.missing = Case("404", self.service, support.Load("GET", "/v1/nothing"), refused=True)

    def add(self, name, target, body):
        """The request, and the same to a sink that answers with as much."""
        _, answer = support.answer(self.service, "POST", target, body)
        load = support.Load("POST", target, body)
        self.asked[name] = Case(name, self.service, load, body, len(answer))
        sink = self.stack.enter_context(support.sink(self.folder, len(answer)))
        self.sinks[name] = Case("bare server", sink, load, body, len(answer))

    def add_peers(self):
        processes = {name: self.stack.enter_context(peers.start(name, self.folder)) for name in peers.NAMES}
        self.seen = agreement.check(self.service, processes)
        measure = self.asked["measure"]
        for name, process in processes.items():
            size = len(support.answer(process, "POST", "/v1/measure", measure.body)[1])
            self.peers[name] = Case(peers.NAMES[name], process, measure.load, measure.body, size)

    @property
    def cases(self):
        pairs = [case for name in self.asked for case in (self.sinks[name], self.asked[name])]
        return [*pairs, self.plain, self.missing, *self.peers.values()]


def run(folder, options):
    support.require("wrk", "wrk")
    start = starts(11)
    with contextlib.ExitStack() as stack:
        bench = Bench(stack, folder)
        bench.add_peers()
        for case in bench.cases:
            case.run(1)
            case.rounds.clear()
        parses = []
        for _ in range(options.rounds):
            for case in bench.cases:
                case.run(options.seconds)
            parses.append(inside.parsed([case.body for case in bench.asked.values()], folder))
        memory = bench.service.resident
    floors = {name: [cost + parse[place] for cost, parse in zip(bench.sinks[name].costs, parses)]
              for place, name in enumerate(bench.asked)}
    return report.Findings(tables(bench, floors, parses), targets(bench, floors, parses, memory, start),
                           figures(bench, floors, memory, start))


def tables(bench, floors, parses):
    rows = []
    for place, (name, case) in enumerate(bench.asked.items()):
        rows.append([name, len(case.body), case.size, report.spread(case.costs),
                     f"{statistics.median(bench.sinks[name].costs):.1f}",
                     f"{statistics.median(p[place] for p in parses):.1f}",
                     f"{report.ratio(case.costs, floors[name]):.2f}", f"{statistics.median(r[0] for r in case.rounds):.0f}"])
    for case in (bench.plain, bench.missing):
        rows.append([case.name, len(case.body), case.size or "–", report.spread(case.costs), "–", "–", "–",
                     f"{statistics.median(r[0] for r in case.rounds):.0f}"])
    requests = report.Table(
        "Processor time of a request, µs",
        ["", "body, B", "answer, B", "median (least … most)", "bare server", "simdjson", "of the floor", "requests a second"],
        rows)
    measure = bench.asked["measure"]
    rows = [[case.name, case.size, report.spread(case.costs), f"{1e6 / statistics.median(case.costs):.0f}",
             f"{report.ratio(case.costs, measure.costs):.2f}"]
            for case in [dataclasses.replace(measure, name="Span, with ±"), *bench.peers.values()]]
    others = report.Table("The same request answered by peers, without ±",
                          ["", "answer, B", "CPU µs", "requests for a second of CPU", "cost, of Span's"], rows)
    return [requests, others]


def targets(bench, floors, parses, memory, start):
    asked, peer = bench.asked, bench.peers
    costs = asked["measure"].costs
    scan = list(asked).index("1 000 planes")
    each = statistics.median((many - one) / 99 for many, one in zip(asked["batch of 100 taps"].costs, asked["one tap"].costs))
    return [
        report.Target("/v1/measure, of its floor", report.ratio(costs, floors["measure"]), 1.5),
        report.Target("/v1/measure, of the C++ peer", report.ratio(costs, peer["cpp"].costs), 1.2),
        report.Target("a tap beyond the first in a batch of 100", each, 1.0, " µs"),
        report.Target("1 000 planes of 16 vertices: speed, of simdjson's parse",
                      report.ratio([p[scan] for p in parses], asked["1 000 planes"].costs), 0.6, least=True),
        report.Target("preview in a session, of its floor",
                      report.ratio(asked["preview in a session"].costs, floors["preview in a session"]), 1.3),
        report.Target("requests for a second of CPU, of Go's", report.ratio(peer["go"].costs, costs), 5, least=True),
        report.Target("requests for a second of CPU, of Node's", report.ratio(peer["node"].costs, costs), 4, least=True),
        report.Target("requests for a second of CPU, of FastAPI's", report.ratio(peer["fastapi"].costs, costs), 25, least=True),
        report.Target("/v1/measure, of the bare server", report.ratio(costs, bench.sinks["measure"].costs), 2.2),
        report.Target("memory at the end", memory, 40, " MiB"),
        report.Target("start to the first answer", start, 50, " ms"),
    ]


def figures(bench, floors, memory, start):
    found = {name: {"cpu": case.costs, "floor": floors[name], "rate": [r[0] for r in case.rounds],
                    "body": len(case.body), "answer": case.size} for name, case in bench.asked.items()}
    found |= {name: {"cpu": case.costs, "rate": [r[0] for r in case.rounds]} for name, case in bench.peers.items()}
    return found | {"404": {"cpu": bench.missing.costs}, "as compiled": {"cpu": bench.plain.costs}, "memory": memory, "start": start, "agreed": bench.seen}
