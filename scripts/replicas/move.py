#!/usr/bin/env python3
"""`spand store copy FILE postgresql://…` takes all sessions to a database, also after it was killed, and finds what differs there.

  scripts/with-postgresql.sh scripts/replicas/move.py

Sessions are made on a file. A copy of it is killed (SIGKILL) midway; the next one does the rest, one more changes no row. A service on
the database then answers what the one on the file did, to the last byte; single sessions are computed anew, exported and imported there. Events that were changed are found, in the database
by comparing and in both places by computing every number anew.
"""
import pathlib
import random
import sqlite3
import subprocess
import sys
import tempfile

from cluster import Database, until

from service import BINARY, PATIENCE, Service, expect_replay, spand
from traffic import FLOOR

SESSIONS = 150
AT_ONCE = 64  # sessions that are on their way together
PATHS = ["", "/planes", "/anchors", "/drift", "/path", "/measurements", "/events?limit=1000"]
TABLES = ["sessions", "events", "snapshots", "answers", "purges"]
NEW_SESSION = "01900000-0000-7000-8000-000000000000"
# What a tap is said to have hit, and something else.
OTHER_POSITION = ('"position":[', '"position":[1')
UNAVAILABLE, DATA_ERROR = 69, 65  # sysexits(3)


def fill(service: Service) -> list[str]:
    client, generator, sessions = service.client(), random.Random(7), []
    for number in range(SESSIONS):
        made = client.ask("POST", "/v1/sessions", {"name": f"session \0 {number}", "snap": False})
        assert made.status == 201, made
        base = f"/v1/sessions/{made.json['id']}"
        floor = {"pose": FLOOR, "extent": {"width": 20, "height": 20}}
        assert client.ask("PUT", f"{base}/planes/floor", floor).status == 201
        for _ in range(number % 6):
            ray = {"origin": [0, 1.5, 0], "direction": [generator.uniform(-1, 1), -1, generator.uniform(-1, 1)]}
            assert client.ask("POST", f"{base}/taps", {"ray": ray}).status == 201
        if number % 6 > 2:
            moved = {"updates": [{"id": "anchor-1", "position": [generator.random(), 0, 0]}]}
            assert client.ask("PATCH", f"{base}/anchors", moved).status == 200
            assert client.ask("POST", f"{base}/undo", {}).status == 200
        sessions.append(made.json["id"])
    client.close()
    return sessions


def everything(service: Service, sessions: list[str]) -> list[bytes]:
    client = service.client()
    answers = [client.ask("GET", f"/v1/sessions/{session}{path}") for session in sessions for path in PATHS]
    client.close()
    assert all(answer.status == 200 for answer in answers), [a for a in answers if a.status != 200]
    return [answer.body for answer in answers]


def rows(database: Database) -> str:
    """Which transaction each row is from."""
    lists = [f"(SELECT md5(string_agg(xmin::text, ',' ORDER BY ctid)) FROM span_{table})" for table in TABLES]
    return database.query(f"SELECT concat_ws(' ', {', '.join(lists)})")


def copy(store: str, database: Database, code: int = 0) -> subprocess.CompletedProcess[str]:
    outcome = spand("store", "copy", store, database.url)
    assert outcome.returncode == code, outcome
    assert bool(outcome.stderr) == (code != 0), outcome
    return outcome


def export(session: str, store: str) -> str:
    outcome = spand("store", "export", session, "--store", store)
    assert outcome.returncode == 0 and not outcome.stderr, outcome
    return outcome.stdout


def expect_one_by_one(session: str, database: Database, file: pathlib.Path) -> None:
    """What is done to one session alone goes on there as on a file, beside the service."""
    expect_replay(database.url, [session])
    text = export(session, str(file))
    assert export(session, database.url) == text, "the database exports something else than the file"
    exported = file.with_suffix(".json")
    exported.write_text(text.replace(session, NEW_SESSION))
    added = spand("store", "import", str(exported), "--store", database.url)
    assert added.returncode == 0 and added.stdout == f"added {NEW_SESSION}\n", added
    assert export(NEW_SESSION, database.url) == exported.read_text(), "what was imported is exported otherwise"
    expect_replay(database.url, [NEW_SESSION])
    again = spand("store", "import", str(exported), "--store", database.url)
    assert again.returncode == DATA_ERROR and "already" in again.stderr, again


def kill_midway(store: str, database: Database) -> int:
    """Returns how many sessions there are then."""
    database.query(
        "CREATE FUNCTION wait_midway() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        f" IF (SELECT count(*) FROM span_sessions) > {AT_ONCE} THEN PERFORM pg_sleep(4); END IF; RETURN NULL; END $$;"
        " CREATE TRIGGER midway AFTER INSERT ON span_events FOR EACH STATEMENT EXECUTE FUNCTION wait_midway()")
    process = subprocess.Popen([BINARY, "store", "copy", store, database.url], env={}, stdin=subprocess.DEVNULL)
    waits = "FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
    until("the copy waits", lambda: database.query(f"SELECT count(*) {waits}") == "1")
    process.kill()
    process.wait(PATIENCE)
    database.query(f"SELECT pg_terminate_backend(pid, 5000) {waits}")
    database.query("DROP FUNCTION wait_midway CASCADE")
    return int(database.query("SELECT count(*) FROM span_sessions"))


def main() -> None:
    with tempfile.TemporaryDirectory() as directory:
        store = f"{directory}/span.sqlite"
        with Service(store) as service:
            sessions = fill(service)
            before = everything(service, sessions)
            database = Database("moved")
            outcome = copy(store, database, UNAVAILABLE)
            assert outcome.stderr == f"spand: {store} cannot be used: another spand is using it\n", outcome
            service.stop()
        expect_replay(store, sessions[:6])

        there = kill_midway(store, database)
        assert there == AT_ONCE, f"{there} sessions were there when the copy was killed"
        resumed = copy(store, database).stdout
        # What was written together is there, or not, together.
        began = f"{SESSIONS - there} sessions copied, {there} were there; "
        assert resumed.startswith(began) and resumed.endswith(", 0 sessions differ\n"), resumed
        kept = rows(database)
        again = copy(store, database).stdout
        assert again.startswith(f"0 sessions copied, {SESSIONS} were there; ") and rows(database) == kept, again
        events = int(database.query("SELECT count(*) FROM span_events"))
        assert f"; {events} events in all, " in again, again
        with Service(database.url) as service:
            assert everything(service, sessions) == before, "the database answers something else than the file"
            expect_one_by_one(sessions[4], database, pathlib.Path(store))
            service.stop()

        old, new = OTHER_POSITION
        database.query(
            f"UPDATE span_events SET data = convert_to(replace(convert_from(data, 'UTF8'), '{old}', '{new}'), 'UTF8')"
            f" WHERE session = convert_to('{sessions[5]}', 'UTF8') AND seq = 3")
        changed = spand("replay", sessions[5], "--store", database.url)
        assert changed.returncode == DATA_ERROR and "event 3 (tapped): the log has " in changed.stderr, changed
        outcome = copy(store, database, DATA_ERROR)
        assert outcome.stderr == f"spand: session {sessions[5]}: has other events\n" and "1 sessions differ" in outcome.stdout, outcome

        # The same mistake in both places: no comparison finds it.
        with sqlite3.connect(store) as file:
            changed = file.execute(
                "UPDATE events SET data = CAST(replace(CAST(data AS TEXT), ?, ?) AS BLOB)"
                " WHERE key = (SELECT key << 24 | 3 FROM sessions WHERE id = ?)", (*OTHER_POSITION, sessions[4])).rowcount
            assert changed == 1
        file.close()
        database = Database("moved_again")
        outcome = copy(store, database, DATA_ERROR)
        line = f"spand: session {sessions[4]}: event 3 (tapped): the log has "
        assert outcome.stderr.startswith(line) and "1 sessions differ" in outcome.stdout, outcome
    print(f"{SESSIONS} sessions with {events} events were copied, {there} of them before the copy was killed; all are the same there")


if __name__ == "__main__":
    main()
