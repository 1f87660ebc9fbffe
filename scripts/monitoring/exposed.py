#!/usr/bin/env python3
"""Does the service have the metrics and labels that the alerts and the dashboard ask for?

    scripts/with-service.sh .venv/bin/python scripts/monitoring/exposed.py
"""
import http.client
import json
import os
import re
import sys
import urllib.parse
import urllib.request

import queries

# What Prometheus adds.
PROMETHEUS_METRICS = {"up"}
PROMETHEUS_LABELS = {"job", "instance"}
SKY = {"taps": [{"ray": {"origin": [0, 1, 0], "direction": [0, 1, 0]}}], "planes": []}


def make_counts(url: str) -> None:
    """A tap that meets nothing, and a request that is refused: only then do their series begin."""
    body = json.dumps(SKY).encode()
    request = urllib.request.Request(url + "/v1/measure", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=5) as answer:
        assert answer.status == 200, answer.status
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc, timeout=5)
    connection.putrequest("GET", "/healthz", skip_host=True)
    for host in ("one", "two"):
        connection.putheader("Host", host)
    connection.endheaders()
    assert connection.getresponse().status == 400


def exposition(admin: str) -> tuple[set[str], dict[str, set[str]]]:
    """The names that may be asked for, and the labels of those that have any samples."""
    with urllib.request.urlopen(admin + "/metrics", timeout=5) as answer:
        page = answer.read().decode()
    names: set[str] = set()
    for name, kind in re.findall(r"^# TYPE (\S+) (\S+)$", page, re.M):
        names |= {name + end for end in ("_bucket", "_sum", "_count")} if kind == "histogram" else {name}
    labels: dict[str, set[str]] = {}
    for name, texts in re.findall(r"^(\w+)(?:\{(.*)\})? \S+$", page, re.M):
        labels.setdefault(name, set()).update(re.findall(r'(\w+)="', texts))
    return names, labels


def main() -> int:
    make_counts(os.environ["SPAN_URL"])
    names, labels = exposition(os.environ["SPAN_ADMIN_URL"])
    recorded = {rule["record"] for rule in queries.rules() if "record" in rule}
    faults = []
    asked: set[str] = set()
    for query in queries.of_rules() + queries.of_dashboard():
        asked |= query.metrics
        unknown = query.metrics - names - recorded - PROMETHEUS_METRICS
        if unknown:
            faults.append(f"{query.place}: there is no metric {', '.join(sorted(unknown))}")
        # A record's labels are those that it was made with, which its own query shows.
        if all(metric in labels for metric in query.metrics):
            known = PROMETHEUS_LABELS.union(*(labels[metric] for metric in query.metrics))
            if query.labels - known:
                faults.append(f"{query.place}: there is no label {', '.join(sorted(query.labels - known))}")
    if faults:
        sys.exit("\n".join(faults))
    print(f"the service has all {len(asked & names)} metrics that are asked for")
    return 0


if __name__ == "__main__":
    sys.exit(main())
