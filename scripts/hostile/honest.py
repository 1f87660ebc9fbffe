"""A client that means well while others do not."""
import http.client
import pathlib
import statistics
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "durability"))

from service import ROOT, Client, Service  # noqa: E402

__all__ = ["Client", "Honest", "Service"]

MOST_TIME = 4.0  # s, for an answer; an attack lasts longer
PAUSE = 0.05  # s between rounds of requests
FRAME = (ROOT / "examples/points-only.json").read_bytes()


class Honest:
    """For the time of a block: asks for health, for a measurement, and whether the service is ready, each on a new connection.
    Leaving the block fails unless every one of them was answered well and in time."""

    def __init__(self, service: Service):
        self.requests = [(service.port, "GET", "/healthz", None), (service.port, "POST", "/v1/measure", FRAME),
                         (service.admin_port, "GET", "/readyz", None)]
        self.times: list[float] = []
        self.fault: str | None = None
        self.ends = threading.Event()
        self.thread = threading.Thread(target=self.run)

    def run(self) -> None:
        while not self.ends.wait(PAUSE):
            for request in self.requests:
                try:
                    self.ask(*request)
                except (OSError, http.client.HTTPException, AssertionError) as error:
                    self.fault = f"{request[2]} after {len(self.times)} answers: {type(error).__name__} {error}"
                    return

    def ask(self, port: int, method: str, path: str, body: bytes | None) -> None:
        began = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=MOST_TIME)
        connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        self.times.append(time.monotonic() - began)
        assert answer.status == 200, f"{answer.status} {content[:300]!r}"
        assert self.times[-1] < MOST_TIME, f"took {self.times[-1]:.1f} s"

    def __enter__(self) -> "Honest":
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ends.set()
        self.thread.join()
        assert self.fault is None, self.fault
        assert self.times, "nothing was asked"

    def __str__(self) -> str:
        return (f"{len(self.times)} honest requests took {statistics.median(self.times) * 1000:.1f} ms in the middle, "
                f"{max(self.times) * 1000:.0f} ms at most, and none was refused")
