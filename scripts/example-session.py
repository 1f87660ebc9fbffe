"""Makes a session at $SPAN_URL from the examples of openapi.yaml, with planes, anchors and a measurement in it, and prints its id."""
import json
import os
import pathlib
import urllib.request

import yaml

URL = os.environ["SPAN_URL"] + "/v1/sessions"
PATHS = yaml.safe_load((pathlib.Path(__file__).parent.parent / "openapi.yaml").read_text())["paths"]


def examples(path, method):
    content = PATHS["/v1/sessions" + path][method]["requestBody"]["content"]["application/json"]
    return [example["value"] for example in content["examples"].values()]


def send(address, method, body):
    request = urllib.request.Request(address, json.dumps(body).encode(), {"Content-Type": "application/json"}, method=method.upper())
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


session = send(URL, "post", examples("", "post")[0])["id"]
for path, method in (("/planes", "patch"), ("/taps", "post"), ("/anchors", "post"), ("/measurements", "post")):
    for body in examples("/{sid}" + path, method):
        send(f"{URL}/{session}{path}", method, body)
print(session)
