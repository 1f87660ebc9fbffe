"""How many instructions a request takes without sockets, as valgrind counts them: what else the machine does changes nothing.

Beside them those of simdjson's parse of the same bytes, and of the C++ peer from the bytes to its answer.
"""

import concurrent.futures
import os
import re
import subprocess
import sys

import bodies
import report
import support

# simdjson and Swift's hashing must not choose by processor and chance.
STEADY = {"SIMDJSON_FORCE_IMPLEMENTATION": "haswell", "SWIFT_DETERMINISTIC_HASHING": "1"}
MEASURED = {"measure": bodies.measure(), "batch of 100 taps": bodies.batch(100), "chain of 100 taps": bodies.chain(100),
            "1 000 planes": bodies.scan(1000)}


def cases():
    """The requests of each case; the last is counted."""
    scripts = {name: [("POST", "/v1/measure", body)] for name, body in MEASURED.items()}
    scripts["preview in a session"] = [
        ("POST", "/v1/sessions", b"{}"), ("PATCH", "/v1/sessions/{sid}/planes", bodies.surroundings(10)),
        ("POST", "/v1/sessions/{sid}/taps", bodies.preview())]
    return scripts


def count(function, command):
    """Instructions inside a function, for each of the repetitions that the program prints."""
    run = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--toggle-collect={function}", "--callgrind-out-file=/dev/null", *command],
        env=os.environ | STEADY, capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"valgrind failed\n{run.stderr}\n{run.stdout}")
    return round(int(re.search(r"Collected : (\d+)", run.stderr)[1]) / int(run.stdout))


def in_turn(jobs):
    """The counts of named commands, as many at a time as there are processors."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(jobs, pool.map(lambda job: count(*job), jobs.values())))


def ours(folder):
    """Of the service."""
    support.require("valgrind", "valgrind")
    # valgrind stumbles over Swift's debugging information.
    program = os.path.join(folder, "span-inside")
    subprocess.run(["strip", "-g", "-o", program, support.inside_binary()], check=True)
    jobs = {}
    for number, (name, requests) in enumerate(cases().items()):
        home = os.path.join(folder, f"case-{number}")
        os.mkdir(home)
        jobs[name] = ("baseline_counted", [program, "count", *support.script_words(requests, home)])
    return in_turn(jobs)


def theirs(folder):
    """Of (simdjson, the peer), for the cases that the peer understands."""
    program, peer = os.path.join(folder, "handler"), os.path.join(support.HERE, "peers/cpp")
    sources = [os.path.join(peer, name) for name in ("answer.cpp", "measure.cpp", "request.cpp")]
    subprocess.run(["c++", "-std=c++17", "-O2", "-Wall", "-Wextra", "-Werror", f"-I{peer}", "-o", program,
                    os.path.join(support.HERE, "programs/handler.cpp"), *sources, "-lsimdjson"], check=True)
    jobs = {}
    for number, (name, body) in enumerate(MEASURED.items()):
        path = os.path.join(folder, f"handled-{number}")
        with open(path, "wb") as file:
            file.write(body)
        for function in ("counted_parse", "counted_answer"):
            jobs[name, function] = (function, [program, path])
    return in_turn(jobs)


def run(folder, _):
    span, others = ours(folder), theirs(folder)
    rows = []
    for name, number in span.items():
        beside = [others.get((name, function)) for function in ("counted_parse", "counted_answer")]
        rows.append([name, spaced(number), *("–" if n is None else spaced(n) for n in beside),
                     *("–" if n is None else f"{number / n:.2f}" for n in beside)])
    return report.Findings([report.Table(
        "Instructions of a request, without sockets",
        ["", "Span", "simdjson's parse", "C++ peer, without ±", "of simdjson's", "of the peer's"], rows)], [],
        {"span": span} | {f"{name}, {function}": number for (name, function), number in others.items()})


def spaced(number):
    return f"{number:,}".replace(",", " ")
