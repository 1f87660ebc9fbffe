"""The rules of a session (openapi.yaml, docs/measurement.md) written down a second time: events add up to a state, the state to answers."""
import copy
import dataclasses
import math

import numpy

from compare import ANYTHING
from geometry import SNAPPING, cast, in_play, options, pose, sight, snapped
from model import MEMBERS, PROFILES
from places import given_place, tap_place
from session_state import ROUNDING, Anchor, State, angle_of
from stateless import tap_answer

STEP = 1e-4  # m: smaller moves change nothing
JUMP = 1.0  # m: larger ones are suspect
DAY, TICK = 86400.0, 60.0  # s: a clock that went on by less is not kept by itself
COUNTS = {"distance": (2, 2), "height": (2, 2), "pointToPlane": (1, 1), "angle": (3, 3), "polyline": (2, None), "perimeter": (3, None),
          "area": (3, None), "volume": (4, None)}  # fmt: skip
USER = {"tapped", "anchorAdded", "anchorRemoved", "measurementAdded", "measurementRemoved", "reset"}


class Refused(Exception):
    def __init__(self, status, code=None):
        super().__init__(f"{status} {code}")
        self.status, self.code = status, code


def without_nulls(value):
    if isinstance(value, dict):
        return {k: without_nulls(v) for k, v in value.items() if v is not None}
    return [without_nulls(v) for v in value] if isinstance(value, list) else value


def named(asked, prefix, state, taken):
    """The name that was asked for, or one by the place among all that there have been."""
    state.numbered[prefix] += 1
    return asked or next(n for n in (f"{prefix}-{i}" for i in range(state.numbered[prefix], 10**6)) if n not in taken)


class Session:
    """One session: `post_tap` and its like answer with a status and the members of the answer that follow, or raise `Refused`."""

    def __init__(self, asked):
        self.state, self.events, self.before, self.undone, self.done, self.redoable = State(), [], [], set(), [], []
        self.times = {}
        settings = {
            "mode": "path", "profile": "generic", "confidence": 0.95, "unit": "m", "snap": dict(SNAPPING), "driftThreshold": 0.015,
        } | self.sent(asked)  # fmt: skip
        self.record("created", settings | {"profileValues": dict(zip(MEMBERS, PROFILES[settings["profile"]]))}, None)

    @staticmethod
    def sent(asked):
        settings = without_nulls(asked)
        if isinstance(settings.get("snap"), dict):
            settings["snap"] = SNAPPING | settings["snap"]
        return settings

    @property
    def version(self):
        return len(self.events)

    def record(self, kind, given, result):
        """Adds an event and folds it in; answers what the fold found."""
        event = {"seq": self.version + 1, "type": kind, "data": {"input": given} | ({} if result is None else {"result": result})}
        self.before.append(self.state.copy())
        self.events.append(event)
        if kind in USER:
            self.done.append(event["seq"])
            self.redoable.clear()
        return self.fold(event)

    def fold(self, event):
        if event["type"] in ("undone", "redone"):
            return None
        return getattr(self, "fold_" + event["type"])(event["data"]["input"], event)

    def refold(self, seq):
        """The state anew from an event on."""
        self.state = self.before[seq - 1].copy()
        for event in self.events[seq - 1 :]:
            self.before[event["seq"] - 1] = self.state.copy()
            if event["seq"] not in self.undone:
                self.fold(event)

    # ---- settings and planes

    def fold_created(self, given, event):
        self.state.settings = {k: v for k, v in given.items() if k != "profileValues"}

    def fold_settingsChanged(self, given, event):
        self.state.settings = self.state.settings | self.sent({k: v for k, v in given.items() if k != "profileValues"})

    def patch(self, asked):
        settings = without_nulls(asked)
        values = {"profileValues": dict(zip(MEMBERS, PROFILES[settings["profile"]]))} if "profile" in settings else {}
        self.record("settingsChanged", settings | values, {})
        return 200, self.session()

    def session(self):
        s = self.state
        drift = max((float(numpy.linalg.norm(a.drift)) for a in s.anchors.values()), default=0.0)
        return s.settings | {
            "version": self.version, "counts": {"planes": len(s.planes), "anchors": len(s.anchors), "measurements": len(s.measurements)},
            "closed": s.closed, "drift": {"maximum": drift, "warning": bool(s.anchors) and s.reaches(drift)},
            "createdAt": self.at(1), "updatedAt": self.at(self.version),
        }  # fmt: skip

    def at(self, seq):
        return self.times.get(seq, ANYTHING)

    def fold_planesChanged(self, given, event):
        for name in given.get("remove") or []:
            self.state.planes.pop(name, None)
        for plane in given.get("upsert") or []:
            self.state.planes[plane["id"]] = plane

    def patch_planes(self, asked):
        asked = without_nulls(asked)
        gone = [name for name in asked.get("remove", []) if name in self.state.planes]
        if gone or asked.get("upsert"):
            self.record("planesChanged", asked, {})
        return 200, {"planes": len(self.state.planes), "warnings": [], "version": self.version}

    def put_plane(self, name, asked):
        status = 200 if name in self.state.planes else 201
        self.record("planesChanged", {"upsert": [{"id": name} | without_nulls(asked)]}, {})
        return status, {"planes": len(self.state.planes), "warnings": [], "version": self.version}

    def delete_plane(self, name):
        if name not in self.state.planes:
            raise Refused(404)
        self.record("planesChanged", {"remove": [name]}, {})
        return 204, None

    def planes(self):
        return {"items": list(self.state.planes.values()), "nextCursor": None}

    # ---- taps

    def aim(self, asked, state, name):
        """Where a tap of this moment goes: sight, hit, snap, and the place of a new anchor."""
        seen, surfaces = sight(asked), in_play(state.surfaces())
        start = seen.place if state.start is None else state.start
        hit = cast(seen, surfaces, asked.get("targets"), asked.get("alignment"), asked.get("featurePoints") or ())
        if hit is None:
            return seen, None, None, None, start
        chosen = asked["snap"] if asked.get("snap") is not None else state.settings["snap"]
        snap = snapped(hit.position, [(a.id, a.current) for a in state.anchors.values()], surfaces, options(chosen))
        place = None if snap and snap.kind == "point" else tap_place(seen, hit, state.noise, start, name, snap)
        return seen, hit, snap, place, start

    def post_tap(self, asked):
        asked = without_nulls(asked)
        preview = asked.pop("preview", False)
        seen, hit, snap, place, start = self.aim(asked, self.state, self.version + 1)
        reused = snap is not None and snap.kind == "point"
        own = self.state.places()[snap.name] if reused else place
        told = tap_answer(seen, hit, snap, own, self.state.noise, start, self.version + 1, self.state.measuring)
        answer = {"id": asked.get("id") or "tap-1"} | told
        found = {"tap": answer, "anchor": None, "reused": reused, "closed": False, "measurement": None}
        if hit is None:
            return 200, found | {"version": self.version}
        if not reused and not preview and asked.get("anchorId") in self.state.anchors:
            raise Refused(409, "id.duplicate")
        if reused and self.state.path and self.path_end() == snap.name:
            return 200, found | {"anchor": self.anchor(snap.name), "version": self.version}
        if preview:
            asked.pop("anchorId", None)
        kept = self if not preview else self.twin()
        result = kept.record("tapped", asked, {})
        state, name = kept.state, result["anchorId"]
        if result["from"] is not None:
            figures, _, _ = state.measure("distance", [result["from"], name])
            found["measurement"] = {"points": [result["from"], name] if reused or not preview else [result["from"]]} | figures
        kept.events[-1]["data"]["result"] = {
            "anchorId": name, "position": answer["position"], "reused": reused, "closed": result["closed"],
            "range": brief({"value": answer["range"]["value"], "uncertainty": answer["range"]["uncertainty"]}),
        } | ({"segment": {"from": result["from"], "to": name} | brief(figures)} if result["from"] is not None else {})  # fmt: skip
        anchor = kept.anchor(name) if reused or not preview else None
        if anchor and preview:
            anchor = self.anchor(name)
        status = 200 if preview or reused else 201
        return status, found | {"closed": result["closed"], "anchor": anchor, "version": self.version}

    def twin(self):
        other = copy.copy(self)
        for name in ("events", "before", "done", "redoable"):
            setattr(other, name, list(getattr(self, name)))
        other.state = self.state.copy()
        return other

    def path_end(self):
        s = self.state
        return s.path[0] if s.closed else s.path[-1]

    def fold_tapped(self, given, event):
        s = self.state
        seen, hit, snap, place, start = self.aim(given, s, event["seq"])
        s.start = start
        reused = snap is not None and snap.kind == "point"
        name = snap.name if reused else named(given.get("anchorId"), "anchor", s, s.anchors)
        before = list(s.path)
        if s.settings["mode"] == "ruler" and len(s.path) >= 2:
            held = {p for m in s.measurements.values() for p in m["points"]}
            for old in before:
                if old in s.anchors and old not in held and old != name:
                    s.drop(old)
            s.path, s.closed = [], False
        elif s.closed:
            s.path, s.closed = [], False
        if not reused:
            edge = None
            if snap:
                edge = {"kind": "edge", "position": snap.position, "offset": snap.offset, "label": "Snapped to edge", "planeId": snap.name,
                        "edgeIndex": snap.edge}  # fmt: skip
            plane = hit.surface.id if hit.surface else None
            s.anchors[name] = Anchor(name, place, place.position, event["seq"], event["seq"], plane=plane, snap=edge)
        last = s.path[-1] if s.path else None
        closes = s.settings["mode"] == "path" and len(set(s.path)) >= 3 and name == s.path[0]
        if closes:
            s.closed = True
        else:
            s.path.append(name)
        return {"anchorId": name, "from": last, "closed": closes}

    # ---- anchors

    def anchor(self, name):
        s = self.state
        a = s.anchors[name]
        drift = float(numpy.linalg.norm(a.drift))
        found = {
            "id": a.id, "placed": {"position": a.place.position, "at": self.at(a.placed_seq)},
            "current": {"position": a.current, "at": self.at(a.current_seq)}, "drift": drift, "driftVector": a.drift,
            "warning": s.reaches(drift), "covariance": s.places()[name].covariance().ravel(),
        }  # fmt: skip
        more = {"planeId": a.plane, "snap": a.snap, "suspect": a.suspect or None}
        return found | {k: v for k, v in more.items() if v is not None}

    def anchors(self):
        return {"items": [self.anchor(name) for name in self.state.anchors], "nextCursor": None}

    def get_anchor(self, name):
        if name not in self.state.anchors:
            raise Refused(404)
        return 200, self.anchor(name)

    def post_anchor(self, asked):
        asked = without_nulls(asked)
        if asked.get("id") in self.state.anchors:
            raise Refused(409, "id.duplicate")
        name = self.record("anchorAdded", asked, {})
        self.events[-1]["data"]["result"] = {"anchorId": name, "position": [float(x) for x in asked["position"]]}
        return 201, self.anchor(name)

    def fold_anchorAdded(self, given, event):
        s = self.state
        name = named(given.get("id"), "anchor", s, s.anchors)
        place = given_place(given["position"], given.get("covariance"), s.noise, event["seq"])
        s.anchors[name] = Anchor(name, place, place.position, event["seq"], event["seq"], plane=given.get("planeId"))
        return name

    def delete_anchor(self, name):
        if name not in self.state.anchors:
            raise Refused(404)
        self.record("anchorRemoved", {"id": name}, {})
        return 204, None

    def fold_anchorRemoved(self, given, event):
        self.state.drop(given["id"])

    def patch_anchors(self, asked):
        asked = without_nulls(asked)
        now, clock = asked.get("capturedAt"), self.state.clock
        if now is not None and clock is not None and abs(now - clock) > DAY:
            raise Refused(422, "capturedAt.implausible")
        trial = self.twin()
        ignored, suspect, changed = trial.fold_anchorsUpdated(asked, {"seq": self.version + 1})
        if changed:
            self.record("anchorsUpdated", asked, {"ignored": ignored, "suspect": suspect})
        return 200, self.drift() | {"ignored": ignored}

    def fold_anchorsUpdated(self, given, event):
        s = self.state
        now, tracking = given.get("capturedAt"), given.get("tracking") or {}
        lost = tracking.get("state") == "notAvailable" or tracking.get("reason") == "relocalizing"
        ignored, suspect, changed = [], [], False
        for update in given.get("updates") or []:
            anchor, reason, identity = s.anchors.get(update["id"]), None, False
            if "pose" in update:
                turn, position = pose(update["pose"])
                identity = not numpy.any(position) and numpy.allclose(turn, numpy.eye(3), atol=1e-9)
            else:
                position = numpy.array(update["position"], float)
            if anchor is None:
                reason = "unknown"
            elif lost:
                reason = "trackingUnavailable"
            elif now is not None and anchor.captured_at is not None and now < anchor.captured_at:
                reason = "stale"
            elif numpy.linalg.norm(position - anchor.current) < STEP - ROUNDING:
                reason = "unchanged"
            if reason:
                ignored.append({"id": update["id"], "reason": reason})
                continue
            odd = identity or float(numpy.linalg.norm(position - anchor.current)) > JUMP
            suspect += [anchor.id] if odd else []
            captured = now if now is not None else anchor.captured_at
            s.anchors[anchor.id] = dataclasses.replace(
                anchor, current=position, current_seq=event["seq"], captured_at=captured, suspect=odd
            )
            changed = True
        for name in given.get("remove") or []:
            if name in s.anchors:
                s.drop(name)
                changed = True
            else:
                ignored.append({"id": name, "reason": "unknown"})
        if now is not None and (s.clock is None or changed or now >= s.clock + TICK):
            s.clock, changed = now, True
        return ignored, suspect, changed

    def drift(self):
        s = self.state
        anchors = []
        for a in s.anchors.values():
            drift = float(numpy.linalg.norm(a.drift))
            suspect = {"suspect": True} if a.suspect else {}
            anchors.append({"id": a.id, "drift": drift, "driftVector": a.drift, "warning": s.reaches(drift)} | suspect)
        maximum = max((a["drift"] for a in anchors), default=0.0)
        rigid = None
        if s.anchors:
            turn, shift = s.motion()
            left = [float(numpy.linalg.norm(a.current - (turn @ a.place.position + shift))) for a in s.anchors.values()]
            rigid = {
                "translation": shift, "rotationDegrees": angle_of(turn), "residual": math.sqrt(sum(x * x for x in left) / len(left)),
                "residualMaximum": max(left),
            }  # fmt: skip
        measurements = []
        for name, m in s.measurements.items():
            now, then, warned = s.measure(m["kind"], m["points"], m.get("planeId"))
            value = now and now["value"]
            change = None if now is None or then is None else value - then
            measurements.append({"id": name, "kind": m["kind"], "placedValue": then, "value": value, "change": change, "warning": warned})
        warning = bool(anchors) and s.reaches(maximum)
        return {
            "threshold": s.settings["driftThreshold"], "warning": warning, "maximum": maximum, "anchors": anchors, "ignored": [],
            "rigid": rigid, "measurements": measurements, "version": self.version,
        } | ({"message": ANYTHING} if warning else {})  # fmt: skip

    # ---- measurements and path

    def path(self):
        s = self.state
        ring = s.path + s.path[:1] if s.closed else s.path
        whole = {"length": None, "perimeter": None, "area": None}
        if s.closed:
            round_ = self.of_path("perimeter", s.path)
            whole = {"length": round_, "perimeter": round_, "area": self.of_path("area", s.path)}
        elif len(ring) > 1:
            whole["length"] = self.of_path("polyline", ring)
        segments = [self.of_path("distance", [a, b]) for a, b in zip(ring, ring[1:])]
        return {"anchors": s.path, "segments": segments, "closed": s.closed} | whole

    def of_path(self, kind, points):
        return {"points": points} | self.state.measure(kind, points)[0]

    def measurement(self, name):
        m = self.state.measurements[name]
        now, _, _ = self.state.measure(m["kind"], m["points"], m.get("planeId"))
        blank = {"value": None, "uncertainty": None, "display": None}
        return {"id": name, "kind": m["kind"], "points": m["points"]} | {k: m[k] for k in ("name", "planeId") if k in m} | (now or blank)

    def measurements(self):
        return {"items": [self.measurement(name) for name in self.state.measurements], "nextCursor": None}

    def get_measurement(self, name):
        if name not in self.state.measurements:
            raise Refused(404)
        return 200, self.measurement(name)

    def post_measurement(self, asked):
        asked = without_nulls(asked)
        least, most = COUNTS[asked["kind"]]
        if asked.get("id") in self.state.measurements:
            raise Refused(409, "id.duplicate")
        if any(p not in self.state.anchors for p in asked["points"]):
            raise Refused(422, "id.unknown")
        if asked["kind"] == "pointToPlane" and asked.get("planeId") not in self.state.planes:
            raise Refused(422, "id.unknown" if "planeId" in asked else "member.missing")
        if len(asked["points"]) < least or (most and len(asked["points"]) > most):
            raise Refused(422, "measurement.incomplete")
        name = self.record("measurementAdded", asked, {})
        found = self.measurement(name)
        self.events[-1]["data"]["result"] = {"measurementId": name} | (brief(found) if found["value"] is not None else {})
        return 201, found

    def fold_measurementAdded(self, given, event):
        s = self.state
        name = named(given.get("id"), "measurement", s, s.measurements)
        s.measurements[name] = given
        return name

    def delete_measurement(self, name):
        if name not in self.state.measurements:
            raise Refused(404)
        self.record("measurementRemoved", {"id": name}, {})
        return 204, None

    def fold_measurementRemoved(self, given, event):
        del self.state.measurements[given["id"]]

    # ---- undo

    def undo(self):
        if not self.done:
            raise Refused(409, "undo.nothing")
        seq = self.done.pop()
        self.record("undone", {}, {"seq": seq})
        self.redoable.append(seq)
        self.undone.add(seq)
        clock = self.state.clock
        self.refold(seq)
        self.state.clock = clock
        return 200, self.session()

    def redo(self):
        if not self.redoable:
            raise Refused(409, "redo.nothing")
        seq = self.redoable.pop()
        self.record("redone", {}, {"seq": seq})
        self.done.append(seq)
        self.undone.discard(seq)
        self.refold(seq)
        return 200, self.session()

    def reset(self):
        self.record("reset", {}, {})
        return 200, self.session()

    def fold_reset(self, given, event):
        s = self.state
        s.anchors, s.measurements, s.path, s.closed, s.clock, s.start = {}, {}, [], False, None, None
        s.numbered = {"anchor": 0, "measurement": 0}


def brief(found):
    return {"value": found["value"]} | {k: found["uncertainty"][k] for k in ("standard", "low", "high")}
