"""Three replicas of the built service on one PostgreSQL server behind haproxy, as deploy/ has them."""
import dataclasses
import os
import pathlib
import re
import shlex
import socket
import subprocess
import sys
import tempfile
import time
import typing

ROOT = pathlib.Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts/durability"))

from service import PATIENCE, Client, Lost, Service, spand  # noqa: E402

SHIPPED = ROOT / "deploy/haproxy.cfg"
HAPROXY = {"PATH": f"{os.environ['PATH']}:/usr/local/sbin:/usr/sbin:/sbin"}


class Database:
    """The server that scripts/with-postgresql.sh has started; a schema of our own on it."""

    def __init__(self, schema: str):
        server = os.environ.get("SPAN_TEST_POSTGRESQL")
        if server is None:
            sys.exit("SPAN_TEST_POSTGRESQL names no server: scripts/with-postgresql.sh starts one")
        self.control = shlex.split(os.environ["SPAN_TEST_POSTGRESQL_CTL"])
        self.url = f"{server}&options=-csearch_path%3D{schema}"
        self.query(f"DROP SCHEMA IF EXISTS {schema} CASCADE; CREATE SCHEMA {schema}")
        outcome = spand("store", "migrate", "--store", self.url)
        assert outcome.returncode == 0, outcome

    def query(self, sql: str) -> str:
        """The first column of the first row."""
        words = ["psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "-c", sql, self.url]
        return subprocess.run(words, check=True, capture_output=True, text=True, timeout=PATIENCE).stdout.strip()

    def order(self, *words: str) -> None:
        # The server goes on after this process, so it must not hold its output.
        outcome = subprocess.run([*self.control, *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                 timeout=PATIENCE)
        assert outcome.returncode == 0, f"{words} of PostgreSQL: {outcome.returncode}"


def free_ports(count: int) -> list[int]:
    held = [socket.socket() for _ in range(count)]
    for s in held:
        s.bind(("127.0.0.1", 0))
    ports = [s.getsockname()[1] for s in held]
    for s in held:
        s.close()
    return ports


@dataclasses.dataclass
class Replica:
    service: Service
    port: int
    admin_port: int

    @property
    def is_ready(self) -> bool:
        try:
            return self.service.admin("/readyz").status == 200
        except Lost:
            return False


class Balancer:
    """haproxy with the configuration of deploy/haproxy.cfg: other addresses, and fewer connections than
    every machine has room for."""

    def __init__(self, directory: str, replicas: list[Replica]):
        [self.port] = free_ports(1)
        text, listeners = re.subn(r"^  bind :8080$", f"  bind 127.0.0.1:{self.port}", SHIPPED.read_text(), flags=re.M)
        servers = "\n".join(f"  server span{n} 127.0.0.1:{r.port} port {r.admin_port} check" for n, r in enumerate(replicas))
        text, templates = re.subn(r"^  server-template span .*$", servers, text, flags=re.M)
        text, resolvers = re.subn(r"^resolvers docker\n(  .*\n)*", "", text, flags=re.M)
        text, limits = re.subn(r"^  maxconn 20000$", "  maxconn 2000", text, flags=re.M)
        assert (listeners, templates, resolvers, limits) == (1, 2, 1, 1), "deploy/haproxy.cfg is not as expected"
        self.path = f"{directory}/haproxy.cfg"
        pathlib.Path(self.path).write_text(text)
        self.log = open(f"{directory}/haproxy.log", "w+")
        # As it is shipped it must be sound, too; that nobody answers to those names here is only a warning.
        subprocess.run(["haproxy", "-c", "-q", "-f", str(SHIPPED)], env=HAPROXY, check=True, stdout=self.log, stderr=self.log)
        self.process = subprocess.Popen(["haproxy", "-db", "-f", self.path], env=HAPROXY, stdin=subprocess.DEVNULL,
                                        stdout=self.log, stderr=self.log)

    def client(self) -> Client:
        return Client(self.port)

    def expect_silent_log(self) -> None:
        self.log.seek(0)
        lines = self.log.read()
        assert '"status":200' in lines, "the balancer's log has no requests"
        assert "/v1/" not in lines, "the balancer's log names paths"

    def last_words(self) -> str:
        self.log.seek(0)
        return "".join(self.log.readlines()[-20:])

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)
        self.log.close()


class Cluster:
    # Seconds; haproxy looks every second, and looks away after two failures.
    DRAIN_DELAY = 3

    def __init__(self, directory: str, schema: str, count: int = 3):
        self.directory = directory
        self.database = Database(schema)
        ports = free_ports(2 * count)
        self.replicas = []
        for port, admin_port in zip(ports[::2], ports[1::2]):
            options = ["--listen", f"127.0.0.1:{port}", "--admin-listen", f"127.0.0.1:{admin_port}", "--drain-delay", str(self.DRAIN_DELAY)]
            self.replicas.append(Replica(Service(self.database.url, *options), port, admin_port))
        self.balancer: Balancer | None = None

    def __enter__(self) -> "Cluster":
        try:
            for replica in self.replicas:
                replica.service.start()
            self.balancer = Balancer(self.directory, self.replicas)
            client = self.balancer.client()
            until("haproxy answers", lambda: reaches(client))
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self.balancer is not None:
            self.balancer.stop()
        for replica in self.replicas:
            replica.service.__exit__()


def reaches(client: Client) -> bool:
    try:
        return client.ask("GET", "/healthz").status == 200
    except Lost:
        return False


def until(what: str, is_so: typing.Callable[[], bool], seconds: float = PATIENCE) -> float:
    """Waits for something.
    Returns how long that took."""
    began = time.monotonic()
    while not is_so():
        if time.monotonic() - began > seconds:
            raise AssertionError(f"not within {seconds} s: {what}")
        time.sleep(0.02)
    return time.monotonic() - began
