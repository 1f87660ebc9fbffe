#!/usr/bin/env python3
"""Takes backups beside a service that writes, as docs/operations.md says, and restores them.

  file       `spand store copy`, and the copy in the place of the file
  session    `spand store export`, and `spand store import` into a new file
  database   `pg_dump` and `pg_restore` (where SPAN_TEST_POSTGRESQL names a server)

The restored service has every change that was acknowledged before the backup began, each session without a gap, and takes more.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time
import typing

from full import Tapper, together
from service import PATIENCE, Service, expect_replay, expect_sound, spand

CLIENTS = 4
RUN_UP = 0.5  # s of writing before the backup begins, and after it has ended


def beside(tappers: list[Tapper], work: typing.Callable[[], None]) -> None:
    """Does the work while all of them write."""
    over = threading.Event()

    def tap(tapper: Tapper) -> None:
        while not over.is_set():
            tapper.tap_well(1)

    def wait_and_work() -> None:
        try:
            time.sleep(RUN_UP)
            work()
            time.sleep(RUN_UP)
        finally:
            over.set()

    worker = threading.Thread(target=wait_and_work)
    worker.start()
    together(tappers, tap)
    worker.join()


def back_up(service: Service, command: typing.Callable[[], None]) -> dict[str, tuple[int, int]]:
    """Sessions with how many taps they had, at least and at most, when the backup was made."""
    tappers = [Tapper(service) for _ in range(CLIENTS)]
    least: dict[str, int] = {}
    done: list[bool] = []

    def work() -> None:
        least.update({tapper.id: tapper.count for tapper in tappers})
        command()
        done.append(True)

    beside(tappers, work)
    assert done, "there is no backup"
    return {tapper.id: (least[tapper.id], tapper.count) for tapper in tappers}


def expect_restored(store: str, sessions: dict[str, tuple[int, int]]) -> int:
    """How many taps are there."""
    total = 0
    with Service(store) as service:
        client = service.client()
        for session, (least, most) in sessions.items():
            events = client.events(session)
            assert events is not None, f"{session} is gone"
            assert [event["seq"] for event in events] == list(range(1, len(events) + 1)), f"{session} has gaps"
            taps = len(events) - 2  # beside its beginning and its floor
            assert least <= taps <= most, f"{session} has {taps} taps, not {least} to {most}"
            total += taps
            assert client.ask("POST", f"/v1/sessions/{session}/undo", {}).status == 200
        client.close()
        service.stop()
    return total


def run(*command: str) -> None:
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, timeout=PATIENCE)


def tool(*arguments: str) -> None:
    outcome = spand(*arguments)
    assert outcome.returncode == 0 and not outcome.stderr, outcome


def file(directory: pathlib.Path) -> None:
    store, copy = str(directory / "span.sqlite"), str(directory / "copy.sqlite")
    with Service(store) as service:
        sessions = back_up(service, lambda: tool("store", "copy", copy, "--store", store))
        service.stop()
    expect_sound(copy)
    expect_replay(copy, sessions)
    print(f"file: {expect_restored(copy, sessions)} taps in the copy")


def session(directory: pathlib.Path) -> None:
    store, other = str(directory / "span.sqlite"), str(directory / "other.sqlite")
    with Service(store) as service:
        tapper = Tapper(service)
        tapper.tap_well(20)
        text = spand("store", "export", tapper.id, "--store", store).stdout
        service.stop()
    (directory / "session.json").write_text(text)
    tool("store", "import", str(directory / "session.json"), "--store", other)
    expect_sound(other)
    expect_replay(other, [tapper.id])
    print(f"session: {expect_restored(other, {tapper.id: (20, 20)})} taps after the import")


def database(directory: pathlib.Path, server: str) -> None:
    def url(name: str) -> str:
        return server.replace("/postgres?", f"/{name}?")

    run("psql", "-q", "-c", "CREATE DATABASE span_kept", "-c", "CREATE DATABASE span_restored", server)
    tool("store", "migrate", "--store", url("span_kept"))
    dump = str(directory / "span.dump")
    with Service(url("span_kept")) as service:
        sessions = back_up(service, lambda: run("pg_dump", "--format=custom", f"--file={dump}", url("span_kept")))
        service.stop()
    run("pg_restore", "--exit-on-error", "--no-owner", f"--dbname={url('span_restored')}", dump)
    tool("store", "migrate", "--store", url("span_restored"))
    print(f"database: {expect_restored(url('span_restored'), sessions)} taps in the database that was restored")


def main() -> int:
    server = os.environ.get("SPAN_TEST_POSTGRESQL")
    for test in (file, session):
        with tempfile.TemporaryDirectory() as directory:
            test(pathlib.Path(directory))
    if server is None:
        print("database: left out, there is no server (scripts/with-postgresql.sh)")
        return 0
    with tempfile.TemporaryDirectory() as directory:
        database(pathlib.Path(directory), server)
    return 0


if __name__ == "__main__":
    sys.exit(main())
