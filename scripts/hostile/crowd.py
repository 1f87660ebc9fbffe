#!/usr/bin/env python3
"""Many clients speak at the very same moment, and then nobody does: all of them are answered.

    scripts/hostile/crowd.py

The service is stopped (SIGSTOP) while they send, so that it finds all of it at once when it goes on. libmicrohttpd takes
128 events at a time.
"""
import select
import signal
import socket
import sys
import tempfile
import time

from honest import Service

CROWDS = (1, 127, 128, 129, 256, 384)
PATIENCE = 10.0  # s, until all have their answers
SETTLING = 0.2  # s for the service to find nothing more to do
REQUEST = b"GET /healthz HTTP/1.1\r\nHost: span\r\n\r\n"


def answered(sockets: list[socket.socket]) -> int:
    """How many have an answer in time; nobody else speaks meanwhile."""
    waiting = select.poll()
    for s in sockets:
        waiting.register(s, select.POLLIN)
    silent = {s.fileno(): s for s in sockets}
    end = time.monotonic() + PATIENCE
    while silent and time.monotonic() < end:
        for descriptor, _ in waiting.poll(100):
            assert silent.pop(descriptor).recv(4096).startswith(b"HTTP/1.1 200 ")
            waiting.unregister(descriptor)
    return len(sockets) - len(silent)


def main() -> int:
    with tempfile.TemporaryDirectory() as directory, Service(f"{directory}/span.sqlite", "--threads", "1") as service:
        assert service.process
        for count in CROWDS:
            crowd = [socket.create_connection(("127.0.0.1", service.port), timeout=10) for _ in range(count)]
            for s in crowd:
                s.sendall(REQUEST)
                s.recv(4096)
            time.sleep(SETTLING)
            service.process.send_signal(signal.SIGSTOP)
            for s in crowd:
                s.sendall(REQUEST)
            service.process.send_signal(signal.SIGCONT)
            there = answered(crowd)
            assert there == count, f"of {count} that spoke at once, {there} were answered within {PATIENCE} s"
            for s in crowd:
                s.close()
            time.sleep(SETTLING)
        service.stop()
    print(f"crowds of {', '.join(map(str, CROWDS))} that spoke at once were all answered")
    return 0


if __name__ == "__main__":
    sys.exit(main())
