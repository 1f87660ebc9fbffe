"""Latencies at 70 % of the peak, with a load that keeps its pace (programs/pace.c) whatever the server does.

First the load itself is tried: on a server that stalls once for 100 ms. Whoever should have been asked meanwhile waited,
evenly between 0 and 100 ms, which the quantiles have to show.
"""

import contextlib
import os
import statistics
import subprocess
import sys

import bodies
import peers
import report
import support

CONNECTIONS = 64
PART = 0.7
STALL = 100.0  # ms, of programs/sink.c
NAMES = ("50 %", "99 %", "99.9 %", "longest")


def pace(program, process, rate, seconds, request):
    """Quantiles in µs."""
    out = subprocess.run([program, str(process.port), str(CONNECTIONS), f"{rate:.0f}", str(seconds), request],
                         capture_output=True, text=True)
    if out.returncode:
        sys.exit(out.stderr)
    return [float(word) for word in out.stdout.split()[1:]]


def written(folder, target, body):
    """A file with the request as it stands on the wire."""
    path = os.path.join(folder, "paced")
    with open(path, "wb") as file:
        file.write(support.message("POST", target, body))
    return path


def try_load(program, folder):
    """Does it see a stall as those would who come by the clock? (expected, found) of 99 and 99.9 %, ms."""
    rate, seconds = 1000, 5
    with support.sink(folder, 1000, rate * 2) as stalls:
        found = pace(program, stalls, rate, seconds, written(folder, "/v1/measure", bodies.measure()))
    waited = STALL / 1e3 / seconds
    expected = [STALL * (1 - (1 - quantile) / waited) for quantile in (0.99, 0.999)]
    pairs = list(zip(expected, (found[1] / 1e3, found[2] / 1e3)))
    # A machine with other things to do makes them wait longer, but never shorter.
    if any(not -0.1 * STALL <= late - due <= 0.5 * STALL for due, late in pairs):
        sys.exit(f"the load does not see a stall of {STALL} ms as it should: {pairs}, expected and found, ms")
    return pairs


def run(folder, options):
    program = support.compiled("pace", folder)
    tried = try_load(program, folder)
    with contextlib.ExitStack() as stack:
        service = stack.enter_context(support.span())
        path = support.session(service, bodies.surroundings(10)) + "/taps"
        measure = ("/v1/measure", bodies.measure())
        cases = {"Span, measure": (service, *measure), "Span, batch of 100 taps": (service, "/v1/measure", bodies.batch(100)),
                 "Span, preview in a session": (service, path, bodies.preview())}
        cases |= {title: (stack.enter_context(peers.start(name, folder)), *measure) for name, title in peers.NAMES.items()}
        rows, figures = [], {"stall": tried}
        for name, (process, target, body) in cases.items():
            peak = statistics.median(
                support.Load("POST", target, body).run(process, options.seconds)[0] for _ in range(options.rounds))
            request = written(folder, target, body)
            rounds = [pace(program, process, PART * peak, options.seconds, request) for _ in range(options.rounds)]
            rows.append([name, f"{PART * peak:.0f}", *(report.spread(values, 0) for values in zip(*rounds))])
            figures[name] = {"rate": PART * peak, "quantiles": rounds}
    return report.Findings([report.Table(
        f"Latency at {PART:.0%} of the peak, {CONNECTIONS} connections, µs from when a request was due",
        ["", "requests a second", *NAMES], rows)], [], figures)
