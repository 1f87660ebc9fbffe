#!/usr/bin/env python3
"""Three replicas on one PostgreSQL server behind haproxy lose nothing, whatever becomes of one of them or of the server.

  scripts/with-postgresql.sh scripts/replicas/failover.py [--seed N]

16 clients write to sessions that they share, 64 write to one session without If-Match, others watch that. Meanwhile one replica is
killed (SIGKILL), one is stopped as an operator stops it (SIGTERM), and the database is restarted. Then: every acknowledged event is
in its log once, under the number that its answer named, and nothing else is; no client saw a version go back; watchers saw every
event once, in order. Clients notice nothing of the SIGTERM, of the kill only requests without an answer, and of the database
only 503 with a Retry-After that is not the same for all; five seconds after it is back all is well.
"""
import argparse
import random
import sys
import tempfile
import threading
import time
import typing

from cluster import Cluster, Replica, until
from diary import Diary, Phase
from watcher import Watcher

import crash
from ledger import Ledger
from service import PATIENCE, Answer, Client
from traffic import Request, Session, Traffic

CLIENTS, CROWD, WATCHERS = 16, 64, 6
AT_ONCE = 4  # writes of each in the crowd, as fast as it can; then one every few seconds
CALM = 3.0  # seconds of writing before and between what is done to the service
OUTAGE = 4.0  # seconds
RECOVERY = 5.0  # seconds
MOST_FAULTS = 20


class SharingTraffic(Traffic):
    OWN, SHARED = 1, 6


class Writer(crash.Writer):
    """A client that repeats its requests until they are answered, and looks at what it has written."""

    def __init__(self, number: int, seed: int, shared: list[Session], gate: crash.Gate, ledger: Ledger, diary: Diary):
        super().__init__(SharingTraffic(number, seed, shared, True), gate, ledger)
        self.diary = diary

    def insist(self, request: Request) -> tuple[Answer, int]:
        if request.session is not None and self.traffic.random.random() < 0.3:
            self.look(request.client, request.session)
        time.sleep(self.traffic.random.uniform(0, 0.1))
        return self.diary.ask(self.client, request.method, request.path, request.body, request.headers)

    def look(self, number: int, session: Session) -> None:
        answer, _ = self.diary.ask(self.client, "GET", f"/v1/sessions/{session.id}")
        if answer.status != 200:
            return  # deleted: the ledger knows
        with self.ledger.lock:
            seen = self.ledger.last.get((number, session.id), 0)
            if answer.version < seen:
                self.ledger.fault(f"client {number} read version {answer.version} of {session.id} after {seen}")
            self.ledger.last[(number, session.id)] = max(seen, answer.version)


class Member(threading.Thread):
    """One of the crowd: adds anchors to the same session as all others, from whatever version that has."""

    def __init__(self, number: int, seed: int, session: str, client: Client, diary: Diary):
        super().__init__(daemon=True)
        self.number, self.session, self.client, self.diary = number, session, client, diary
        self.random = random.Random(f"crowd {seed}/{number}")
        self.versions: dict[int, str] = {}
        self.faults: list[str] = []
        self.is_over = False

    def run(self) -> None:
        turn = last = 0
        while not self.is_over:
            name = f"{self.number}-{turn}"
            body = {"id": name, "position": [self.random.uniform(-4, 4) for _ in range(3)]}
            answer, _ = self.diary.ask(self.client, "POST", f"/v1/sessions/{self.session}/anchors", body, {"Idempotency-Key": f"crowd-{name}"})
            if answer.status != 201:
                self.faults.append(f"{name} was answered {answer}")
            elif answer.version <= last:
                self.faults.append(f"{name} was answered with version {answer.version} after {last}")
            last = answer.version
            self.versions[answer.version] = name
            turn += 1
            pause = 0.0 if turn < AT_ONCE else self.random.uniform(1, 4)
            until_then = time.monotonic() + pause
            while not self.is_over and time.monotonic() < until_then:
                time.sleep(0.05)


class Trial:
    def __init__(self, seed: int, cluster: Cluster):
        assert cluster.balancer
        self.cluster, self.balancer, self.database = cluster, cluster.balancer, cluster.database
        self.random = random.Random(seed)
        self.diary, self.ledger, self.gate = Diary(), Ledger(), crash.Gate()
        shared: list[Session] = []
        self.writers = [Writer(n, seed, shared, self.gate, self.ledger, self.diary) for n in range(CLIENTS)]
        made = self.balancer.client().ask("POST", "/v1/sessions", {"name": "crowd"})
        assert made.status == 201, made
        self.crowd_session: str = made.json["id"]
        self.crowd = [Member(n, seed, self.crowd_session, self.balancer.client(), self.diary) for n in range(CROWD)]
        self.watchers = [Watcher(self.balancer.port, self.crowd_session) for _ in range(WATCHERS)]

    def run(self) -> None:
        for thread in [*self.watchers, *self.writers, *self.crowd]:
            thread.start()
        self.gate.open(self.balancer.port)
        time.sleep(CALM)
        killed, drained, _ = self.random.sample(self.cluster.replicas, 3)
        self.kill(killed)
        time.sleep(CALM)
        self.drain(drained)
        time.sleep(CALM)
        self.restart_database()
        time.sleep(CALM)
        self.end()
        self.compare()

    # ---------------------------------------------------------------- what is done to the service

    def kill(self, replica: Replica) -> None:
        phase = self.diary.begin("after SIGKILL", "502", "lost")
        replica.service.kill()
        # Two looks of the balancer, and a request on its way.
        time.sleep(3)
        phase.ended = time.monotonic()
        replica.service.start()
        until("the replica that was killed is ready again", lambda: replica.is_ready)

    def drain(self, replica: Replica) -> None:
        phase = self.diary.begin("after SIGTERM")
        # Leaves with 0, and has nothing to complain of.
        replica.service.stop()
        phase.ended = time.monotonic()
        replica.service.start()
        until("the replica that was stopped is ready again", lambda: replica.is_ready)

    def restart_database(self) -> None:
        phase = self.diary.begin("while the database was away", "503")
        self.database.order("stop", "-m", "fast")
        stopped = time.monotonic()
        until("no replica is ready", lambda: not any(r.is_ready for r in self.cluster.replicas), OUTAGE)
        until("haproxy knows", lambda: self.is_refused(), OUTAGE)
        for replica in self.cluster.replicas:
            assert replica.service.admin("/healthz").status == 200, "a replica without a store is not alive"
        # What needs no store is answered all the same.
        combined = {"values": [{"value": 1, "standard": 0.1}, {"value": 1.1, "standard": 0.1}]}
        answer, _ = self.diary.ask(self.balancer.client(), "POST", "/v1/combine", combined)
        assert answer.status == 200, answer
        time.sleep(max(0.0, stopped + OUTAGE - time.monotonic()))
        self.database.order("start")
        back = time.monotonic()
        phase.ended = back + RECOVERY
        until("all replicas are ready again", lambda: all(r.is_ready for r in self.cluster.replicas), RECOVERY)
        time.sleep(max(0.0, phase.ended - time.monotonic()))
        self.expect_pauses(phase)
        last = max(t.ended for t in self.diary.during(phase))
        self.words = f"the last 503 came {last - back:.1f} s after the database was back"

    def is_refused(self) -> bool:
        return self.balancer.client().ask("GET", "/v1/sessions").status == 503

    def expect_pauses(self, phase: Phase) -> None:
        pauses = {t.pause for t in self.diary.during(phase)}
        assert len(pauses) > 2, f"all who were refused were told to come back after the same {pauses}"

    # ---------------------------------------------------------------- what came of it

    def end(self) -> None:
        self.gate.is_over = True
        for member in self.crowd:
            member.is_over = True
        for thread in [*self.writers, *self.crowd]:
            thread.join(PATIENCE)
            assert not thread.is_alive(), "somebody still waits for an answer"
        for writer in self.writers:
            if writer.failure is not None:
                raise writer.failure
        assert not self.ledger.pending, self.ledger.pending

    def compare(self) -> None:
        client = self.balancer.client()
        log = client.events(self.crowd_session) or []
        self.compare_crowd(log)
        until("watchers have seen everything", lambda: all(len(w.events) >= len(log) for w in self.watchers), RECOVERY)
        for watcher in self.watchers:
            watcher.is_over = True
            self.ledger.faults += watcher.faults
            if watcher.events != log:
                self.ledger.fault("a watcher saw other events than there are")
        # Nobody asked the ledger about this one.
        assert client.ask("DELETE", f"/v1/sessions/{self.crowd_session}").status == 204
        events = self.ledger.compare(client)
        self.ledger.close()
        self.ledger.faults += self.diary.faults()
        assert not self.ledger.faults, f"{len(self.ledger.faults)} faults"
        self.balancer.expect_silent_log()
        self.report(log, events)

    def compare_crowd(self, log: list[dict[str, typing.Any]]) -> None:
        versions: dict[int, str] = {}
        for member in self.crowd:
            self.ledger.faults += member.faults
            if not member.versions.keys().isdisjoint(versions):
                self.ledger.fault("two of the crowd were given the same version")
            versions |= member.versions
        there = {event["seq"]: event["data"]["input"].get("id") for event in log if event["type"] == "anchorAdded"}
        if there != versions:
            self.ledger.fault(f"the crowd was told of {len(versions)} events, and there are {len(there)}: {set(there.items()) ^ set(versions.items())}")
        if [event["seq"] for event in log] != list(range(1, len(log) + 1)):
            self.ledger.fault("the log of the crowd has gaps")

    def report(self, log: list[dict[str, typing.Any]], events: int) -> None:
        kinds = sorted({t.what for t in self.diary.troubles})
        troubles = ", ".join(f"{sum(t.what == kind for t in self.diary.troubles)} {kind}" for kind in kinds)
        counts = self.ledger.counts
        print(
            f"{self.diary.requests} requests answered, {troubles or 'no trouble'}; {self.words}; {counts['events']} events acknowledged in"
            f" {len(self.ledger.accounts)} sessions, {events} of them in logs that are still there, each once; {len(log)} events of"
            f" {CROWD} writers in one session, seen by {WATCHERS} watchers on {sum(w.streams for w in self.watchers)} streams")


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seed", type=int, default=random.SystemRandom().getrandbits(32))
    seed = arguments.parse_args().seed
    print(f"seed {seed}", flush=True)
    with tempfile.TemporaryDirectory() as directory, Cluster(directory, f"failover_{seed}") as cluster:
        trial = Trial(seed, cluster)
        try:
            trial.run()
        except AssertionError as failure:
            print(f"FAILED: {failure}", file=sys.stderr)
            for fault in (trial.ledger.faults or list(trial.diary.faults()))[:MOST_FAULTS]:
                print(f"  {fault[:1500]}", file=sys.stderr)
            print(trial.balancer.last_words(), file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
