"""Taps in the virtual room give the numbers that the same request gives to a program."""
import json
import re

import pytest
from conftest import Page, Route, Service, Watched, until

# The corner of a table top in rooms.json (p02-table), from its pose and outline.
TABLE_EDGE = ("p02-table", 0)


def tapped(page: Page, *points: tuple[float, float]) -> dict:
    """Taps at places, given in parts of the screen; the answer that is shown last."""
    box = page.locator("#phone").bounding_box()
    for x, y in points:
        count = page.locator("#taps tbody tr").count()
        page.locator("#phone").click(position={"x": box["width"] * x, "y": box["height"] * y})
        page.locator("#taps tbody tr").nth(count).wait_for()
    return json.loads(page.locator("#answer").text_content())


def request_of(page: Page) -> dict:
    """What the curl command on the page would send."""
    command = page.locator("#curl").text_content()
    assert command.startswith("curl -s -H 'Content-Type: application/json' --data '")
    assert command.endswith("/v1/measure'")
    return json.loads(re.search(r"--data '(.*)' '\S+'$", command)[1].replace("'\\''", "'"))


def transformed(pose: list[float], place: list[float]) -> list[float]:
    return [sum(pose[4 * k + i] * x for k, x in enumerate([*place, 1])) for i in range(3)]


def on_screen(camera: dict, place: list[float]) -> tuple[float, float]:
    """Where a place in the world appears, in parts of the screen (pose and projection as OpenGL has them)."""
    pose, projection = camera["pose"], camera["projection"]
    offset = [place[i] - pose[12 + i] for i in range(3)]
    x, y, z = (sum(pose[4 * k + i] * offset[i] for i in range(3)) for k in range(3))
    return (projection[0] * x / -z + 1) / 2, (1 - projection[5] * y / -z) / 2


def middle_of_edge(body: dict, plane_id: str, edge: int) -> list[float]:
    plane = next(plane for plane in body["planes"] if plane["id"] == plane_id)
    (ax, az), (bx, bz) = plane["polygon"][edge], plane["polygon"][edge + 1]
    return transformed(plane["pose"], [(ax + bx) / 2, 0, (az + bz) / 2])


def test_numbers(pages: Watched, service: Service) -> None:
    page = pages.open("/")
    shown = tapped(page, (0.3, 0.7), (0.5, 0.75))
    body = request_of(page)
    assert service.ask("POST", "/v1/measure", body) == shown
    assert len(shown["taps"]) == 2 and len(shown["measurements"]) == 1
    # The floor under a tap, worked out from the camera that was sent.
    for tap, asked in zip(shown["taps"], body["taps"]):
        assert tap["hit"]["planeId"] == "p08-floor"
        width, height = asked["camera"]["viewport"].values()
        x, y = on_screen(asked["camera"], tap["hit"]["position"])
        assert abs(x * width - asked["screenPoint"][0]) < 1e-6 and abs(y * height - asked["screenPoint"][1]) < 1e-6
    display = shown["measurements"][0]["display"]
    assert page.locator("#figure .display").text_content().replace("\u00a0", " ") == display
    assert page.locator("#told").text_content().endswith(f"Measured {display}.")
    low, high = (shown["measurements"][0]["uncertainty"][end] for end in ("low", "high"))
    shown_range = re.search(r"between ([\d.]+) and ([\d.]+) m", page.locator("#figure").text_content())
    assert [float(end) for end in shown_range.groups()] == pytest.approx([low, high], rel=0.005)
    shares = [line["share"] for line in shown["measurements"][0]["uncertainty"]["budget"]]
    assert f"{max(shares):.0%}".replace("%", " %") == page.locator("#figure .budget td").first.text_content()
    widths = [part.bounding_box()["width"] for part in page.locator("#figure .bar i").all()]
    assert abs(widths[0] / sum(widths) - max(shares)) < 0.03


def test_hurried(pages: Watched) -> None:
    """Taps count that come before the answer to the one before, and a late answer to something else is not shown."""
    page = pages.open("/")
    held: list[Route] = []
    page.route("**/v1/measure", lambda route: held.append(route) if "tap-1" in (route.request.post_data or "") else route.continue_())
    for _ in range(2):
        page.get_by_role("button", name="Tap at the crosshair").first.click()
    for _ in range(100):
        if len(held) == 2:
            break
        page.wait_for_timeout(20)
    for route in reversed(held):
        with page.expect_response("**/v1/measure"):
            route.continue_()
    page.wait_for_timeout(100)
    assert page.locator("#taps tbody th").all_text_contents() == ["1", "2"]
    assert len(request_of(page)["taps"]) == 2


def test_switches(pages: Watched) -> None:
    page = pages.open("/")
    before = tapped(page, (0.3, 0.7), (0.5, 0.75))["measurements"][0]
    changes = {"#profile": ("webxr", "profile"), "#pointing": ("finger", "pointing"), "#confidence": ("0.99", "confidence"),
               "#targets": ("existingPlaneInfinite", "targets"), "#unit": ("in", "unit")}
    for selector, (value, _) in changes.items():
        with page.expect_response("**/v1/measure"):
            page.locator(selector).select_option(value)
    until(page, "document.querySelector('#figure .display').textContent.includes('in')")
    body = request_of(page)
    assert (body["profile"], body["confidence"], body["targets"], body["unit"]) == ("webxr", 0.99, ["existingPlaneInfinite"], "in")
    assert {tap["pointing"] for tap in body["taps"]} == {"finger"}
    after = json.loads(page.locator("#answer").text_content())["measurements"][0]
    assert after["uncertainty"]["expanded"] > 2 * before["uncertainty"]["expanded"]
    assert after["display"].count(" in") == 2


def test_kinds(pages: Watched) -> None:
    page = pages.open("/")
    tapped(page, (0.3, 0.7), (0.5, 0.75), (0.45, 0.9))
    for kind, names in {"area": ["area", "perimeter"], "angle": ["angle"], "height": ["height"], "polyline": ["polyline"]}.items():
        with page.expect_response("**/v1/measure"):
            page.locator("#kind").select_option(kind)
        until(page, "names => names.every(name => JSON.parse(document.querySelector('#answer').textContent).measurements.some(m => m.kind === name))", names)
        chosen = page.locator("#measurements [aria-pressed=true]").text_content()
        assert chosen.lower().startswith({"polyline": "the whole way"}.get(kind, kind))
    page.locator("#undo").click()
    until(page, "document.querySelectorAll('#taps tbody tr').length === 2")
    page.locator("#clear").click()
    assert "Nothing measured yet" in page.locator("#figure").text_content()


def test_snap(pages: Watched) -> None:
    page = pages.open("/")
    tapped(page, (0.5, 0.9))
    body = request_of(page)
    point = on_screen(body["taps"][0]["camera"], middle_of_edge(body, *TABLE_EDGE))
    assert 0 < point[0] < 1 and 0 < point[1] < 1
    snap = tapped(page, point)["taps"][1]["snap"]
    assert snap["kind"] == "edge"
    assert (snap["planeId"], snap["edgeIndex"]) == TABLE_EDGE
    assert page.locator("#taps tbody tr").nth(1).locator("td").nth(1).text_content() == "Snapped to edge"
    assert "Snapped to edge" in page.locator("#told").text_content()
    with page.expect_response("**/v1/measure"):
        page.locator("#snap").select_option("off")
    until(page, "JSON.parse(document.querySelector('#answer').textContent).taps[1].snap === null")


def test_aim(pages: Watched) -> None:
    """The crosshair is measured while the phone is held still, and not while it moves."""
    page = pages.open("/")
    until(page, "document.querySelector('#aim').textContent.includes('±')")
    first = page.locator("#aim").text_content()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator("#phone").drag_to(page.locator("#phone"), source_position={"x": 300, "y": 200}, target_position={"x": 380, "y": 220})
    until(page, "text => document.querySelector('#aim').textContent.includes('±') && document.querySelector('#aim').textContent !== text", first)
    assert 1 <= len(asked) <= 3
    assert page.locator("#taps tbody tr").count() == 0, "a drag is no tap"


def test_keyboard(pages: Watched) -> None:
    page = pages.open("/")
    page.locator("#phone").focus()
    page.keyboard.press("Space")
    page.locator("#taps tbody tr").first.wait_for()
    before = request_of(page)["taps"][0]
    size = before["camera"]["viewport"]
    assert before["screenPoint"] == [size["width"] / 2, size["height"] / 2]
    for key in ("ArrowRight", "ArrowDown", "KeyW", "KeyA"):
        page.keyboard.down(key)
        page.wait_for_timeout(150)
        page.keyboard.up(key)
    page.keyboard.press("Enter")
    page.locator("#taps tbody tr").nth(1).wait_for()
    after = request_of(page)["taps"][1]
    turned, stood = after["camera"]["pose"][8:11], before["camera"]["pose"][8:11]
    # The pose's third axis looks back: to the right turns it to the left, down turns it up.
    assert turned[0] < stood[0] and turned[1] > stood[1]
    assert after["camera"]["pose"][12] != before["camera"]["pose"][12]
    assert after["camera"]["pose"][13] == before["camera"]["pose"][13]


def pull(page: Page, slider: str, value: float) -> None:
    with page.expect_response(lambda answer: answer.request.method == "PATCH" and answer.url.endswith("/anchors")):
        page.locator(slider).evaluate("(slider, value) => { slider.value = value; slider.dispatchEvent(new Event('input', {bubbles: true})) }", value)


def test_drift(pages: Watched, service: Service) -> None:
    page = pages.open("/")
    assert page.locator("#relocalise").is_disabled()
    tapped(page, (0.3, 0.7), (0.5, 0.75))
    pull(page, "#drift", 1.4)
    page.get_by_text("below the threshold of 1.5 cm").wait_for()
    pull(page, "#drift", 1.5)
    page.locator("#report .verdict.warned").wait_for()
    session = page.locator("#session-link a").get_attribute("href")
    said = service.ask("GET", f"/v1{session}/drift")
    assert said["warning"] and abs(said["maximum"] - 0.015) < 1e-9
    assert abs(said["measurements"][0]["change"] - 0.015) < 1e-9
    assert "lengths spoilt1 of 1" in page.locator("#report .facts").text_content()
    assert page.locator("#report .verdict").text_content() == said["message"]
    pull(page, "#drift", 0)
    # Together: a warning that the anchors moved, and no length that suffers.
    pull(page, "#relocalise", 30)
    page.locator("#report .verdict.warned").wait_for()
    said = service.ask("GET", f"/v1{session}/drift")
    assert said["maximum"] > 0.1 and said["rigid"]["residual"] < 1e-9
    assert [measurement["warning"] for measurement in said["measurements"]] == [False]
    assert abs(said["measurements"][0]["change"]) < 1e-9
    facts = page.locator("#report .facts").text_content()
    assert "lengths spoilt0 of 1" in facts and "left over (rms)0.00 cm" in facts
    assert page.locator("#report .verdict").text_content() == said["message"]
    assert page.locator("#sessions a").first.get_attribute("href") == session


def test_rooms(pages: Watched) -> None:
    page = pages.open("/")
    page.locator("#room").select_option("office-small")
    answer = tapped(page, (0.5, 0.6))
    assert answer["taps"][0]["hit"]["planeId"].startswith("p")
    assert len(request_of(page)["planes"]) == 10
