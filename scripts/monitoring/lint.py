#!/usr/bin/env python3
"""Can the alerts and the dashboard be read, and do the alerts go off when they should?

    .venv/bin/python scripts/monitoring/lint.py
"""
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile

import queries

WIDTH = 24  # columns of a dashboard


def promtool(*arguments: str) -> None:
    tool = subprocess.run([queries.ROOT / "scripts/debian-tool.sh", "prometheus", "usr/bin/promtool"], check=True,
                          stdout=subprocess.PIPE, text=True).stdout.strip()
    outcome = subprocess.run([tool, *arguments], capture_output=True, text=True)
    if outcome.returncode:
        sys.exit(f"promtool {' '.join(arguments)}:\n{outcome.stdout}{outcome.stderr}")


def expect_tested() -> None:
    """Every alert has a test in which it goes off, and one in which it does not."""
    loud = {case["alertname"] for case in queries.rule_tests() if case.get("exp_alerts")}
    quiet = {case["alertname"] for case in queries.rule_tests() if not case.get("exp_alerts")}
    alerts = queries.alerts()
    assert loud == quiet == alerts, f"not tested: {alerts - (loud & quiet)}; not there: {(loud | quiet) - alerts}"


def expect_documented() -> None:
    page = (queries.ROOT / "docs/operations.md").read_text()
    for alert in queries.alerts():
        assert f"`{alert}`" in page, f"{alert} is not in docs/operations.md"


def expect_readable() -> None:
    """Prometheus' own parser takes what the dashboard asks."""
    rules = [{"record": f"dashboard:query:{number}", "expr": query.expression}
             for number, query in enumerate(queries.of_dashboard())]
    with tempfile.TemporaryDirectory() as directory:
        file = pathlib.Path(directory, "dashboard.yaml")
        file.write_text(json.dumps({"groups": [{"name": "dashboard", "rules": rules}]}))
        promtool("check", "rules", str(file))


def expect_tidy() -> None:
    panels = queries.panels()
    assert len({panel["id"] for panel in panels}) == len(panels), "an id is used twice"
    assert len({panel["title"] for panel in panels}) == len(panels), "a title is used twice"
    for panel in panels:
        place = panel["gridPos"]
        assert place["x"] + place["w"] <= WIDTH, panel["title"]
        assert panel["type"] == "row" or (panel["targets"] and panel["fieldConfig"]["defaults"]["unit"]), panel["title"]
    for one, other in itertools.combinations(panels, 2):
        a, b = one["gridPos"], other["gridPos"]
        apart = (a["x"] + a["w"] <= b["x"] or b["x"] + b["w"] <= a["x"]
                 or a["y"] + a["h"] <= b["y"] or b["y"] + b["h"] <= a["y"])
        assert apart, f"{one['title']} lies on {other['title']}"


def main() -> int:
    promtool("check", "rules", str(queries.RULES))
    promtool("test", "rules", str(queries.RULE_TESTS))
    expect_tested()
    expect_documented()
    expect_readable()
    expect_tidy()
    print(f"{len(queries.rules())} rules, {len(queries.panels())} panels")
    return 0


if __name__ == "__main__":
    sys.exit(main())
