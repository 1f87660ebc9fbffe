"""Measures at $SPAN_URL with span_client, the package that scripts/generated-client.sh generated from openapi.yaml.

Expected are the answers that the same requests get without any client, and figures that follow from the request alone.
"""
import json
import os
import pathlib
import re
import urllib.request

import span_client
import yaml
from span_client import MeasurementRequest, MeasurePoint, MeasureRequest, SessionPatch, SessionSettings, SessionTapRequest, SnapOptions

URL = os.environ["SPAN_URL"]
SPEC = yaml.safe_load((pathlib.Path(__file__).parent.parent / "openapi.yaml").read_text())
CONNECTION = span_client.ApiClient(span_client.Configuration(host=URL))
CLIENT = span_client.MeasuringApi(CONNECTION)
SESSIONS = span_client.SessionsApi(CONNECTION)


def resolved(node):
    while "$ref" in node:
        target = SPEC
        for part in node["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        node = target
    return node


def plain(path, body=None):
    """The answer to the same request without the client."""
    request = urllib.request.Request(URL + path, body and body.encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def stateless_operations():
    """(path, the client's method, the description) of what the tag promises to need nothing but its request."""
    for path, item in SPEC["paths"].items():
        for operation in item.values():
            if "measuring" in operation["tags"]:
                name = re.sub("(?=[A-Z])", "_", operation["operationId"]).lower()
                yield path, getattr(CLIENT, name), operation


def every_example_is_answered_as_without_the_client():
    count = 0
    for path, method, operation in stateless_operations():
        if "requestBody" not in operation:
            assert method().to_dict() == plain(path), path
            count += 1
            continue
        content = operation["requestBody"]["content"]["application/json"]
        model = getattr(span_client, content["schema"]["$ref"].split("/")[-1])
        for name, example in content["examples"].items():
            request = model.from_dict(resolved(example)["value"])
            assert method(request).to_dict() == plain(path, request.to_json()), f"{path} {name}"
            count += 1
    print(f"{count} requests are answered as they are without the client")


def lengths_and_their_uncertainties_are_typed():
    for name in ("arkitFrame", "featurePointTap"):
        example = SPEC["components"]["examples"][name]["value"]
        answer = CLIENT.measure(MeasureRequest.from_dict(example))
        expected = plain("/v1/measure", json.dumps(example))
        assert [(m.value, m.uncertainty.expanded, m.uncertainty.budget[0].source) for m in answer.measurements] == [
            (m["value"], m["uncertainty"]["expanded"], m["uncertainty"]["budget"][0]["source"]) for m in expected["measurements"]
        ], name
        for measurement in answer.measurements:
            print(f"{name}: {measurement.value:.4f} m, expanded uncertainty {measurement.uncertainty.expanded:.4f} m")


def request_written_with_models():
    corner = [MeasurePoint(id="a", position=[0, 0, 0]), MeasurePoint(id="b", position=[3, 0, 4])]
    length = MeasurementRequest(kind="distance", points=["a", "b"])
    answer = CLIENT.measure(MeasureRequest(points=corner, measurements=[length], snap=SnapOptions(False)))
    assert abs(answer.measurements[0].value - 5) < 1e-12, answer.measurements[0].value
    assert answer.measurements[0].uncertainty.expanded > 0


def fault_is_an_exception_with_the_problem():
    point = MeasurePoint(id="a", position=[0, 0, 0])
    length = MeasurementRequest(kind="distance", points=["a", "nowhere"])
    try:
        CLIENT.measure(MeasureRequest(points=[point], measurements=[length]))
    except span_client.exceptions.UnprocessableEntityException as fault:
        problem = fault.data
        assert isinstance(problem, span_client.Problem) and problem.status == 422
        assert [(e.pointer, e.code) for e in problem.errors] == [("/measurements/0/points/1", "id.unknown")], problem
        print(f"{problem.status} {problem.errors[0].code.value}: {problem.errors[0].message}")
    else:
        raise AssertionError("a measurement to a name that does not exist was answered")


def session_is_walked_through():
    sid = SESSIONS.create_session(session_settings=SessionSettings(name="Shelf", snap=SnapOptions(False)), idempotency_key="shelf").id
    assert SESSIONS.create_session(session_settings=SessionSettings(name="Shelf", snap=SnapOptions(False)), idempotency_key="shelf").id == sid
    bodies = SPEC["paths"]["/v1/sessions/{sid}/planes"]["patch"]["requestBody"]["content"]["application/json"]["examples"]
    SESSIONS.change_planes(sid, span_client.PlanesPatch.from_dict(bodies["oneFrame"]["value"]))
    bodies = SPEC["paths"]["/v1/sessions/{sid}/taps"]["post"]["requestBody"]["content"]["application/json"]["examples"]
    taps = [SESSIONS.tap(sid, SessionTapRequest.from_dict(bodies[name]["value"])) for name in ("firstCorner", "secondCorner")]
    assert [tap.anchor.id for tap in taps] == ["corner 1", "corner 2"] and abs(taps[1].measurement.value - 2.25) < 1e-9, taps[1]
    before = SESSIONS.get_session(sid)
    # What is not sent must not be sent: the settings that this does not name stay.
    after = SESSIONS.change_session(sid, SessionPatch(unit="cm"), if_match=f'"{before.version}"')
    assert after.unit == "cm" and after.name == "Shelf" and after.snap.actual_instance is False, after
    path = SESSIONS.path(sid)
    assert path.length.display.endswith("cm") and path.area is None, path
    assert SESSIONS.undo(sid).counts.anchors == 1
    events = SESSIONS.list_events(sid).items
    assert [event.actual_instance.type for event in events] == ["created", "planesChanged", "tapped", "tapped", "settingsChanged", "undone"], events
    assert events[5].actual_instance.data.result.seq == 4
    SESSIONS.delete_session(sid)
    try:
        SESSIONS.get_session(sid)
    except span_client.exceptions.NotFoundException as fault:
        print(f"a session of {len(events)} events was walked through: {path.length.display}; then {fault.data.status}")
    else:
        raise AssertionError("a deleted session was answered")


every_example_is_answered_as_without_the_client()
lengths_and_their_uncertainties_are_typed()
request_written_with_models()
fault_is_an_exception_with_the_problem()
session_is_walked_through()
