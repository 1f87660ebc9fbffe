"""What was asked and what was acknowledged, to be held against the logs that the service gives out."""
import dataclasses
import threading
import typing

from service import Answer, Client
from traffic import Request, Session


@dataclasses.dataclass
class Account:
    """Of one session: the requests whose answers named an event, by its number."""

    session: Session
    acknowledged: dict[int, Request] = dataclasses.field(default_factory=dict)
    is_deleted: bool = False
    eraser: Request | None = None  # the one that was told so
    seen: int = 0  # the largest version that anybody has seen


class Ledger:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.accounts: dict[str, Account] = {}
        self.pending: dict[int, Request] = {}  # by client: each waits for one answer at most
        self.belated: set[int] = set()  # clients whose request came after its session was said to be deleted
        self.last: dict[tuple[int, str], int] = {}  # the version a client saw last, by client and session
        self.missing: set[str] = set()  # sessions of which somebody was told that there is none
        self.faults: list[str] = []
        self.counts = {"answers": 0, "events": 0, "refusals": 0, "conditions": 0, "lost": 0, "retried": 0, "deletions": 0}

    def fault(self, text: str) -> None:
        self.faults.append(text)

    # ---------------------------------------------------------------- what clients tell

    def begin(self, request: Request) -> None:
        with self.lock:
            self.pending[request.client] = request
            if request.session and self.accounts[request.session.id].is_deleted:
                self.belated.add(request.client)

    def end(self, request: Request, answer: Answer, attempts: int) -> None:
        """The answer to a request is there; the attempts before the last one were lost."""
        with self.lock:
            self.counts["answers"] += 1
            self.counts["retried"] += attempts > 1
            del self.pending[request.client]
            if answer.status >= 300:
                self.refused(request, answer, attempts)
            elif request.kind == "delete":
                self.deleted(request)
            else:
                self.done(request, answer)
            self.belated.discard(request.client)

    def done(self, request: Request, answer: Answer) -> None:
        session = request.session or Session(answer.json["id"])
        account = self.accounts.setdefault(session.id, Account(session))
        version, place = answer.version, (request.client, session.id)
        if version == 0:
            return self.fault(f"{request}: success without a version: {answer}")
        made = made_event(request, answer)
        if version < self.last.get(place, 0) + made:
            self.fault(f"{request}: version {version} after {self.last[place]}")
        self.last[place] = version
        account.seen = max(account.seen, version)
        if request.client in self.belated:
            self.fault(f"{request}: done in a session that was deleted")
        if not made:
            return
        self.counts["events"] += 1
        if version in account.acknowledged:
            self.fault(f"event {version} of {session.id} answers {request} and {account.acknowledged[version]}")
        account.acknowledged[version] = request

    def deleted(self, request: Request) -> None:
        assert request.session
        account = self.accounts[request.session.id]
        if account.eraser:
            self.fault(f"{request}: deleted twice, also by {account.eraser}")
        account.is_deleted, account.eraser = True, request
        self.counts["deletions"] += 1

    def refused(self, request: Request, answer: Answer, attempts: int) -> None:
        self.counts["refusals"] += 1
        code = answer.json.get("code") or [e["code"] for e in answer.json.get("errors", [])]
        match answer.status, code:
            case 404, _ if request.session and answer.json["detail"].startswith("There is no session"):
                self.missing.add(request.session.id)
                # The first attempt has done it.
                if request.kind == "delete" and attempts > 1:
                    self.accounts[request.session.id].is_deleted = True
            case 404, _ if request.kind in ("unanchor", "unmeasure", "unplane"):
                pass
            case 409, "undo.nothing" | "redo.nothing" if request.kind in ("undo", "redo"):
                pass
            case 412, _ if request.condition:
                self.counts["conditions"] += 1
            case 422, ["id.unknown", *_] if request.kind == "measure":
                pass
            case _:
                self.fault(f"{request}: answered {answer.status} {answer.body.decode()}")

    # ---------------------------------------------------------------- what the service has

    def compare(self, client: Client) -> int:
        """Holds everything the service has against everything it said; nobody may write meanwhile.

        Requests that wait for their answers may have been done, each once; nothing else may have happened.
        Returns the number of events.
        """
        waiting = list(self.pending.values())
        listed = {session["id"]: session for session in client.sessions()}
        for id, session in listed.items():
            if id in self.accounts:
                continue
            made = next((r for r in waiting if r.kind == "create" and r.key == session.get("name")), None)
            if made is None:
                self.fault(f"session {id}, which no request explains: {session}")
            else:
                waiting.remove(made)
                events = client.events(id) or []
                if len(events) != 1 or not made.explains(events[0]):
                    self.fault(f"session {id} was made by {made}, and its log is {events}")
        return sum(self.compare_log(client, account, listed.get(id), waiting) for id, account in self.accounts.items())

    def compare_log(self, client: Client, account: Account, listed: dict[str, typing.Any] | None, waiting: list[Request]) -> int:
        session = account.session
        events = client.events(session.id)
        if (events is None) != (listed is None):
            self.fault(f"session {session.id} is listed or has events, and not both")
        if events is None:
            erased = next((r for r in waiting if r.kind == "delete" and r.session is session), None)
            if not account.is_deleted and erased is None:
                self.fault(f"session {session.id} is gone, with {len(account.acknowledged)} acknowledged events")
            return 0
        if account.is_deleted:
            self.fault(f"session {session.id} was deleted and is there")
        if [event["seq"] for event in events] != list(range(1, len(events) + 1)):
            self.fault(f"the log of {session.id} has gaps: {[event['seq'] for event in events]}")
        if len(events) < account.seen:
            self.fault(f"session {session.id} is at version {len(events)} and was at {account.seen}")
        if listed is not None and listed["version"] != len(events):
            self.fault(f"session {session.id} is listed at version {listed['version']}, and has {len(events)} events")
        account.seen = max(account.seen, len(events))
        for number, request in account.acknowledged.items():
            if number <= len(events) and not request.explains(events[number - 1]):
                self.fault(f"event {number} of {session.id} is not of {request}: {events[number - 1]}")
        for event in events:
            if event["seq"] in account.acknowledged:
                continue
            made = next((r for r in waiting if r.session is session and r.explains(event)), None)
            if made is None:
                self.fault(f"event {event['seq']} of {session.id}, which no request explains: {event}")
            else:
                waiting.remove(made)
        return len(events)

    def close(self) -> None:
        """Nobody waits any more."""
        for id in self.missing:
            if not self.accounts[id].is_deleted:
                self.fault(f"session {id} was told not to be there, and nobody deleted it")


def made_event(request: Request, answer: Answer) -> bool:
    """Whether a success has changed something: a tap may miss, and updates may all be of anchors that are not there."""
    if request.kind == "tap":
        return answer.status == 201
    if request.kind == "update":
        assert request.body
        return len(answer.json["ignored"]) < len(request.body["updates"])
    return True
