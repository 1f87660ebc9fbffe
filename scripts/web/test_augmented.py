"""The phone's camera, faked: a frame of a real recording goes through WebXR to a session."""
import json
import pathlib

import pytest
from conftest import ROOT, Page, Service, Watched, until

FRAME = json.loads((ROOT / "examples/arkit-frame.json").read_text())
CAMERA = (pathlib.Path(__file__).parent / "camera.js").read_text().replace("FRAME", json.dumps(FRAME))
POSITION = FRAME["camera"]["pose"][12:15]
FLOOR_HEIGHT = FRAME["planes"][0]["pose"][13]


@pytest.fixture
def phone(pages: Watched) -> Page:
    pages.context.add_init_script(CAMERA)
    page = pages.open("/")
    page.get_by_role("button", name="Open the camera").click()
    page.locator("#overlay").wait_for()
    return page


def session_of(page: Page, service: Service) -> str:
    return "/v1/sessions/" + service.ask("GET", "/v1/sessions?limit=1")["items"][0]["id"]


def look(page: Page, direction: list[float]) -> None:
    page.evaluate("direction => fakeCamera.turn(direction)", direction)
    page.wait_for_timeout(60)  # for a frame


def tap(page: Page) -> None:
    page.evaluate("fakeCamera.select()")


def count(service: Service, session: str, name: str, wanted: int, page: Page) -> list:
    """Waits until there are so many."""
    for _ in range(200):
        items = service.ask("GET", f"{session}/{name}")["items"]
        if len(items) == wanted:
            return items
        page.wait_for_timeout(25)
    raise AssertionError(f"never {wanted} {name}")


def test_planes_and_taps(phone: Page, service: Service) -> None:
    until(phone, "document.querySelector('#overlay-told').textContent !== ''")
    session = session_of(phone, service)
    planes = count(service, session, "planes", 2, phone)
    assert [plane["classification"] for plane in planes] == ["floor", "wall"]
    for plane, sent in zip(planes, FRAME["planes"]):
        assert plane["pose"] == pytest.approx(sent["pose"], abs=1e-6), "as the device told, to the precision of its floats"
        assert plane["alignment"] == sent["alignment"]
    assert service.ask("GET", session)["profile"] == "webxr"
    look(phone, [0.1, -0.9, -1.6])
    until(phone, "document.querySelector('#overlay-told').textContent.includes(' m ± ')")
    tap(phone)
    phone.get_by_text("The first point").wait_for()
    look(phone, [-0.1, -0.8, -1.7])
    tap(phone)
    first, second = count(service, session, "anchors", 2, phone)
    # Where these lines of sight meet a floor that is level to 0.13°.
    for anchor, (x, y, z) in ((first, (0.1, -0.9, -1.6)), (second, (-0.1, -0.8, -1.7))):
        steps = (FLOOR_HEIGHT - POSITION[1]) / y
        assert anchor["placed"]["position"] == pytest.approx([POSITION[0] + steps * x, FLOOR_HEIGHT, POSITION[2] + steps * z], abs=0.05)
    length = service.ask("GET", f"{session}/path")["length"]["display"]
    phone.get_by_text(length).wait_for()
    assert phone.evaluate("fakeCamera.felt.length") >= 2
    assert phone.evaluate("fakeCamera.anchors.size") == 2
    phone.locator("#overlay-undo").click()
    count(service, session, "anchors", 1, phone)
    phone.get_by_role("button", name="Done").click()
    phone.locator("#overlay").wait_for(state="hidden")
    href = phone.locator("#augment-missing a").get_attribute("href")
    assert f"/v1{href}" == session


def test_drift(phone: Page, service: Service) -> None:
    session = session_of(phone, service)
    count(service, session, "planes", 2, phone)
    for direction in ([0.1, -0.9, -1.6], [-0.1, -0.8, -1.7]):
        look(phone, direction)
        tap(phone)
        until(phone, "count => fakeCamera.anchors.size >= count", 1 + (direction[0] < 0))
    events = service.ask("GET", session)["version"]
    phone.wait_for_timeout(1200)
    assert service.ask("GET", session)["version"] == events, "anchors that stay where they are are not reported"
    phone.evaluate("fakeCamera.shift([0.02, 0, 0])")
    phone.locator("#overlay-drift").filter(has_text="moved").wait_for()
    drift = service.ask("GET", f"{session}/drift")
    assert drift["maximum"] == pytest.approx(0.02, abs=1e-6)
    assert phone.locator("#overlay-drift").text_content() == drift["message"]


def test_two_looks_make_a_point(phone: Page, service: Service) -> None:
    """Where nothing is known, a second look from aside gives the point."""
    session = session_of(phone, service)
    count(service, session, "planes", 2, phone)
    target = [POSITION[0], POSITION[1] + 0.6, POSITION[2] + 1.5]
    for aside in (0, 0.7):
        place = [POSITION[0] + aside, *POSITION[1:]]
        phone.evaluate("place => fakeCamera.pose.splice(12, 3, ...place)", place)
        look(phone, [t - p for t, p in zip(target, place)])
        tap(phone)
        if aside == 0:
            phone.get_by_text("Step aside").wait_for()
    [anchor] = count(service, session, "anchors", 1, phone)
    # The crosshair is the middle of the screen, and the optical axis is not: both looks are off by the same half degree.
    assert anchor["placed"]["position"] == pytest.approx(target, abs=0.06)


def test_unsure(phone: Page, service: Service) -> None:
    session = session_of(phone, service)
    count(service, session, "planes", 2, phone)
    look(phone, [0.1, -0.9, -1.6])
    phone.wait_for_timeout(300)
    phone.evaluate("fakeCamera.isUnsure = true")
    with phone.expect_request(lambda request: request.url.endswith("/taps") and '"limited"' in (request.post_data or "")):
        pass
    phone.evaluate("fakeCamera.isLost = true")
    phone.wait_for_timeout(100)
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    phone.wait_for_timeout(500)
    assert asked == [], "a phone that is lost tells nothing"


def test_planes_come_and_go(phone: Page, service: Service) -> None:
    session = session_of(phone, service)
    count(service, session, "planes", 2, phone)
    phone.evaluate("() => { const [floor, wall] = fakeCamera.planes; wall.lastChangedTime = 2; wall.polygon[0].x += 0.5; fakeCamera.planes.delete(floor); }")
    [wall] = count(service, session, "planes", 1, phone)
    assert wall["classification"] == "wall"
    assert wall["polygon"][0][0] == pytest.approx(FRAME["planes"][1]["polygon"][0][0] + 0.5, abs=1e-6)


def test_without(pages: Watched) -> None:
    """What is missing is said in a sentence, and the button cannot be pressed."""
    page = pages.open("/")
    page.get_by_text("WebXR").nth(1).wait_for()
    assert page.locator("#augment").is_disabled()
    text = page.locator("#augment-missing").text_content()
    assert "no WebXR" in text or "no augmented reality" in text


def test_refused(pages: Watched) -> None:
    """Somebody who does not let the page use the camera reads why nothing happens."""
    pages.context.add_init_script(CAMERA)
    page = pages.open("/")
    page.evaluate("() => { navigator.xr.requestSession = async () => { throw new DOMException('The user said no.', 'NotAllowedError') } }")
    page.get_by_role("button", name="Open the camera").click()
    page.get_by_text("The camera could not be opened: The user said no.").wait_for()
    assert page.locator("#overlay").is_hidden()


def test_unprepared(pages: Watched) -> None:
    """A camera that is open and cannot be drawn over is closed again."""
    pages.context.add_init_script(CAMERA)
    page = pages.open("/")
    page.evaluate("() => { window.XRWebGLLayer = class { constructor() { throw new Error('There is no layer.') } } }")
    page.get_by_role("button", name="Open the camera").click()
    page.get_by_text("The camera could not be opened: There is no layer.").wait_for()
    assert page.evaluate("fakeCamera.session.isOver") is True
    assert page.locator("#overlay").is_hidden()
