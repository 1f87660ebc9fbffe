#!/usr/bin/env python3
"""Puts deploy/nginx.conf before a running service, and asks it over TLS: what a proxy could spoil has to come through.

    scripts/with-service.sh scripts/proxy/nginx.py

Only names of files, addresses and the port are replaced. Events of a watched session have to arrive within a second of the
change that made them, an answer has to carry its headers, and a body as large as Span takes has to reach it.
"""
import http.client
import json
import os
import pathlib
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import typing
import urllib.parse

ROOT = pathlib.Path(__file__).parent.parent.parent
PATIENCE = 10.0  # s, for whatever should happen soon
PROMPT = 5.0  # s, from a change to its event
BODY = 8 << 20  # bytes, the most that Span takes unless told otherwise
CHANGES = 5


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def make_certificate(directory: pathlib.Path) -> None:
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", directory / "privkey.pem", "-out",
         directory / "fullchain.pem"], check=True, capture_output=True)


def configuration(directory: pathlib.Path, port: int, service: str) -> str:
    """The shipped one, with what differs from machine to machine."""
    text = (ROOT / "deploy/nginx.conf").read_text()
    places = {
        "listen 443 ": f"listen 127.0.0.1:{port} ", "server 127.0.0.1:8080;": f"server {service};",
        "/etc/ssl/span/": f"{directory}/", "/var/log/nginx/": f"{directory}/", "/run/nginx.pid": f"{directory}/nginx.pid",
        # Debian's own directories may not be there.
        "  server_tokens off;": "".join(
            f"  {kind}_temp_path {directory}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "scgi", "uwsgi"))
        + "  server_tokens off;"}
    for place, here in places.items():
        assert place in text, f"deploy/nginx.conf has no {place!r} any more"
        text = text.replace(place, here)
    return text


class Proxy:
    """nginx with the shipped configuration, for the time of a block."""

    def __init__(self, directory: pathlib.Path, service: str):
        self.directory, self.port = directory, free_port()
        # Started by root, nginx works as somebody else.
        directory.chmod(0o711)
        make_certificate(directory)
        file = directory / "nginx.conf"
        file.write_text(configuration(directory, self.port, service))
        program = subprocess.run([ROOT / "scripts/debian-tool.sh", "nginx", "usr/sbin/nginx"], check=True,
                                 stdout=subprocess.PIPE, text=True).stdout.strip()
        self.command = [program, "-c", str(file), "-g", "daemon off;"]
        test = subprocess.run([*self.command, "-t"], capture_output=True, text=True)
        if test.returncode or "[warn]" in test.stderr:
            sys.exit(f"nginx -t:\n{test.stderr}")

    def __enter__(self) -> "Proxy":
        self.process = subprocess.Popen(self.command)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.ask("GET", "/healthz")
                return self
            except OSError:
                if self.process.poll() is not None or time.monotonic() > end:
                    self.__exit__()
                    sys.exit("nginx did not come up")
                time.sleep(0.05)

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def connect(self) -> http.client.HTTPSConnection:
        trust = ssl.create_default_context(cafile=str(self.directory / "fullchain.pem"))
        return http.client.HTTPSConnection("127.0.0.1", self.port, timeout=PATIENCE, context=trust)

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, typing.Any, bytes]:
        connection = self.connect()
        fields = {"Content-Type": "application/json"} if body else {}
        connection.request(method, path, body, fields | headers)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, answer.headers, content


def expect_headers(proxy: Proxy) -> str:
    """The path of a new session."""
    status, headers, body = proxy.ask("POST", "/v1/sessions", b"{}")
    assert status == 201, body
    assert headers["Location"].startswith("/v1/sessions/") and headers["ETag"] == '"1"', headers
    assert headers["Strict-Transport-Security"], headers
    return headers["Location"]


def expect_errors(proxy: Proxy) -> None:
    status, headers, _ = proxy.ask("GET", "/v1/sessions/none")
    assert status == 404 and headers["Content-Type"] == "application/problem+json", (status, headers)


def expect_large_bodies(proxy: Proxy) -> None:
    body = (ROOT / "examples/points-only.json").read_bytes()
    status, _, content = proxy.ask("POST", "/v1/measure", body + b" " * (BODY - len(body)))
    assert status == 200, content


def expect_prompt_events(proxy: Proxy, session: str) -> float:
    """The longest time from a change to its event, seconds."""
    watcher = proxy.connect()
    watcher.request("GET", session + "/events", headers={"Accept": "text/event-stream", "Last-Event-ID": "1"})
    stream = watcher.getresponse()
    assert stream.status == 200 and stream.headers["Content-Type"].startswith("text/event-stream"), stream.headers
    longest = 0.0
    for number in range(2, 2 + CHANGES):
        body = json.dumps({"position": [number, 0, 0]}).encode()
        began = time.monotonic()
        status, _, content = proxy.ask("POST", session + "/anchors", body)
        assert status == 201, content
        while (line := stream.readline()) != f"id: {number}\n".encode():
            assert line, "the stream ended"
        longest = max(longest, time.monotonic() - began)
    watcher.close()
    assert longest < PROMPT, f"an event took {longest:.2f} s"
    return longest


def expect_silent_log(proxy: Proxy, session: str) -> None:
    lines = (proxy.directory / "span.log").read_text().splitlines()
    assert lines and all(json.loads(line)["requestId"] for line in lines), lines
    assert not any(session.rsplit("/", 1)[1] in line for line in lines), "the log names the session"


def main() -> int:
    service = urllib.parse.urlsplit(os.environ["SPAN_URL"]).netloc
    with tempfile.TemporaryDirectory() as name, Proxy(pathlib.Path(name), service) as proxy:
        session = expect_headers(proxy)
        expect_errors(proxy)
        expect_large_bodies(proxy)
        longest = expect_prompt_events(proxy, session)
        expect_silent_log(proxy, session)
    print(f"nginx hands on events within {longest * 1000:.0f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
