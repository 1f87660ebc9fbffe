#!/usr/bin/env python3
"""Shows that a sync lies between the last write of a change and its answer, which no kill can show.

The service runs with a library (witness.c) that writes down its writes, syncs and answers in their order. One client makes changes
one after the other: each good answer comes after writes to the write-ahead log and a sync of it that began after the last of
them. Then eight clients at once, whose changes share transactions: each good answer comes after a sync that began after the
first write that holds the change itself. No ptrace is needed, and without a record there is no success.
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import typing

from service import Client, Service

TAPS, CLIENTS, TAPS_TOGETHER = 50, 8, 25
FLOOR = {"id": "floor", "pose": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], "extent": {"width": 20, "height": 20}}


class Note(typing.NamedTuple):
    """A line of the witness; `place` is a path or the number of a socket."""

    kind: str
    place: str
    text: str
    marks: frozenset[str]


def read(path: str) -> list[Note]:
    notes = []
    for line in pathlib.Path(path).read_text(errors="replace").splitlines():
        marks = frozenset(re.findall(r" (mark-[0-9]{6})(?= |$)", line))
        kind, place, *rest = line.split(" ", 2)
        notes.append(Note(kind, place, rest[0] if rest else "", marks))
    return notes


class Record:
    """What the witness saw, as positions in its notes."""

    def __init__(self, notes: list[Note], log: str):
        self.notes = notes
        self.writes = [i for i, note in enumerate(notes) if note.kind == "W" and note.place == log]
        self.answers = [i for i, note in enumerate(notes) if note.kind == "A" and re.match("HTTP/1.1 2", note.text)]
        # (begin, end) of those that succeeded: the writer is one thread, so an end belongs to the begin before it.
        self.syncs: list[tuple[int, int]] = []
        began = -1
        for i, note in enumerate(notes):
            if note.place == log and note.kind == "s":
                began = i
            if note.place == log and note.kind == "S" and note.text == "0":
                self.syncs.append((began, i))

    def is_synced(self, write: int, answer: int) -> bool:
        return any(write < begin and end < answer for begin, end in self.syncs)

    def faults_alone(self, count: int) -> list[str]:
        """Of the first answers, whose changes were made one after the other."""
        faults, before = [], 0
        for number, answer in enumerate(self.answers[:count], 1):
            own = [write for write in self.writes if before < write < answer]
            if not own:
                faults.append(f"answer {number} came without a write to the log")
            elif not self.is_synced(own[-1], answer):
                faults.append(f"answer {number} came before its writes were synced")
            before = answer
        return faults

    def faults_together(self, marks: list[str]) -> list[str]:
        """Of the answers to marked requests, in whatever order they were made."""
        begun: dict[str, int] = {}  # by socket, the answer that is being sent
        answered: dict[str, int] = {}
        for i, note in enumerate(self.notes):
            if note.kind == "A":
                begun[note.place] = i if note.text.startswith("HTTP/1.1") else begun.get(note.place, i)
                for mark in note.marks:
                    answered.setdefault(mark, begun[note.place])
        faults = []
        for mark in marks:
            write = next((w for w in self.writes if mark in self.notes[w].marks), None)
            if mark not in answered or write is None:
                faults.append(f"{mark} was not seen in an answer and in the log")
            elif not self.is_synced(write, answered[mark]):
                faults.append(f"{mark} was answered before it was synced")
        return faults


def make_session(client: Client) -> str:
    answer = client.ask("POST", "/v1/sessions", {"snap": False})
    assert answer.status == 201, answer
    path = f"/v1/sessions/{answer.json['id']}"
    answer = client.ask("PATCH", f"{path}/planes", {"upsert": [FLOOR]})
    assert answer.status == 200, answer
    return path


def tap(client: Client, path: str, number: int) -> None:
    direction = [number % 7 / 10, -1, number % 11 / 10]
    body = {"id": f"mark-{number:06}", "ray": {"origin": [0, 1.5, 0], "direction": direction}}
    answer = client.ask("POST", f"{path}/taps", body)
    assert answer.status == 201, answer


def taps_together(service: Service, paths: list[str]) -> list[str]:
    """Half of the clients share a session."""
    failures: list[BaseException] = []

    def work(number: int) -> None:
        try:
            client = service.client()
            for i in range(TAPS_TOGETHER):
                tap(client, paths[max(0, number - CLIENTS // 2)], 1000 * (number + 1) + i)
            client.close()
        except BaseException as failure:  # told below
            failures.append(failure)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    return [f"mark-{1000 * (number + 1) + i:06}" for number in range(CLIENTS) for i in range(TAPS_TOGETHER)]


def main() -> int:
    with tempfile.TemporaryDirectory() as directory:
        directory = str(pathlib.Path(directory).resolve())
        library, notes, store = f"{directory}/witness.so", f"{directory}/notes", f"{directory}/store/span.sqlite"
        source = str(pathlib.Path(__file__).parent / "witness.c")
        subprocess.run(["cc", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library, source], check=True)
        with Service(store, environment={"LD_PRELOAD": library, "SPAN_WITNESS": notes}) as service:
            client = service.client()
            path = make_session(client)
            for number in range(TAPS):
                tap(client, path, number)
            alone = TAPS + 2
            paths = [path] + [make_session(client) for _ in range(CLIENTS // 2)]
            client.close()
            marks = taps_together(service, paths)
            service.stop()
        if not pathlib.Path(notes).exists():
            print("FAILED: the witness left no record: is LD_PRELOAD ignored here?", file=sys.stderr)
            return 1
        seen = read(notes)
        record = Record(seen, f"{store}-wal")
        faults = record.faults_alone(alone) + record.faults_together([f"mark-{i:06}" for i in range(TAPS)] + marks)
        if len(record.answers) < alone + len(marks):
            faults.append(f"only {len(record.answers)} good answers were seen being sent")
        # The name of a new file is as durable as what is in it.
        first = record.answers[0] if record.answers else 0
        if Note("S", f"{directory}/store", "0", frozenset()) not in seen[:first]:
            faults.append("the directory was not synced before the first answer")
        # A judge who would let everything pass proves nothing: without the syncs, each answer is a fault.
        blind = Record([note for note in seen if note.kind != "S"], f"{store}-wal")
        if len(blind.faults_alone(alone)) != alone or len(blind.faults_together(marks)) != len(marks):
            faults.append("answers pass without a sync")
        for fault in faults[:20]:
            print(f"FAILED: {fault}", file=sys.stderr)
        if not faults:
            print(
                f"{alone} answers one after the other and {len(marks)} of {CLIENTS} clients together: each after a sync of its writes"
                f" ({len(record.writes)} writes to the log, {len(record.syncs)} syncs)")
        return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
