#!/usr/bin/env python3
"""Takes away what the store needs, and gives it back: nothing is lost, and the service goes on without a restart.

  full disk   a small file system in memory is filled (where one may be mounted, if need be in a namespace of its own)
  file size   the process may make its files no larger (RLIMIT_FSIZE): needs no privilege, and gives EFBIG
  lock        another program holds the file for three seconds

Meanwhile changes are 503 with Retry-After, the service is alive and not ready, and what needs no writing is answered. Afterwards it
is ready again by itself, and a change that was refused succeeds with the same Idempotency-Key. Logs have what was
acknowledged, in order and without a gap, also after a restart.
"""
import concurrent.futures
import contextlib
import os
import pathlib
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import typing

from service import Answer, Service, expect_replay, expect_sound

CLIENTS = 4
FILE_SYSTEM, BALLAST = 24 << 20, 22 << 20  # bytes; the rest is less than the log of writes takes between two checkpoints
FILE_SIZE = 1 << 20  # bytes
LOCKED = 6.0  # seconds
RECOVERY = 15.0  # seconds, at most: the service tries every second
MOST_TAPS = 5000
FLOOR = {"id": "floor", "pose": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], "extent": {"width": 20, "height": 20}}


class Tapper:
    """A client with a session of its own, whose taps are numbered; one that was refused is the next to be sent again."""

    def __init__(self, service: Service):
        self.client = service.client()
        made = self.client.ask("POST", "/v1/sessions", {"snap": False})
        self.id = made.json["id"]
        self.path = f"/v1/sessions/{self.id}"
        assert self.client.ask("PATCH", f"{self.path}/planes", {"upsert": [FLOOR]}).status == 200
        self.count = 0

    def ask(self, **more: object) -> Answer:
        name = f"{self.id}-{self.count}"
        body = {"id": name, "ray": {"origin": [0, 1.5, 0], "direction": [self.count % 7 / 10, -1, 0]}} | more
        return self.client.ask("POST", f"{self.path}/taps", body, {"Idempotency-Key": name})

    def tap(self) -> Answer:
        answer = self.ask()
        if answer.status == 201:
            self.count += 1
            assert answer.version == self.count + 2, f"tap {self.count} made version {answer.version}"
        return answer

    def tap_well(self, count: int) -> None:
        for _ in range(count):
            answer = self.tap()
            assert answer.status == 201, answer

    def tap_until_refused(self) -> Answer:
        for _ in range(MOST_TAPS):
            answer = self.tap()
            if answer.status != 201:
                return answer
        raise AssertionError(f"{MOST_TAPS} taps were taken, and there was no trouble")

    def tap_for(self, seconds: float) -> int:
        """How many were refused."""
        end, refused = time.monotonic() + seconds, 0
        while time.monotonic() < end:
            answer = self.tap()
            if answer.status != 201:
                expect_unavailable(answer)
                refused += 1
                time.sleep(0.05)
        return refused

    def expect_log(self, service: Service) -> None:
        """All that was acknowledged and nothing else."""
        self.client.close()
        self.client.port = service.port
        events = self.client.events(self.id)
        assert events is not None, f"{self.id} is gone"
        assert [event["seq"] for event in events] == list(range(1, self.count + 3)), f"{self.id} has gaps"
        names = [event["data"]["input"]["id"] for event in events[2:]]
        assert names == [f"{self.id}-{number}" for number in range(self.count)], f"{self.id} has other taps: {names}"

    def expect_reading(self) -> None:
        """What writes nothing works."""
        session = self.client.ask("GET", self.path)
        assert (session.status, session.version) == (200, self.count + 2), session
        preview = self.ask(preview=True)
        assert preview.status == 200, preview


def expect_unavailable(answer: Answer) -> None:
    assert answer.status == 503 and answer.json["code"] == "store.unavailable", answer
    assert answer.headers["content-type"] == "application/problem+json", answer
    assert 1 <= int(answer.headers["retry-after"]) <= 60, answer


def expect_alive_and_not_ready(service: Service) -> None:
    readiness = service.admin("/readyz")
    assert readiness.status == 503 and "retry-after" in readiness.headers, readiness
    assert service.admin("/healthz").status == 200
    assert service.client().ask("GET", "/healthz").status == 200


def wait_until_ready(service: Service) -> float:
    """Nobody writes meanwhile; how long it took, seconds."""
    began = time.monotonic()
    while service.admin("/readyz").status != 200:
        assert time.monotonic() - began < RECOVERY, "it does not become ready again"
        time.sleep(0.05)
    return time.monotonic() - began


def together(tappers: list[Tapper], work: typing.Callable[[Tapper], typing.Any]) -> list[typing.Any]:
    with concurrent.futures.ThreadPoolExecutor(len(tappers)) as pool:
        return list(pool.map(work, tappers))


def finish(service: Service, store: str, tappers: list[Tapper]) -> None:
    for tapper in tappers:
        tapper.expect_log(service)
    service.stop()
    expect_sound(store)
    expect_replay(store, [tapper.id for tapper in tappers])
    with service:
        for tapper in tappers:
            tapper.expect_log(service)
        service.stop()


def trouble(name: str, store: str, begin: typing.Callable[[Service], None], end: typing.Callable[[Service], None]) -> None:
    """The service writes until it cannot any more, and then it can again."""
    with Service(store) as service:
        tappers = [Tapper(service) for _ in range(CLIENTS)]
        begin(service)
        for answer in together(tappers, Tapper.tap_until_refused):
            expect_unavailable(answer)
        expect_alive_and_not_ready(service)
        before = sum(tapper.count for tapper in tappers)
        for tapper in tappers:
            tapper.expect_reading()
            tapper.expect_log(service)
        refused = sum(together(tappers, lambda tapper: tapper.tap_for(2.5)))
        assert refused >= CLIENTS, f"only {refused} taps were refused"
        end(service)
        waited = wait_until_ready(service)
        together(tappers, lambda tapper: tapper.tap_well(50))
        finish(service, store, tappers)
        total = sum(tapper.count for tapper in tappers)
        print(f"{name}: {before} taps, then {refused} refused, ready {waited:.1f} s later, {total} taps in the logs")


def full_disk(directory: str) -> None:
    """In a directory that is a small file system."""
    ballast = pathlib.Path(directory, "ballast")
    ballast.write_bytes(bytes(BALLAST))
    trouble("full disk", f"{directory}/span.sqlite", lambda _: None, lambda _: ballast.unlink())


def file_size(directory: str) -> None:
    def limit(size: int) -> typing.Callable[[Service], None]:
        def set_limit(service: Service) -> None:
            assert service.process
            hard = resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE)[1]
            resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE, (size, hard))

        return set_limit

    trouble("file size", f"{directory}/span.sqlite", limit(FILE_SIZE), limit(resource.RLIM_INFINITY))


def lock(directory: str) -> None:
    store = f"{directory}/span.sqlite"
    with Service(store) as service:
        tappers = [Tapper(service) for _ in range(CLIENTS)]
        other = sqlite3.connect(store, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        end = time.monotonic() + LOCKED
        for answer in together(tappers, Tapper.tap):
            expect_unavailable(answer)
        assert time.monotonic() < end, "the clients waited for the lock"
        expect_alive_and_not_ready(service)
        for tapper in tappers:
            tapper.expect_reading()
            tapper.expect_log(service)
        time.sleep(max(0.0, end - time.monotonic()))
        other.execute("ROLLBACK")
        waited = wait_until_ready(service)
        together(tappers, lambda tapper: tapper.tap_well(10))
        other.close()
        finish(service, store, tappers)
        print(f"lock: refused while it was held, ready {waited:.1f} s later, {sum(t.count for t in tappers)} taps in the logs")


@contextlib.contextmanager
def small_file_system() -> typing.Iterator[str]:
    with tempfile.TemporaryDirectory() as directory:
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={FILE_SYSTEM}", "tmpfs", directory], check=True)
        try:
            yield directory
        finally:
            subprocess.run(["umount", "--lazy", directory], check=True)


def can(*command: str) -> bool:
    return shutil.which(command[0]) is not None and subprocess.run(command, capture_output=True).returncode == 0


def main() -> int:
    if "mounted" in sys.argv[1:]:
        with small_file_system() as directory:
            full_disk(directory)
        return 0
    # In a namespace of its own the file system is gone with this process, whatever happens.
    namespace = next((n for n in (["unshare", "--mount"], ["unshare", "--user", "--map-root-user", "--mount"]) if can(*n, "true")), None)
    if namespace and can(*namespace, "mount", "-t", "tmpfs", "tmpfs", tempfile.gettempdir()):
        subprocess.run([*namespace, sys.executable, __file__, "mounted"], check=True, env=os.environ)
    else:
        print("full disk: no file system may be mounted here; the limit on the size of files has to do")
    for test in (file_size, lock):
        with tempfile.TemporaryDirectory() as directory:
            test(directory)
    return 0


if __name__ == "__main__":
    sys.exit(main())
