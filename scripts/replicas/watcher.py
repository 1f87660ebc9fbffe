"""Somebody who watches a session through Server-Sent Events, comes back when the stream breaks, and checks what comes."""
import http.client
import json
import threading
import time
import typing

from service import PATIENCE


class Watcher(threading.Thread):
    PAUSE = 0.2  # seconds before it comes back

    def __init__(self, port: int, session: str):
        super().__init__(daemon=True)
        self.port, self.session = port, session
        self.events: list[dict[str, typing.Any]] = []
        self.streams = 0
        self.faults: list[str] = []
        self.is_over = False

    def run(self) -> None:
        while not self.is_over:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            try:
                self.watch(connection)
            except (OSError, http.client.HTTPException):
                pass  # that is what Last-Event-ID is for
            finally:
                connection.close()
            time.sleep(self.PAUSE)

    def watch(self, connection: http.client.HTTPConnection) -> None:
        seen = {"Last-Event-ID": str(len(self.events))} if self.events else {}
        connection.request("GET", f"/v1/sessions/{self.session}/events", headers={"Accept": "text/event-stream"} | seen)
        answer = connection.getresponse()
        if answer.status == 503 and answer.headers["Retry-After"]:
            return
        if answer.status != 200:
            self.faults.append(f"watching was answered {answer.status} {answer.read()!r}")
            return
        self.streams += 1
        message: dict[str, str] = {}
        while not self.is_over and (line := answer.readline()):
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name:
                message[name] = value
                continue
            if "data" in message:
                self.take(message)
            message = {}

    def take(self, message: dict[str, str]) -> None:
        event = json.loads(message["data"])
        if message["id"] != str(event["seq"]) or message["event"] != event["type"]:
            self.faults.append(f"a message that contradicts itself: {message}")
        if event["seq"] != len(self.events) + 1:
            self.faults.append(f"event {event['seq']} came after {len(self.events)}")
        self.events.append(event)
