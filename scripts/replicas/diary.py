"""What clients were told that is not an answer to their requests, and when, to be held against what was done to the service."""
import dataclasses
import threading
import time
import typing

from service import Answer, Client, Lost


@dataclasses.dataclass
class Trouble:
    began: float
    ended: float
    what: str  # "503", "502", "lost"
    detail: str
    pause: int | None = None  # of Retry-After, seconds


@dataclasses.dataclass
class Phase:
    """Something that is done to the service, from which clients may notice this and nothing else."""

    name: str
    allowed: frozenset[str]
    began: float
    ended: float | None = None


class Diary:
    # Seconds that clients wait before they ask again. They are told to wait longer, but then nobody would see how soon all is well.
    PAUSE = 0.1

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.troubles: list[Trouble] = []
        self.phases: list[Phase] = []
        self.requests = 0

    def begin(self, name: str, *allowed: str) -> Phase:
        self.phases.append(Phase(name, frozenset(allowed), time.monotonic()))
        return self.phases[-1]

    def ask(self, client: Client, method: str, path: str, body: object = None, headers: dict[str, str] | None = None) -> tuple[Answer, int]:
        """Asks again, with the same key, until there is an answer.
        Returns how often, too."""
        attempts = 0
        while True:
            attempts += 1
            began = time.monotonic()
            try:
                answer = client.ask(method, path, body, headers)
            except Lost as loss:
                self.note(Trouble(began, time.monotonic(), "lost", str(loss)))
            else:
                if answer.status < 500 and not (answer.status == 409 and b"idempotency.inFlight" in answer.body):
                    with self.lock:
                        self.requests += 1
                    return answer, attempts
                if answer.status >= 500:
                    pause = answer.headers.get("retry-after", "")
                    self.note(Trouble(began, time.monotonic(), str(answer.status), f"{method} {path}: {answer}", int(pause) if pause else None))
            time.sleep(self.PAUSE)

    def note(self, trouble: Trouble) -> None:
        with self.lock:
            self.troubles.append(trouble)

    def during(self, phase: Phase) -> list[Trouble]:
        return [t for t in self.troubles if t.ended >= phase.began and (phase.ended is None or t.began <= phase.ended)]

    def faults(self) -> typing.Iterator[str]:
        """Troubles that nothing explains, and refusals that do not say when to come again."""
        for trouble in self.troubles:
            phases = [p for p in self.phases if trouble in self.during(p)]
            if not any(trouble.what in p.allowed for p in phases):
                yield f"{trouble.what} {' and '.join(p.name for p in phases) or 'while all was well'}: {trouble.detail}"
            if trouble.what == "503" and trouble.pause is None:
                yield f"503 without Retry-After: {trouble.detail}"
