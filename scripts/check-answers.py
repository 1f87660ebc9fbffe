"""Posts known requests to $SPAN_URL and holds every answer against openapi.yaml: status, media type, headers, schema.

The examples of openapi.yaml have to be answered 200. Bodies of acceptance cases beside this checkout, if there are any, may be answered as they like,
as long as the answer is one that openapi.yaml describes.
"""
import glob
import json
import os
import pathlib
import sys
import urllib.error
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
        value = headers.get(name)
        if value is None:
            found.append(f"no {name}")
        else:
            found += [f"{name}: {e.message}" for e in validator(resolved(header)["schema"]).iter_errors(value)]
    media_type = headers.get_content_type()
    if media_type not in response["content"]:
        return found + [f"media type {media_type} is not described"]
    if media_type.endswith("json"):
        schema = response["content"][media_type]["schema"]
        found += [f"/{'/'.join(map(str, e.absolute_path))}: {e.message[:300]}" for e in validator(schema).iter_errors(json.loads(content))]
    return found


def known_requests():
    """(name, method, path, body, headers, required status or None)"""
    for path, item in SPEC["paths"].items():
        if "get" in item:
            yield path, "GET", path, None, {}, 200
            continue
        for name, example in item["post"]["requestBody"]["content"]["application/json"]["examples"].items():
            yield f"{path} {name}", "POST", path, resolved(example)["value"], {}, 200
        yield f"{path}, not acceptable", "POST", path, {}, {"Accept": "image/png"}, 406
        yield f"{path}, wrong media type", "POST", path, {}, {"Content-Type": "text/plain"}, 415
    for file in sorted(glob.glob(str(ROOT / "../shared/cases/*.json"))):
        for case in json.load(open(file))["cases"]:
            for step in case.get("steps", [case]):
                request = step["request"]
                if "body" in request and request["path"] in SPEC["paths"] and request["method"] == "POST":
                    yield case["id"], "POST", request["path"], request["body"], request.get("headers"), None


count = failed = 0
for name, method, path, body, headers, required in known_requests():
    status, fields, content = ask(method, path, body, headers)
    problems = faults(path, method, status, fields, content)
    if required and status != required:
        problems.insert(0, f"answered {status}, not {required}: {content[:300]!r}")
    count += 1
    if problems:
        failed += 1
        if failed <= 20:
            print(f"{name}: {'; '.join(problems[:4])}", file=sys.stderr)
print(f"{count - failed} of {count} answers are as openapi.yaml describes them")
sys.exit(1 if failed else 0)
