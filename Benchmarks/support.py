"""What the benchmarks share: a request, processes to drive, the load, and what the kernel says of them."""

import http.client
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
TICK = 1 / os.sysconf("SC_CLK_TCK")
PATIENCE = 20.0  # s, for a process to answer


def require(tool, package):
    if not shutil.which(tool):
        sys.exit(f"{tool} is missing: apt-get install {package}")


def built(variable, place, target):
    """A program that `make` builds, or the one that the variable of the environment names."""
    path = os.environ.get(variable, os.path.join(ROOT, ".build", place))
    if not os.access(path, os.X_OK):
        sys.exit(f"{path} is missing: make {target}, or set {variable}")
    return path


def service_binary():
    """The service as the image has it."""
    return built("SPAN_BINARY", "optimized/spand", "optimize")


def plain_binary():
    """The service as the compiler lays it out."""
    return built("SPAN_PLAIN", "release/spand", "build")


def inside_binary():
    """The program that asks without sockets."""
    return built("SPAN_INSIDE", "release/span-inside", "bench-build")


def script_words(requests, folder):
    """Requests as the arguments of span-inside; their bodies go to files in the folder."""
    words = []
    for number, (method, target, body) in enumerate(requests):
        path = os.path.join(folder, f"body-{number}")
        with open(path, "wb") as file:
            file.write(body)
        words += [method, target, path]
    return words


def compiled(name, folder, libraries=()):
    """A program of programs/ in C, compiled into the folder."""
    path = os.path.join(folder, name)
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", *libraries], check=True, capture_output=True,
                           text=True).stdout.split() if libraries else []
    subprocess.run(["cc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", path, os.path.join(HERE, "programs", name + ".c"),
                    *flags], check=True)
    return path


def sink(folder, size, *more):
    """The bare server, answering with so many bytes."""
    return Process([compiled("sink", folder, ["libmicrohttpd"]), "PORT", str(size), *map(str, more)])


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Process:
    """A server on a port of its own that is ended with the block."""

    def __init__(self, arguments, environment={}):
        self.port = free_port()
        self.began = time.monotonic()
        self.process = subprocess.Popen([a.replace("PORT", str(self.port)) for a in arguments],
                                        stdout=subprocess.DEVNULL, env=os.environ | environment)
        self.until_answer = self._wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def _wait(self):
        """Seconds from the start of the process to the end of its first answer."""
        while time.monotonic() - self.began < PATIENCE:
            try:
                with socket.create_connection(("127.0.0.1", self.port)) as s:
                    s.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    if s.recv(4096).startswith(b"HTTP/1.1 200"):
                        return time.monotonic() - self.began
            except OSError:
                time.sleep(0.0005)
        self.process.kill()
        sys.exit("a server did not come up")

    @property
    def cpu(self):
        """Processor time so far, seconds, in user mode and in the kernel."""
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) * TICK

    @property
    def resident(self):
        """MiB in memory now."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(r"VmRSS:\s+(\d+) kB", file.read())[1]) / 1024

    @property
    def descriptors(self):
        """Open now."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))


def span(threads=1, more=(), store="memory:", binary=None):
    return Process([binary or service_binary(), "--listen", "127.0.0.1:PORT", "--admin-listen", "off", "--store", store,
                    "--threads", str(threads), *more])


REPORT = """
done = function(summary, latency)
  local e = summary.errors
  io.write(string.format("RESULT %d %d %d %d\\n", summary.requests,
    e.connect + e.read + e.write + e.timeout, e.status, latency:percentile(99)))
end
"""


class Load:
    """A request that wrk repeats."""

    def __init__(self, method, target, body=None):
        self.target = target
        self.script = f'wrk.method = "{method}"\n'
        if body is not None:
            quoted = body.decode().replace("\\", "\\\\").replace('"', '\\"')
            self.script += f'wrk.body = "{quoted}"\nwrk.headers["Content-Type"] = "application/json"\n'
        self.script += REPORT

    def run(self, process, seconds, connections=16, refused=False):
        """(requests a second, CPU µs of the process for each, 99th percentile of the latency in µs)."""
        with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
            script.write(self.script)
            script.flush()
            before = process.cpu
            out = subprocess.run(
                ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "-s", script.name,
                 f"http://127.0.0.1:{process.port}{self.target}"], check=True, capture_output=True, text=True).stdout
            spent = process.cpu - before
        requests, broken, bad, latency = map(int, re.search(r"RESULT (\d+) (\d+) (\d+) (\d+)", out).groups())
        if broken or requests == 0 or bad != (requests if refused else 0):
            sys.exit(f"{self.target}: of {requests} requests {broken} broke and {bad} were refused\n{out}")
        return requests / seconds, spent / requests * 1e6, latency


def message(method, target, body=b"", more=""):
    """A request as it stands on the wire, with more header fields."""
    return (f"{method} {target} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{more}"
            f"Content-Length: {len(body)}\r\n\r\n").encode() + body


def answer(process, method, target, body=b""):
    """Status and body of one answer."""
    connection = http.client.HTTPConnection("127.0.0.1", process.port, timeout=PATIENCE)
    connection.request(method, target, body, {"Content-Type": "application/json"})
    response = connection.getresponse()
    data = response.read()
    connection.close()
    return response.status, data


def ask(process, method, target, body=None):
    """The JSON of an answer that has to be a success."""
    status, data = answer(process, method, target, b"" if body is None else body)
    if status >= 300:
        sys.exit(f"{method} {target} answered {status}: {data[:300]}")
    return json.loads(data) if data else None


def session(process, planes):
    """Begins a session that knows planes, such as bodies.surroundings; returns its path."""
    path = "/v1/sessions/" + ask(process, "POST", "/v1/sessions", b"{}")["id"]
    ask(process, "PATCH", path + "/planes", planes)
    return path
