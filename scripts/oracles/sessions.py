"""Sessions of the service against the rules written down a second time (session_model.py): random commands, every answer compared."""
import argparse
import http.client
import json
import os
import sys
import time
import urllib.parse

import numpy

from commands import FLOOR, Commands
from compare import differences
from session_model import Refused, Session
from stateless import measure

RELATIVE = 1e-9
ROUTES = {
    "patch": ("PATCH", ""), "patch_planes": ("PATCH", "/planes"), "put_plane": ("PUT", "/planes/{}"),
    "delete_plane": ("DELETE", "/planes/{}"), "post_tap": ("POST", "/taps"), "patch_anchors": ("PATCH", "/anchors"),
    "post_anchor": ("POST", "/anchors"), "get_anchor": ("GET", "/anchors/{}"), "delete_anchor": ("DELETE", "/anchors/{}"),
    "post_measurement": ("POST", "/measurements"), "get_measurement": ("GET", "/measurements/{}"),
    "delete_measurement": ("DELETE", "/measurements/{}"), "undo": ("POST", "/undo"), "redo": ("POST", "/redo"), "reset": ("POST", "/reset"),
}  # fmt: skip


class Service:
    def __init__(self, url):
        self.connection = http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc, timeout=10)

    def __call__(self, method, path, body=None, headers=None):
        """Status, headers, the bytes of the body."""
        sent = {"Content-Type": "application/json"} if body is not None else {}
        self.connection.request(method, path, None if body is None else json.dumps(body), sent | (headers or {}))
        answer = self.connection.getresponse()
        return answer.status, answer.headers, answer.read()

    def get(self, path):
        return json.loads(self("GET", path)[2])


class Tally:
    def __init__(self):
        self.answers, self.faults = 0, []

    def check(self, expected, found, context):
        self.answers += 1
        self.faults += [f"{context} {d}" for d in differences(expected, found, RELATIVE)]
        return not self.faults

    def same(self, expected, found, context):
        if expected != found:
            self.faults.append(f"{context} {found!r}, expected {expected!r}")


class Conversation:
    """One session of the service beside its model."""

    def __init__(self, service, random, tally, context):
        self.service, self.random, self.tally, self.context = service, random, tally, context
        commands = Commands(random, None)
        asked = commands.create()
        self.model = commands.model = Session(asked)
        self.commands, self.keys = commands, 0
        status, headers, body = service("POST", "/v1/sessions", asked)
        answer = json.loads(body)
        self.id, self.path = answer["id"], "/v1/sessions/" + answer["id"]
        tally.same((201, '"1"', self.path), (status, headers["ETag"], headers["Location"]), f"{context}: created")
        self.compare(self.model.session(), answer, "created", asked)
        self.step("patch_planes", ({"upsert": [{"id": "floor"} | FLOOR]},))

    def run(self, steps):
        for _ in range(steps):
            self.step(*self.commands.next())
            if self.tally.faults:
                return
        self.finish()

    def compare(self, expected, found, name, asked):
        self.tally.check(expected, found, f"{self.context}, version {self.model.version}: {name} {json.dumps(asked)}:")

    def step(self, name, arguments):
        method, route = ROUTES[name]
        body = arguments[-1] if arguments and isinstance(arguments[-1], dict) else None
        path = self.path + route.format(*(urllib.parse.quote(a, safe="") for a in arguments if isinstance(a, str)))
        preview = body is not None and body.get("preview", False)
        headers, refused = self.preconditions() if method != "GET" else ({}, False)
        before = self.model.version
        try:
            if refused and not preview:
                raise Refused(412)
            status, expected = getattr(self.model, name)(*arguments)
        except Refused as refusal:
            status, expected = refusal.status, refusal
        key = f"key {self.random.integers(10**9)}".replace(" ", "-") if method != "GET" and self.random.random() < 0.2 else None
        if key:
            headers["Idempotency-Key"] = key
        found = self.service(method, path, body, headers)
        where = f"{self.context}, version {before}: {name} {json.dumps(arguments)} {headers}"
        self.tally.same(status, found[0], f"{where}: status")
        if isinstance(expected, Refused):
            problem = json.loads(found[2])
            codes = {e["code"] for e in problem.get("errors", [])} | {problem.get("code")}
            self.tally.same(True, expected.code is None or expected.code in codes, f"{where}: {codes}, expected {expected.code}")
        elif status == 204:
            self.tally.same(b"", found[2], where)
        else:
            self.tally.check(expected, json.loads(found[2]), where + ":")
        if found[0] < 400 or found[0] == 412:
            self.tally.same(f'"{self.model.version}"', found[1]["ETag"], f"{where}: ETag")
        if key and not self.tally.faults:
            self.repeat(method, path, body, key, found, self.model.version != before, where)

    def preconditions(self):
        """Headers, and whether they refuse the change."""
        now, choice = self.model.version, self.random.random()
        if choice < 0.7:
            return {}, False
        tag, refused = {
            0: (f'"{now}"', False), 1: ("*", False), 2: (f'"0", "{now}"', False), 3: (f'"{now + 1}"', True), 4: (f'W/"{now}"', True),
            5: (str(now), True), 6: (f'"{now - 1}"', True),
        }[int(self.random.integers(7))]  # fmt: skip
        return {"If-Match": tag}, refused

    def repeat(self, method, path, body, key, first, kept, where):
        """The answer was lost: the same again, with a tag that is stale by now."""
        if not kept:
            return
        again = self.service(method, path, body, {"Idempotency-Key": key, "If-Match": '"1"'})
        names = ("ETag", "Location", "Content-Type")
        self.tally.same((first[0], first[2]), (again[0], again[2]), f"{where}: repeated")
        self.tally.same([first[1][n] for n in names], [again[1][n] for n in names], f"{where}: repeated")
        other = self.service("PATCH", self.path, {"name": "another"}, {"Idempotency-Key": key})
        codes = [e["code"] for e in json.loads(other[2]).get("errors", [])]
        self.tally.same((422, ["idempotency.mismatch"]), (other[0], codes), f"{where}: key of another request")

    def finish(self):
        """Everything that can be read, now that the times of the events are known."""
        get, model = self.service.get, self.model
        events, after, pages = [], 0, 0
        while after is not None:
            limit = int(self.random.integers(1, 60))
            page = get(f"{self.path}/events?after={after}&limit={limit}")
            events += page["items"]
            after, pages = page["nextCursor"], pages + 1
        model.times = {e["seq"]: e["at"] for e in events}
        self.compare(model.events, events, "events", pages)
        self.compare({"id": self.id} | model.session(), get(self.path), "session", None)
        for name in ("planes", "anchors", "measurements", "drift", "path"):
            self.compare(getattr(model, name)(), get(f"{self.path}/{name}"), name, None)
        self.stream(events)

    def stream(self, events):
        """The same events as a stream, from some number on."""
        after = int(self.random.integers(0, len(events)))
        connection = http.client.HTTPConnection(self.service.connection.host, self.service.connection.port, timeout=10)
        connection.request("GET", f"{self.path}/events", headers={"Accept": "text/event-stream", "Last-Event-ID": str(after)})
        answer, found, event = connection.getresponse(), [], {}
        while len(found) < len(events) - after:
            line = answer.fp.readline() if not answer.chunked else answer.readline()
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name in ("id", "event", "data"):
                event[name] = value
            elif not line.strip() and "data" in event:
                found.append((int(event["id"]), event["event"], json.loads(event["data"])))
                event = {}
        connection.close()
        self.tally.same([(e["seq"], e["type"], e) for e in events[after:]], found, f"{self.context}: stream after {after}")


def equivalence(service, random, tally, context):
    """Taps of a session, and the same taps in one request: the same figures, of every kind."""
    commands = Commands(random, None)
    settings = commands.settings() | {"snap": {"points": False}}
    commands.model = Session(settings)
    planes = [{"id": "floor"} | FLOOR, commands.plane("table"), commands.plane("wall")]
    path = "/v1/sessions/" + json.loads(service("POST", "/v1/sessions", settings)[2])["id"]
    service("PATCH", path + "/planes", {"upsert": planes})
    taps = []
    while len(taps) < 6:
        (tap,) = commands.post_tap()
        tap = {k: v for k, v in tap.items() if k in ("camera", "screenPoint", "ray", "pointing", "pointingSigma")}
        status, _, _ = service("POST", path + "/taps", tap | {"anchorId": f"t{len(taps)}"})
        if status == 201:
            taps.append({"id": f"t{len(taps)}"} | tap)
    asked = []
    for kind, count in (("distance", 2), ("height", 2), ("angle", 3), ("polyline", 5), ("perimeter", 4), ("area", 5), ("volume", 4)):
        asked.append({"kind": kind, "points": [f"t{i}" for i in random.permutation(6)[:count]]})
    asked.append({"kind": "pointToPlane", "points": ["t3"], "planeId": "floor"})
    body = {k: settings[k] for k in ("profile", "noise", "confidence", "unit", "snap") if k in settings}
    body |= {"taps": taps, "planes": planes, "measurements": [{"id": f"m{i}"} | m for i, m in enumerate(asked)]}
    whole, expected = json.loads(service("POST", "/v1/measure", body)[2]), measure(body)
    tally.check(expected, whole, f"{context}: /v1/measure")
    for index, m in enumerate(body["measurements"]):
        status, _, found = service("POST", path + "/measurements", m)
        tally.same(201, status, f"{context}: {m}")
        same = {k: v for k, v in whole["measurements"][index].items() if k != "advice"}
        tally.check(same, json.loads(found), f"{context}: {m} of the session and of one request")


def pages(service, random, tally, count):
    """Sessions are listed page by page, the newest first, whatever comes and goes between two pages."""
    made = [json.loads(service("POST", "/v1/sessions", {"name": f"page {i}"})[2])["id"] for i in range(count)]
    found, cursor, gone = [], "", None
    while cursor is not None:
        answer = service.get(f"/v1/sessions?limit={int(random.integers(1, 4))}" + (f"&cursor={cursor}" if cursor else ""))
        found, cursor = found + [item["id"] for item in answer["items"]], answer["nextCursor"]
        if gone is None:
            service("POST", "/v1/sessions", {"name": "later"})
            gone = next(i for i in reversed(made) if i not in found)
            tally.same(204, service("DELETE", "/v1/sessions/" + gone)[0], "erased")
    tally.same([i for i in reversed(made) if i != gone], [i for i in found if i in made], "pages of sessions")
    tally.same(len(found), len(set(found)), "sessions that came twice")


def statuses(service, tally):
    """What is answered to requests that can not be met, by the description of the interface."""
    path = "/v1/sessions/" + json.loads(service("POST", "/v1/sessions")[2])["id"]
    gone = "/v1/sessions/" + json.loads(service("POST", "/v1/sessions")[2])["id"]
    service("DELETE", gone)
    point = {"id": "a", "position": [0, 0, -1]}
    reads = ("", "/planes", "/drift", "/path", "/events")
    rows = [("GET", base + rest, None, 404) for base in (gone, "/v1/sessions/nobody") for rest in reads]
    rows += [("POST", gone + "/" + rest, None, 404) for rest in ("undo", "redo", "reset")] + [("DELETE", gone, None, 404)]
    for method, rest, body, status in [
        ("POST", "/undo", None, 409), ("POST", "/redo", {}, 409), ("POST", "/undo", {"steps": 2}, 422), ("POST", "/anchors", point, 201),
        ("POST", "/anchors", point, 409), ("DELETE", "/anchors/b", None, 404), ("GET", "/measurements/m", None, 404),
        ("DELETE", "/planes/p", None, 404), ("PATCH", "/anchors", {}, 422), ("PATCH", "/anchors", {"updates": [point, point]}, 422),
        ("PATCH", "/anchors", {"updates": [{"id": "a", "position": [0, 0, 0], "pose": [1] * 16}]}, 422),
        ("PATCH", "/anchors", {"capturedAt": 5, "updates": []}, 200), ("PATCH", "/anchors", {"capturedAt": 86405, "updates": []}, 200),
        ("PATCH", "/anchors", {"capturedAt": 172806, "updates": []}, 422), ("POST", "/reset", None, 200),
        ("PATCH", "/anchors", {"capturedAt": 172806, "updates": []}, 200), ("PUT", "/planes/p", {"id": "q"} | FLOOR, 422),
        ("PUT", "/planes/p", FLOOR, 201), ("PUT", "/planes/p", FLOOR, 200), ("GET", "/events?after=-1", None, 400),
        ("GET", "/events?limit=0", None, 400), ("PUT", "", {}, 405), ("POST", "/path", None, 405),
        ("POST", "/measurements", {"kind": "angle", "points": ["a", "a"]}, 422), ("DELETE", "", None, 204), ("GET", "", None, 404),
    ]:  # fmt: skip
        rows.append((method, path + rest, body, status))
    rows += [("GET", "/v1/sessions?" + query, None, 400) for query in ("limit=201", "cursor=s2-", "page=2")]
    rows += [("POST", "/v1/sessions", body, 422) for body in ({"mode": "line"}, {"confidence": 95}, {"driftThreshold": -1})]
    for method, target, body, status in rows:
        tally.same(status, service(method, target, body)[0], f"{method} {target} {body}")


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--url", default=os.environ.get("SPAN_URL", "http://127.0.0.1:8080"))
    arguments.add_argument("--seed", type=int, default=20260401)
    arguments.add_argument("--sessions", type=int, default=10)
    arguments.add_argument("--steps", type=int, default=150, help="commands for each session")
    asked = arguments.parse_args()
    began, service, tally = time.monotonic(), Service(asked.url.rstrip("/")), Tally()
    for number in range(asked.sessions):
        random = numpy.random.default_rng([asked.seed, number])
        equivalence(service, random, tally, f"seed {asked.seed}, taps {number}")
        Conversation(service, random, tally, f"seed {asked.seed}, session {number}").run(asked.steps)
        if tally.faults:
            break
    pages(service, numpy.random.default_rng(asked.seed), tally, 7)
    statuses(service, tally)
    for fault in tally.faults[:20]:
        print(fault, file=sys.stderr)
    seconds = time.monotonic() - began
    print(f"{tally.answers} answers of {asked.sessions} sessions compared, {len(tally.faults)} differences; {seconds:.0f} s")
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
