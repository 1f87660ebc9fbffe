"""The built service as its operator and its clients see it: a process that may be killed, and answers over HTTP."""
import concurrent.futures
import http.client
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import typing

ROOT = pathlib.Path(__file__).parent.parent.parent
BINARY = os.environ.get("SPAN_BINARY", str(ROOT / ".build/release/spand"))
PATIENCE = 20.0  # seconds, for whatever should happen soon


class Lost(Exception):
    """No answer came: the request may have been done, or not."""


class Answer(typing.NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    def __repr__(self) -> str:
        return f"{self.status} {self.body[:300]!r}"

    @property
    def json(self) -> typing.Any:
        return json.loads(self.body)

    @property
    def version(self) -> int:
        """Of the session, as the entity tag has it; 0: there is none."""
        tag = re.fullmatch(r'"([1-9][0-9]*)"', self.headers.get("etag", ""))
        return int(tag[1]) if tag else 0


class Client:
    """One connection, opened when needed."""

    def __init__(self, port: int):
        self.port = port
        self.connection: http.client.HTTPConnection | None = None

    def ask(self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None) -> Answer:
        content = None if body is None else json.dumps(body).encode()
        fields = dict(headers or {})
        if content is not None:
            fields["Content-Type"] = "application/json"
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            self.connection.request(method, path, content, fields)
            answer = self.connection.getresponse()
            return Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise Lost(f"{method} {path}: {type(error).__name__} {error}") from error

    def close(self) -> None:
        if self.connection is not None:
            self.connection.close()
        self.connection = None

    def events(self, session: str) -> list[dict[str, typing.Any]] | None:
        """The whole log of a session, page by page; None: there is no such session."""
        events: list[dict[str, typing.Any]] = []
        after = "0"
        while after is not None:
            answer = self.ask("GET", f"/v1/sessions/{session}/events?limit=1000&after={after}")
            if answer.status == 404:
                return None
            assert answer.status == 200, answer
            page = answer.json
            events += page["items"]
            after = page["nextCursor"]
        return events

    def sessions(self) -> list[dict[str, typing.Any]]:
        """All there are, in short."""
        found: list[dict[str, typing.Any]] = []
        target = "/v1/sessions?limit=200"
        while target:
            answer = self.ask("GET", target)
            assert answer.status == 200, answer
            page = answer.json
            found += page["items"]
            target = f"/v1/sessions?limit=200&cursor={page['nextCursor']}" if page["nextCursor"] else ""
        return found


class Service:
    """A service on the file `store`, on ports that the system picks."""

    def __init__(self, store: str, *options: str, environment: dict[str, str] | None = None):
        self.store, self.options = store, options
        self.environment = environment or {}
        self.process: subprocess.Popen[str] | None = None
        self.port = self.admin_port = 0

    def launch(self) -> None:
        """Starts the process and does not wait for it."""
        # What it has to say goes to a file: a pipe that nobody reads would hold it up.
        self.errors = tempfile.TemporaryFile("w+")
        arguments = [BINARY, "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--store", self.store, "--log-level", "off",
                     *self.options]
        self.process = subprocess.Popen(
            arguments, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.errors, text=True)

    def start(self) -> None:
        self.launch()
        assert self.process and self.process.stdout
        greeting = self.process.stdout.readline()
        ports = re.findall(r"http://127\.0\.0\.1:([0-9]+)", greeting)
        if len(ports) != 2:
            raise AssertionError(f"the service did not start: {greeting!r} {self.last_words()}")
        self.port, self.admin_port = map(int, ports)

    def kill(self) -> None:
        """As a loss of power would, but for the cache of the disk."""
        assert self.process
        if self.process.poll() is not None:
            raise AssertionError(f"the service ended by itself with {self.process.returncode}: {self.last_words()}")
        self.process.kill()
        self.process.wait()
        self.release()

    def stop(self) -> None:
        assert self.process
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(PATIENCE)
        words = self.last_words()
        self.release()
        if code != 0 or words:
            raise AssertionError(f"the service left with {code}: {words}")

    def last_words(self) -> str:
        self.errors.seek(0)
        return self.errors.read()[-2000:]

    def release(self) -> None:
        assert self.process and self.process.stdout
        self.process.stdout.close()
        self.errors.close()
        self.process = None

    def client(self) -> Client:
        return Client(self.port)

    def admin(self, path: str) -> Answer:
        client = Client(self.admin_port)
        try:
            return client.ask("GET", path)
        finally:
            client.close()

    def __enter__(self) -> "Service":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.release()


def spand(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs a command of the binary that ends by itself."""
    return subprocess.run([BINARY, *arguments], env={}, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)


def expect_sound(store: str) -> None:
    """`spand store check` has nothing to say against the file."""
    outcome = spand("store", "check", "--store", store)
    assert outcome.returncode == 0 and not outcome.stderr, f"store check: {outcome}"


def expect_replay(store: str, sessions: typing.Iterable[str]) -> None:
    """The numbers of these sessions are computed as their logs have them."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for outcome in pool.map(lambda session: spand("replay", session, "--store", store), sessions):
            assert outcome.returncode == 0 and not outcome.stderr, f"replay: {outcome}"
