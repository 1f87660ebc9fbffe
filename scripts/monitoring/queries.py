"""What the alerts and the dashboard ask Prometheus."""
import json
import pathlib
import re
import typing

import yaml

ROOT = pathlib.Path(__file__).parent.parent.parent
RULES = ROOT / "deploy/prometheus/rules.yaml"
RULE_TESTS = ROOT / "deploy/prometheus/rules.test.yaml"
DASHBOARD = ROOT / "deploy/grafana/span.json"
KEYWORDS = {"and", "or", "unless", "by", "without", "on", "ignoring", "group_left", "group_right", "offset", "bool"}


class Query(typing.NamedTuple):
    place: str
    expression: str

    @property
    def without_text(self) -> str:
        """Quoted text and ranges of time hold no names."""
        return re.sub(r'"[^"]*"|\[[^\]]*\]', "", self.expression)

    @property
    def metrics(self) -> set[str]:
        text = re.sub(r"\{[^}]*\}|\b(by|without|on|ignoring)\s*\([^)]*\)", " ", self.without_text)
        words = re.findall(r"(?<![\w.])[a-zA-Z_:][\w:]*\b(?!\s*\()", text)
        return set(words) - KEYWORDS

    @property
    def labels(self) -> set[str]:
        """By which it selects or groups."""
        selected = re.findall(r"(\w+)\s*(?:=~|!~|!=|=)(?!=)", "".join(re.findall(r"\{[^}]*\}", self.without_text)))
        grouped = re.findall(r"\b(?:by|on)\s*\(([^)]*)\)", self.without_text)
        return set(selected) | {label.strip() for labels in grouped for label in labels.split(",")}


def rules() -> list[dict[str, typing.Any]]:
    return [rule for group in yaml.safe_load(RULES.read_text())["groups"] for rule in group["rules"]]


def alerts() -> set[str]:
    return {rule["alert"] for rule in rules() if "alert" in rule}


def rule_tests() -> list[dict[str, typing.Any]]:
    return [case for test in yaml.safe_load(RULE_TESTS.read_text())["tests"] for case in test.get("alert_rule_test", [])]


def panels() -> list[dict[str, typing.Any]]:
    return json.loads(DASHBOARD.read_text())["panels"]


def of_rules() -> list[Query]:
    return [Query(rule.get("alert") or rule["record"], rule["expr"]) for rule in rules()]


def of_dashboard() -> list[Query]:
    """With the dashboard's variables filled in."""
    dashboard = json.loads(DASHBOARD.read_text())
    found = [Query(note["name"], note["expr"]) for note in dashboard["annotations"]["list"]]
    for panel in dashboard["panels"]:
        found += [Query(panel["title"], target["expr"]) for target in panel.get("targets", [])]
    values = {"$__rate_interval": "5m", "$job": "span", "$instance": ".*"}
    pattern = re.compile("|".join(map(re.escape, values)))
    return [Query(q.place, pattern.sub(lambda m: values[m[0]], q.expression)) for q in found]
