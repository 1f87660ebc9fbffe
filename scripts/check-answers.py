"""Posts known requests to $SPAN_URL and holds every answer against openapi.yaml: status, media type, headers, schema.

The examples of openapi.yaml have to be answered well. Those of sessions are one story, told in the order of the description: the first example of the
creation makes the session, the ids of the other addresses are the examples of their parameters, and what was made is deleted at the end. Bodies of
acceptance cases beside this checkout, if there are any, may be answered as they like, as long as the answer is one that openapi.yaml describes.
"""
import glob
import json
import os
import pathlib
import sys
import urllib.error
import urllib.parse
import urllib.request

import jsonschema
import yaml

ROOT = pathlib.Path(__file__).parent.parent
URL = os.environ["SPAN_URL"]
SPEC = yaml.safe_load((ROOT / "openapi.yaml").read_text())


def resolved(node):
    while "$ref" in node:
        target = SPEC
        for part in node["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        node = target
    return node


def validator(schema):
    return jsonschema.Draft202012Validator({**schema, "components": SPEC["components"]})


def ask(method, path, body=None, headers=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, {"Content-Type": "application/json", **(headers or {})}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as answer:
        return answer.code, answer.headers, answer.read()


def faults(path, method, status, headers, content):
    """Everything in which an answer is not as the description says."""
    responses = SPEC["paths"][path][method.lower()]["responses"]
    if str(status) not in responses:
        return [f"status {status} is not described"]
    response = resolved(responses[str(status)])
    found = []
    for name, header in response.get("headers", {}).items():
        value, header = headers.get(name), resolved(header)
        if value is None:
            found += [f"no {name}"] if header.get("required") else []
        else:
            found += [f"{name}: {e.message}" for e in validator(header["schema"]).iter_errors(value)]
    if "content" not in response:
        return found + (["there is a body"] if content else [])
    media_type = headers.get_content_type()
    if media_type not in response["content"]:
        return found + [f"media type {media_type} is not described"]
    if media_type.endswith("json"):
        schema = response["content"][media_type]["schema"]
        found += [f"/{'/'.join(map(str, e.absolute_path))}: {e.message[:300]}" for e in validator(schema).iter_errors(json.loads(content))]
    return found


def request_examples(operation):
    """(name, body); without a body once."""
    if "requestBody" not in operation:
        return [("", None)]
    examples = operation["requestBody"]["content"]["application/json"]["examples"]
    return [(name, resolved(example)["value"]) for name, example in examples.items()]


def known_requests():
    """(name, method, path of the description, address, body, headers, statuses that are right or None)"""
    for path, item in SPEC["paths"].items():
        if "{" in path:
            continue
        if "get" in item:
            yield path, "GET", path, path, None, {}, {200}
        if "post" in item:
            for name, body in request_examples(item["post"]):
                yield f"{path} {name}", "POST", path, path, body, {}, {200, 201}
            yield f"{path}, not acceptable", "POST", path, path, {}, {"Accept": "image/png"}, {406}
            yield f"{path}, wrong media type", "POST", path, path, {}, {"Content-Type": "text/plain"}, {415}
    yield from session_story()
    for file in sorted(glob.glob(str(ROOT / "../shared/cases/*.json"))):
        for case in json.load(open(file))["cases"]:
            for step in case.get("steps", [case]):
                request = step["request"]
                if "body" in request and request["path"] in SPEC["paths"] and request["method"] == "POST":
                    yield case["id"], "POST", request["path"], request["path"], request["body"], request.get("headers"), None


def session_story():
    """Every operation on one session, with its examples; then it is undone, and deleted piece by piece."""
    first = request_examples(SPEC["paths"]["/v1/sessions"]["post"])[0][1]
    _, _, content = ask("POST", "/v1/sessions", first)
    names = {p["name"]: p.get("example") for p in SPEC["components"]["parameters"].values()} | {"sid": json.loads(content)["id"]}

    def address(path):
        return "/".join(urllib.parse.quote(names[part[1:-1]], safe="") if part.startswith("{") else part for part in path.split("/"))

    paths = {path: item for path, item in SPEC["paths"].items() if "{" in path}
    deletions = []
    for path, item in paths.items():
        for method in ("put", "post", "patch", "get"):
            if method in item:
                for name, body in request_examples(item[method]):
                    yield f"{method.upper()} {path} {name}", method.upper(), path, address(path), body, {}, {200, 201}
        if "delete" in item:
            deletions.insert(0, (f"DELETE {path}", "DELETE", path, address(path), None, {}, {204}))
        yield f"{path}, not acceptable", next(iter(item)).upper(), path, address(path), {}, {"Accept": "image/png"}, {406}
    undo = "/v1/sessions/{sid}/undo"
    yield "the reset is taken back", "POST", undo, address(undo), {}, {}, {200}
    yield from deletions


count = failed = 0
for name, method, path, target, body, headers, required in known_requests():
    status, fields, content = ask(method, target, body, headers)
    problems = faults(path, method, status, fields, content)
    if required and status not in required:
        problems.insert(0, f"answered {status}, not {' or '.join(map(str, sorted(required)))}: {content[:300]!r}")
    count += 1
    if problems:
        failed += 1
        if failed <= 20:
            print(f"{name}: {'; '.join(problems[:4])}", file=sys.stderr)
print(f"{count - failed} of {count} answers are as openapi.yaml describes them")
sys.exit(1 if failed else 0)
