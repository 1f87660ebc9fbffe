#!/usr/bin/env python3
"""Ten thousand clients that keep their connections open and say nothing: the service answers, on both listeners and within
a second, and every one of them is answered when it speaks again.

    scripts/hostile/idle.py [CONNECTIONS]
"""
import pathlib
import resource
import selectors
import socket
import sys
import tempfile
import time

from honest import Client, Honest, Service

WATCH = 20.0  # s of idleness
SLICE = 500  # connections that are opened, or spoken on, at a time
SPARE = 100  # descriptors of this process for other things
ROOM = 1.1  # each thread of the service has its part of the limit, and the kernel does not spread connections evenly
REQUEST = b"GET /healthz HTTP/1.1\r\nHost: span\r\n\r\n"


def resident(service: Service) -> int:
    """KiB."""
    assert service.process
    status = pathlib.Path(f"/proc/{service.process.pid}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS:")))


def speak(sockets: list[socket.socket]) -> None:
    """Each asks for health and is told it. They speak all at once, and their answers are shorter than any buffer."""
    for s in sockets:
        s.sendall(REQUEST)
    with selectors.DefaultSelector() as selector:
        for s in sockets:
            selector.register(s, selectors.EVENT_READ, bytearray())
        end = time.monotonic() + 10
        while selector.get_map():
            assert time.monotonic() < end, f"{len(selector.get_map())} of {len(sockets)} have no answer"
            for key, _ in selector.select(1):
                part = key.fileobj.recv(65536)
                assert part, "a connection was closed"
                key.data.extend(part)
                if key.data.endswith(b"}"):
                    assert key.data.startswith(b"HTTP/1.1 200 "), bytes(key.data)
                    selector.unregister(key.fileobj)


def connect(service: Service, count: int) -> list[socket.socket]:
    sockets: list[socket.socket] = []
    while len(sockets) < count:
        some = [socket.create_connection(("127.0.0.1", service.port), timeout=10) for _ in range(min(SLICE, count - len(sockets)))]
        speak(some)
        sockets += some
    return sockets


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if hard != resource.RLIM_INFINITY and hard < count + SPARE:
        sys.exit(f"{count} connections need as many descriptors, and the hard limit is {hard}: ulimit -Hn")
    resource.setrlimit(resource.RLIMIT_NOFILE, (count + SPARE, hard))
    with tempfile.TemporaryDirectory() as directory:
        options = ("--max-connections", str(int(count * ROOM)), "--idle-timeout", "300")
        with Service(f"{directory}/span.sqlite", *options) as service:
            before = resident(service)
            began = time.monotonic()
            sockets = connect(service, count)
            opened = time.monotonic() - began
            with Honest(service) as honest:
                time.sleep(WATCH)
            grown = resident(service) - before
            for start in range(0, count, SLICE):
                speak(sockets[start:start + SLICE])
            for s in sockets:
                s.close()
            assert Client(service.port).ask("GET", "/healthz").status == 200
            service.stop()
    print(f"{count} idle connections, opened in {opened:.1f} s, {grown / count:.1f} KiB each: {honest}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
