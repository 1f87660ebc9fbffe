"""What clients of sessions ask for, at random: requests that say what event they will have made."""
import dataclasses
import random
import typing

FLOOR = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]


@dataclasses.dataclass
class Session:
    """What clients know of a session: more than one may write to it, so it need not be up to date."""

    id: str
    anchors: list[str] = dataclasses.field(default_factory=list)
    measurements: list[str] = dataclasses.field(default_factory=list)
    version: int = 0
    is_deleted: bool = False


class Change(typing.NamedTuple):
    """What is asked of a session, and the event that it makes."""

    method: str
    path: str
    body: dict[str, typing.Any] | None
    type: str
    input: dict[str, typing.Any] | None = None  # None: it is the body


class Request(typing.NamedTuple):
    client: int
    key: str
    kind: str
    method: str
    path: str
    body: dict[str, typing.Any] | None
    session: Session | None  # None: it makes one
    type: str  # of its event
    input: dict[str, typing.Any]  # of its event
    condition: str | None = None

    @property
    def headers(self) -> dict[str, str]:
        return {"Idempotency-Key": self.key} | ({"If-Match": self.condition} if self.condition else {})

    def explains(self, event: dict[str, typing.Any]) -> bool:
        """May the event have come from this request? All that is random in it makes it unlike any other, but for undo."""
        found = event["data"]["input"]
        if self.kind == "create":
            found = {name: found.get(name) for name in self.input}
        return bool(event["type"] == self.type and found == self.input)


class Traffic:
    """The requests of one client: on sessions of its own, and on some that it shares with others."""

    OWN, SHARED = 3, 2  # sessions, at most
    KINDS = {
        "tap": 34, "anchor": 12, "update": 16, "planes": 8, "plane": 4, "unplane": 1, "measure": 9, "unanchor": 2, "unmeasure": 2,
        "undo": 6, "redo": 3, "reset": 1, "settings": 2, "create": 1, "delete": 0.3,
    }

    def __init__(self, client: int, seed: int, shared: list[Session], shares: bool):
        self.client = client
        self.random = random.Random(f"{seed}/{client}")
        self.own: list[Session] = []
        self.shared = shared
        self.shares = shares
        self.count = 0

    def next(self) -> Request:
        self.count += 1
        key = f"{self.client}-{self.count}-{self.random.getrandbits(32):08x}"
        kind = self.random.choices(list(self.KINDS), list(self.KINDS.values()))[0]
        known = [s for s in self.own + (self.shared if self.shares else []) if not s.is_deleted]
        room = len(known) < self.OWN + (self.SHARED if self.shares else 0)
        if not known or (kind == "create" and room):
            body = {"name": key, "snap": False, "mode": self.random.choice(["path", "ruler"])}
            return Request(self.client, key, "create", "POST", "/v1/sessions", body, None, "created", body)
        session = self.random.choice(known)
        if session.version <= 1 and kind != "delete":
            kind = "planes"
        return self.change(kind if kind != "create" else "tap", key, session)

    def change(self, kind: str, key: str, session: Session) -> Request:
        change: Change = getattr(self, kind)(key, session)
        recorded = (change.body or {}) if change.input is None else change.input
        condition = f'"{session.version}"' if self.random.random() < 0.1 else None
        path = f"/v1/sessions/{session.id}{change.path}"
        return Request(self.client, key, kind, change.method, path, change.body, session, change.type, recorded, condition)

    def keep(self, session: Session) -> None:
        """A session that was made."""
        self.own = [s for s in self.own if not s.is_deleted]
        if self.shares and len([s for s in self.shared if not s.is_deleted]) < self.SHARED:
            self.shared.append(session)
        else:
            self.own.append(session)

    def position(self) -> list[float]:
        return [self.random.uniform(-4, 4) for _ in range(3)]

    def some(self, names: list[str], key: str) -> str:
        """One that is known to have been there; else one that never was."""
        return self.random.choice(names[-30:] or [key])

    def tap(self, key: str, _: Session) -> Change:
        direction = [self.random.uniform(-1, 1), -1, self.random.uniform(-1, 1)]
        body = {"id": key, "ray": {"origin": [0, 1.5, 0], "direction": direction}, "anchorId": f"a{key}"}
        return Change("POST", "/taps", body, "tapped")

    def anchor(self, key: str, _: Session) -> Change:
        return Change("POST", "/anchors", {"id": f"a{key}", "position": self.position()}, "anchorAdded")

    def update(self, key: str, session: Session) -> Change:
        chosen = {self.some(session.anchors, key) for _ in range(self.random.randint(1, 4))}
        updates = [{"id": name, "position": self.position()} for name in sorted(chosen)]
        return Change("PATCH", "/anchors", {"updates": updates}, "anchorsUpdated")

    def planes(self, key: str, _: Session) -> Change:
        size = self.random.uniform(20, 40)
        floor = {"id": "floor", "pose": FLOOR, "extent": {"width": size, "height": size}}
        wall = {"id": f"p{key}", "pose": FLOOR[:13] + [self.random.uniform(5, 9)] + FLOOR[14:], "extent": {"width": 1, "height": 1}}
        return Change("PATCH", "/planes", {"upsert": [floor, wall]}, "planesChanged")

    def plane(self, key: str, _: Session) -> Change:
        size = self.random.uniform(20, 40)
        body = {"pose": FLOOR, "extent": {"width": size, "height": size}}
        return Change("PUT", "/planes/floor", body, "planesChanged", {"upsert": [{"id": "floor"} | body]})

    def unplane(self, key: str, _: Session) -> Change:
        return Change("DELETE", "/planes/floor", None, "planesChanged", {"remove": ["floor"]})

    def measure(self, key: str, session: Session) -> Change:
        known = session.anchors[-30:]
        points = self.random.sample(known, 2) if len(known) > 1 else [f"a{key}", f"b{key}"]
        return Change("POST", "/measurements", {"id": f"m{key}", "kind": "distance", "points": points}, "measurementAdded")

    def unanchor(self, key: str, session: Session) -> Change:
        name = self.some(session.anchors, key)
        return Change("DELETE", f"/anchors/{name}", None, "anchorRemoved", {"id": name})

    def unmeasure(self, key: str, session: Session) -> Change:
        name = self.some(session.measurements, key)
        return Change("DELETE", f"/measurements/{name}", None, "measurementRemoved", {"id": name})

    def undo(self, key: str, _: Session) -> Change:
        return Change("POST", "/undo", {}, "undone")

    def redo(self, key: str, _: Session) -> Change:
        return Change("POST", "/redo", None, "redone", {})

    def reset(self, key: str, _: Session) -> Change:
        return Change("POST", "/reset", {}, "reset")

    def settings(self, key: str, _: Session) -> Change:
        return Change("PATCH", "", {"name": key, "driftThreshold": self.random.uniform(0.01, 0.1)}, "settingsChanged")

    def delete(self, key: str, _: Session) -> Change:
        return Change("DELETE", "", None, "", {})
