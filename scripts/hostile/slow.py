#!/usr/bin/env python3
"""A thousand clients that send their heads, send their bodies, or read their answers as slowly as can be (slowhttptest),
beside one that means well: that one is answered each time, and the others are cut when their time is over.

    scripts/hostile/slow.py
"""
import re
import shutil
import subprocess
import sys
import tempfile

from honest import Honest, Service

CONNECTIONS, RATE = 1000, 250  # at a time; new ones in a second
LONGEST = 25  # s for each attack
# Each cut by its own deadline, which leaves no attacker to the end.
DEADLINES = ("--header-timeout", "6", "--body-timeout", "6", "--answer-timeout", "6")
ATTACKS = {
    # Another line of the head, another piece of the body every two seconds.
    "head": ["-H", "-i", "2", "-x", "24"],
    "body": ["-B", "-i", "2", "-x", "24", "-s", "8192", "-f", "application/json"],
    # The description of the API, eight times over one connection, through a window of a few bytes.
    "answer": ["-X", "-k", "8", "-n", "2", "-w", "16", "-y", "64", "-z", "16"],
}
PATHS = {"head": "/healthz", "body": "/v1/measure", "answer": "/openapi.yaml"}


def cut(service: Service) -> dict[str, int]:
    """Connections that were cut so far, by phase."""
    page = service.admin("/metrics").body.decode()
    return {phase: int(float(count)) for phase, count in re.findall(r'^span_cut_connections_total\{phase="(\w+)"\} (\S+)$', page, re.M)}


def attack(service: Service, name: str) -> str:
    """How it ended, in the words of slowhttptest."""
    outcome = subprocess.run(
        ["slowhttptest", "-c", str(CONNECTIONS), "-r", str(RATE), "-l", str(LONGEST), "-p", "1", *ATTACKS[name], "-u",
         f"http://127.0.0.1:{service.port}{PATHS[name]}"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=2 * LONGEST)
    words = re.sub(r"\x1b\[[0-9;]*m", "", outcome.stdout)
    assert outcome.returncode == 0 and "Exit status:" in words, words[-2000:] + outcome.stderr
    return words.split("Exit status:")[-1].strip().lower()


def main() -> int:
    if not shutil.which("slowhttptest"):
        sys.exit("slowhttptest is missing: scripts/setup.sh hostile")
    with tempfile.TemporaryDirectory() as directory, Service(f"{directory}/span.sqlite", *DEADLINES) as service:
        for name in ATTACKS:
            before = cut(service)
            with Honest(service) as honest:
                end = attack(service, name)
            gone = {phase: count - before.get(phase, 0) for phase, count in cut(service).items()}
            print(f"slow {name}: {gone} cut, {end}; {honest}", flush=True)
            assert sum(gone.values()) >= CONNECTIONS / 2, "the service did not cut them"
        service.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
