#!/usr/bin/env python3
"""Kills the service (SIGKILL) again and again while eight clients write, and holds its logs against what it acknowledged.

  scripts/durability/crash.py [--seed N] [--kills N] [--seconds N]

Every request carries an Idempotency-Key, and is sent again with it until it is answered. After each restart, before anyone
writes again, and at the end: every acknowledged event is in its log under the number that its answer named, once; every other
event is explained by a request that waits for its answer, once; no version went back; `spand store check` finds no fault,
`spand replay` no difference.
"""
import argparse
import collections
import random
import sys
import tempfile
import threading
import time
import typing

from ledger import Ledger
from service import PATIENCE, Answer, Client, Lost, Service, expect_replay, expect_sound
from traffic import Request, Session, Traffic

CLIENTS, SHARING = 8, 4
MOST_FAULTS = 20


class Gate:
    """Where clients wait while there is no service."""

    def __init__(self) -> None:
        self.condition = threading.Condition()
        self.port = 0
        self.generation = 0
        self.waiting = 0
        self.is_over = False

    def open(self, port: int) -> None:
        with self.condition:
            self.port = port
            self.generation += 1
            self.condition.notify_all()

    def wait(self, generation: int) -> tuple[int, int]:
        """Until there is another service than that; its generation and port."""
        with self.condition:
            self.waiting += 1
            self.condition.notify_all()
            try:
                if not self.condition.wait_for(lambda: self.generation > generation, 5 * PATIENCE):
                    raise AssertionError("the service did not come back")
            finally:
                self.waiting -= 1
            return self.generation, self.port

    def wait_for_all(self, still_there: typing.Callable[[], int]) -> None:
        """Until every client that is still there waits."""
        with self.condition:
            if not self.condition.wait_for(lambda: self.waiting >= still_there(), PATIENCE):
                raise AssertionError(f"{self.waiting} clients wait, and {still_there()} are there")


class Writer(threading.Thread):
    """A client that never gives up."""

    def __init__(self, traffic: Traffic, gate: Gate, ledger: Ledger):
        super().__init__(daemon=True)
        self.traffic, self.gate, self.ledger = traffic, gate, ledger
        self.recent: collections.deque[tuple[Request, Answer]] = collections.deque(maxlen=40)
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            self.generation, port = self.gate.wait(0)
            self.client = Client(port)
            while not self.gate.is_over:
                request = self.traffic.next()
                self.ledger.begin(request)
                answer, attempts = self.insist(request)
                self.ledger.end(request, answer, attempts)
                self.learn(request, answer)
            self.client.close()
        except BaseException as failure:  # told by the main thread
            self.failure = failure
        with self.gate.condition:
            self.gate.condition.notify_all()

    def insist(self, request: Request) -> tuple[Answer, int]:
        attempts = 0
        while True:
            try:
                attempts += 1
                answer = self.client.ask(request.method, request.path, request.body, request.headers)
            except Lost:
                self.ledger.counts["lost"] += 1
                self.generation, self.client.port = self.gate.wait(self.generation)
                continue
            if answer.status == 503 or (answer.status == 409 and b"idempotency.inFlight" in answer.body):
                time.sleep(0.05)
                continue
            return answer, attempts

    def learn(self, request: Request, answer: Answer) -> None:
        session = request.session
        if session is not None and (request.kind == "delete" or b"There is no session" in answer.body):
            session.is_deleted = session.is_deleted or answer.status in (204, 404)
        if answer.status >= 300:
            return
        if session is None:
            session = self.ledger.accounts[answer.json["id"]].session
            self.traffic.keep(session)
        session.version = max(session.version, answer.version)
        if request.kind in ("tap", "anchor") and answer.status == 201:
            session.anchors.append(f"a{request.key}")
        if request.kind == "measure":
            session.measurements.append(f"m{request.key}")
        if request.kind != "delete":
            self.recent.append((request, answer))


class Trial:
    def __init__(self, seed: int, kills: int, seconds: float, store: str):
        self.random = random.Random(seed)
        self.kills, self.seconds, self.store = kills, seconds, store
        self.ledger, self.gate = Ledger(), Gate()
        self.service = Service(store)
        shared: list[Session] = []
        self.writers = [Writer(Traffic(c, seed, shared, c < SHARING), self.gate, self.ledger) for c in range(CLIENTS)]
        self.early = 0

    def run(self) -> None:
        moments = sorted(self.random.uniform(0.2, self.seconds) for _ in range(self.kills))
        for writer in self.writers:
            writer.start()
        self.service.start()
        self.gate.open(self.service.port)
        written = 0.0
        for moment in moments:
            time.sleep(max(0.05, moment - written))
            written = max(moment, written + 0.05)
            self.service.kill()
            self.recover()
        time.sleep(max(0.0, self.seconds - written))
        self.gate.is_over = True
        for writer in self.writers:
            writer.join(PATIENCE)
        self.check_writers()
        assert not self.ledger.pending, self.ledger.pending
        self.compare("the last answer")
        self.ledger.close()
        self.service.stop()
        self.service.start()
        self.repeat()
        events = self.compare("all was asked once more")
        self.service.stop()
        expect_sound(self.store)
        self.report(events)

    def recover(self) -> None:
        """Starts the service on what it left behind."""
        self.gate.wait_for_all(lambda: sum(w.is_alive() and w.failure is None for w in self.writers))
        self.check_writers()
        if self.random.random() < 0.3:
            expect_sound(self.store)
        if self.random.random() < 0.3:
            # While it starts, it is no safer.
            self.early += 1
            self.service.launch()
            time.sleep(self.random.uniform(0, 0.05))
            self.service.kill()
        # Sessions are read anew from snapshots and from their beginning, and are kept in memory or not.
        self.service.options = self.random.choice([(), ("--session-snapshot", "20"), ("--session-snapshot", "20", "--session-cache", "0")])
        self.service.start()
        self.compare("a kill")
        self.gate.open(self.service.port)

    def compare(self, after: str) -> int:
        client = self.service.client()
        events = self.ledger.compare(client)
        expect_sound(self.store)
        expect_replay(self.store, (session["id"] for session in client.sessions()))
        client.close()
        if self.ledger.faults:
            raise AssertionError(f"after {after}")
        return events

    def repeat(self) -> None:
        """The last requests of everybody once more: the same answers, to the last byte."""
        client = self.service.client()
        for request, answer in (pair for writer in self.writers for pair in writer.recent):
            session = request.session or self.ledger.accounts[answer.json["id"]].session
            if self.ledger.accounts[session.id].is_deleted or request.key not in {
                r.key for r in self.ledger.accounts[session.id].acknowledged.values()
            }:
                continue
            again = client.ask(request.method, request.path, request.body, request.headers)
            if (again.status, again.version, again.body) != (answer.status, answer.version, answer.body):
                self.ledger.fault(f"{request}: was answered {answer}, and then {again}")
        client.close()

    def check_writers(self) -> None:
        for writer in self.writers:
            if writer.failure is not None:
                raise writer.failure

    def report(self, events: int) -> None:
        counts = self.ledger.counts
        print(
            f"killed {self.kills} times, and {self.early} times while it started; {counts['answers']} requests answered"
            f" ({counts['retried']} of them after {counts['lost']} lost answers), {counts['refusals']} refused"
            f" ({counts['conditions']} by If-Match), {counts['events']} events acknowledged, {counts['deletions']} sessions deleted;"
            f" {events} events in {sum(not a.is_deleted for a in self.ledger.accounts.values())} logs, as acknowledged")


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seed", type=int, default=random.SystemRandom().getrandbits(32))
    arguments.add_argument("--kills", type=int, default=12)
    arguments.add_argument("--seconds", type=float, default=20, help="of writing")
    asked = arguments.parse_args()
    print(f"seed {asked.seed}", flush=True)
    with tempfile.TemporaryDirectory() as directory:
        trial = Trial(asked.seed, asked.kills, asked.seconds, f"{directory}/span.sqlite")
        try:
            trial.run()
        except AssertionError as failure:
            print(f"FAILED: {failure}", file=sys.stderr)
            for fault in trial.ledger.faults[:MOST_FAULTS]:
                print(f"  {fault[:1500]}", file=sys.stderr)
            return 1
        finally:
            trial.service.__exit__()
    return 0


if __name__ == "__main__":
    sys.exit(main())
