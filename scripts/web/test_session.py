"""The session viewer shows what another client writes, as it happens, and what it was before."""
import json
import math
import pathlib
import random
import time
import urllib.request

import pytest
from conftest import URL, Page, Route, Service, Watched, until

FLOOR = {"id": "floor", "pose": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], "extent": {"width": 20, "height": 20}}


def tap(service: Service, session: str, x: float, z: float, **more: object) -> dict:
    return service.ask("POST", f"{session}/taps", {"ray": {"origin": [x, 1.5, z], "direction": [0, -1, 0]}, **more})


def floor(service: Service, **settings: object) -> str:
    session = service.session(**settings)
    service.ask("PATCH", f"{session}/planes", {"upsert": [FLOOR]})
    return session


def rows(page: Page) -> list[str]:
    return page.locator("#lengths tbody tr").all_text_contents()


def test_live(pages: Watched, service: Service) -> None:
    session = floor(service, name="Hall")
    tap(service, session, 0, 0)
    page = pages.open(session.removeprefix("/v1"))
    page.locator(".watch.live").wait_for()
    assert page.locator("#name").text_content() == "Hall"
    assert page.locator("#moment").get_attribute("max") == "3"
    measured = tap(service, session, 1.2, 0.5)["measurement"]
    page.get_by_text(measured["display"]).first.wait_for()
    assert "4 of 4 Tap placed" in page.locator("#event").text_content()
    place = service.ask("GET", f"{session}/anchors")["items"][1]["current"]["position"]
    service.ask("PATCH", f"{session}/anchors", {"updates": [{"id": "anchor-2", "position": [place[0] + 0.02, *place[1:]]}]})
    page.locator("#report .verdict.warned").wait_for()
    assert page.locator("#report .verdict").text_content() == service.ask("GET", f"{session}/drift")["message"]
    service.ask("DELETE", session)
    page.get_by_text("this session was deleted").wait_for()
    pages.forgive("404")


def test_refused(pages: Watched, service: Service) -> None:
    """What the service is too busy to tell is asked for again, and the page says why it does not show it yet."""
    session = floor(service)
    tap(service, session, 0, 0)
    page = pages.open(session.removeprefix("/v1"))
    page.locator(".watch.live").wait_for()
    until(page, "document.querySelector('#settings').textContent.includes('1 anchor')")
    page.route("**/drift", lambda route: route.fulfill(status=503, content_type="application/problem+json", body='{"detail": "Not now."}'))
    measured = tap(service, session, 1.2, 0.5)["measurement"]
    page.get_by_text("Not now.").wait_for()
    page.unroute("**/drift")
    page.get_by_text(measured["display"]).first.wait_for()
    page.locator("#notice").wait_for(state="hidden")
    pages.forgive("503")


def test_closed(pages: Watched, service: Service) -> None:
    session = floor(service)
    for x, z in ((0, 0), (2, 0), (2, 1), (0, 0)):
        tap(service, session, x, z)
    page = pages.open(session.removeprefix("/v1"))
    page.get_by_role("button", name="Area of the path").click()
    path = service.ask("GET", f"{session}/path")
    assert len(rows(page)) == 5
    assert page.locator("#figure .display").text_content().replace("\u00a0", " ") == path["area"]["display"]


def test_reports(pages: Watched, service: Service) -> None:
    """Kept as files, and the same as programs get."""
    session = floor(service, name="Hall")
    for x, z in ((0, 0), (2, 0)):
        tap(service, session, x, z)
    page = pages.open(session.removeprefix("/v1"))
    page.locator(".watch.live").wait_for()
    buttons = page.get_by_role("group", name="Report").get_by_role("button")
    assert buttons.all_text_contents() == ["PDF", "SVG", "DXF", "CSV", "JSON"]
    for button in buttons.all():
        with page.expect_download() as kept:
            button.click()
        ending = button.text_content().lower()
        assert kept.value.suggested_filename == f"span-{session.split('/')[-1]}.{ending}"
        with urllib.request.urlopen(f"{URL}{session}/report.{ending}", timeout=10) as answer:
            assert pathlib.Path(kept.value.path()).read_bytes() == answer.read()


def test_report_that_is_refused(pages: Watched, service: Service) -> None:
    session = floor(service)
    page = pages.open(session.removeprefix("/v1"))
    page.locator(".watch.live").wait_for()
    page.route("**/report.csv", lambda route: route.fulfill(status=503, content_type="application/problem+json", body='{"detail": "Too much is waiting."}'))
    page.get_by_role("button", name="CSV").click()
    page.get_by_text("Too much is waiting. The service is busy or stopping; try again in a few seconds.").wait_for()
    pages.forgive("503")


def test_one_stream(pages: Watched, service: Service) -> None:
    """Tabs share a stream; when the one that reads it closes, the next goes on."""
    session = floor(service)
    streams: list[str] = []
    pages.context.on("request", lambda request: request.headers.get("accept") == "text/event-stream" and streams.append(request.url))
    first = pages.open(session.removeprefix("/v1"))
    first.locator(".watch.live").wait_for()
    second = pages.open(session.removeprefix("/v1"))
    second.locator(".watch.shared").wait_for()
    third = pages.open(session.removeprefix("/v1"))
    third.locator(".watch.shared").wait_for()
    tap(service, session, 0, 0)
    for page in (first, second, third):
        page.get_by_text("3 of 3 Tap placed").wait_for()
    assert len(streams) == 1
    first.close()
    tap(service, session, 1, 0)
    for page in (second, third):
        page.get_by_text("4 of 4 Tap placed").wait_for()
    assert len(streams) == 2


def test_returns(pages: Watched, service: Service) -> None:
    """A stream that ends or cannot be had is opened again, and nothing is missed or told twice."""
    session = floor(service)
    page = pages.context.new_page()
    asked: list[str | None] = []

    def stream(route: Route) -> None:
        asked.append(route.request.headers.get("last-event-id"))
        if len(asked) == 1:
            tap(service, session, 0, 0)
            [event] = service.ask("GET", f"{session}/events?after=2")["items"]
            route.fulfill(content_type="text/event-stream", body=f": hello\n\nid: 3\nevent: tapped\ndata: {json.dumps(event)}\n\nid: 4\nda")
        elif len(asked) == 2:
            route.abort()
        else:
            route.continue_()

    page.route("**/events", stream)
    page.goto(URL + session.removeprefix("/v1"))
    page.get_by_text("3 of 3 Tap placed").wait_for()
    page.locator(".watch.broken").wait_for()
    tap(service, session, 1, 0)
    page.get_by_text("4 of 4 Tap placed").wait_for()
    assert page.locator("#moment").get_attribute("max") == "4"
    assert asked == ["2", "3", "3"]


def test_backs_off(pages: Watched, service: Service) -> None:
    """A stream that is refused is asked for later and later, not before the service says, and the words for it come once."""
    session = floor(service)
    page = pages.context.new_page()
    page.add_init_script("""window.said = [];
      new MutationObserver((changes) => said.push(...changes.filter(({ target, addedNodes }) => target.id === 'notice' && addedNodes.length > 0)
        .map(({ target }) => target.textContent))).observe(document, { childList: true, subtree: true })""")
    asked: list[float] = []

    def stream(route: Route) -> None:
        asked.append(time.monotonic())
        if len(asked) <= 2:
            headers = {"Retry-After": "3"} if len(asked) == 1 else {}
            route.fulfill(status=429, headers=headers, content_type="application/problem+json", body='{"detail": "Not so fast."}')
        else:
            route.continue_()

    page.route("**/events", stream)
    page.goto(URL + session.removeprefix("/v1"))
    page.get_by_text("Not so fast.").wait_for()
    page.locator(".watch.live").wait_for(timeout=15_000)
    first, second = asked[1] - asked[0], asked[2] - asked[1]
    assert 2.9 < first < 5 and 1.9 < second < 4, (first, second)
    said = page.evaluate("said.filter((words) => words !== '')")
    assert len(said) == 1, said
    assert page.locator("#notice").is_hidden(), "what works again takes the notice back"


@pytest.mark.parametrize("status", [401, 403])
def test_waits_for_a_key(pages: Watched, service: Service, status: int) -> None:
    """A stream that another key is needed for is not asked for until there is one."""
    session = floor(service)
    page = pages.context.new_page()
    keys: list[str | None] = []

    def stream(route: Route) -> None:
        keys.append(route.request.headers.get("authorization"))
        if keys[-1] == "Bearer good":
            route.continue_()
        else:
            route.fulfill(status=status, content_type="application/problem+json", body='{"detail": "Not you."}')

    page.route("**/events", stream)
    page.goto(URL + session.removeprefix("/v1"))
    page.locator(".watch.keyless").wait_for()
    page.get_by_text("Not you.").wait_for()
    page.wait_for_timeout(2500)
    assert keys == [None]
    page.get_by_text("Access key", exact=True).click()
    page.get_by_label("Key of this service").fill("good")
    page.keyboard.press("Enter")
    page.locator(".watch.live").wait_for()
    assert keys == [None, "Bearer good"]
    assert page.locator("#notice").is_hidden()


def test_report_has_units(pages: Watched, service: Service) -> None:
    session = floor(service)
    for x, z in ((0, 0), (2, 0), (2, 1)):
        tap(service, session, x, z)
    points = ["anchor-1", "anchor-2", "anchor-3"]
    for kind in ("area", "angle", "perimeter"):
        service.ask("POST", f"{session}/measurements", {"kind": kind, "points": points})
    # Twice as long: a triangle of 2 m², a legs' angle that stays, a hypotenuse of √17 m.
    service.ask("PATCH", f"{session}/anchors", {"updates": [{"id": "anchor-1", "position": [-2, 0, 0]}]})
    page = pages.open(session.removeprefix("/v1"))
    page.locator("#report tbody tr").nth(2).wait_for()
    cells = [row.locator("td").all_text_contents() for row in page.locator("#report tbody tr").all()]
    assert cells == [
        ["1.0000 m²", "2.0000 m²", "+1.0000 m²"],
        ["90.0000 °", "90.0000 °", "+0.0000 °"],
        ["5.2361 m", "9.1231 m", "+3.89 m"],
    ]


def test_history(pages: Watched, service: Service) -> None:
    session = floor(service)
    for x, z in ((0, 0), (1, 0), (1, 1)):
        tap(service, session, x, z)
    page = pages.open(session.removeprefix("/v1"))
    until(page, "document.querySelectorAll('#lengths tbody tr').length === 3")
    page.locator("#moment").focus()
    page.keyboard.press("ArrowLeft")
    assert "4 of 5" in page.locator("#event").text_content()
    assert len(rows(page)) == 1 and "1.00 m (" in rows(page)[0]
    # What happens meanwhile does not take one away from the past.
    tap(service, session, 0, 1)
    until(page, "document.querySelector('#moment').max === '6'")
    assert page.locator("#moment").input_value() == "4"
    page.get_by_role("button", name="Back to now").click()
    assert "6 of 6" in page.locator("#event").text_content()
    page.get_by_role("button", name="Replay").click()
    page.get_by_text("1 of 6").wait_for()
    page.get_by_text("3 of 6").wait_for()
    page.get_by_role("button", name="Stop").click()


@pytest.mark.parametrize("mode", ["path", "ruler"])
def test_folded_as_the_service_does(pages: Watched, service: Service, mode: str) -> None:
    """Replaying the events of a random session gives, after each of them, what the service said at that time."""
    seed = random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    session = floor(service, mode=mode, snap={"radius": 0.05, "edges": False})
    states: list[tuple[int, list, list, bool]] = []
    for _ in range(40):
        act(service, session, chance)
        anchors = [[anchor["id"], anchor["placed"]["position"], anchor["current"]["position"]] for anchor in service.ask("GET", f"{session}/anchors")["items"]]
        path = service.ask("GET", f"{session}/path")
        version = service.ask("GET", session)["version"]
        states.append((version, sorted(anchors), path["anchors"], path["closed"]))
    page = pages.open(session.removeprefix("/v1"))
    folded = page.evaluate(
        """async ([address, versions]) => {
          const { stateAfter } = await import("/web/history.js");
          const { items } = await (await fetch(`${address}/events?limit=1000`)).json();
          return versions.map((version) => {
            const { anchors, path, isClosed } = stateAfter(items.slice(0, version));
            return [version, anchors.map(({ id, placed, current }) => [id, placed, current]).sort((a, b) => (a[0] < b[0] ? -1 : 1)), path, isClosed];
          });
        }""", [session, [version for version, *_ in states]])
    for expected, found in zip(states, folded):
        assert list(expected) == found, f"seed {seed}, after event {expected[0]}"


def act(service: Service, session: str, chance: random.Random) -> None:
    """One change, mostly a tap; places are few, so that taps meet anchors."""
    anchors = [anchor["id"] for anchor in service.ask("GET", f"{session}/anchors")["items"]]
    kind = chance.choices(["tap", "undo", "redo", "move", "remove", "anchor", "measure", "reset"], [10, 4, 2, 3, 1, 1, 2, 0.5])[0]
    if kind in ("undo", "redo"):
        try:
            service.ask("POST", f"{session}/{kind}", {})
        except OSError:
            pass  # nothing to take back
    elif kind == "reset":
        service.ask("POST", f"{session}/reset", {})
    elif kind == "anchor":
        service.ask("POST", f"{session}/anchors", {"position": [chance.random() * 9, 0, 5]})
    elif kind == "measure" and len(anchors) >= 2:
        service.ask("POST", f"{session}/measurements", {"kind": "distance", "points": chance.sample(anchors, 2)})
    elif kind == "remove" and anchors:
        service.ask("DELETE", f"{session}/anchors/{chance.choice(anchors)}")
    elif kind == "move" and anchors:
        angle = chance.random() * math.tau
        service.ask("PATCH", f"{session}/anchors", {"updates": [{"id": chance.choice(anchors), "position": [math.cos(angle), 0, math.sin(angle)]}]})
    else:
        tap(service, session, chance.randrange(3), chance.randrange(2))


def test_long(pages: Watched, service: Service) -> None:
    """A session of very many events is shown as it is, and watched, without its history."""
    session = floor(service)
    tap(service, session, 0, 0)
    page = pages.context.new_page()
    many = 20_001
    page.route(f"**{session}", lambda route: route.fulfill(json={**service.ask("GET", session), "version": many}))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(URL + session.removeprefix("/v1"))
    page.locator("#settings").filter(has_text="1 anchor").wait_for()
    assert page.locator("#history").is_hidden()
    events = [url for url in asked if "/events?" in url]
    assert events and all(f"after={many}&" in url for url in events)


def test_compacted(pages: Watched, service: Service) -> None:
    """Where the first events are not kept, the history begins with what they came to."""
    session = floor(service)
    for x, z in ((0, 0), (2, 0), (2, 1)):
        tap(service, session, x, z)
    parts = {name: service.ask("GET", f"{session}/{name}") for name in ("planes", "anchors", "measurements", "path")}
    data = {"session": service.ask("GET", session), **{name: part.get("items", part) for name, part in parts.items()}}
    snapshot = {"seq": 5, "type": "snapshot", "at": data["session"]["updatedAt"], "data": data}
    tap(service, session, 0, 1)
    page = pages.context.new_page()
    page.route("**/events?*", lambda route: route.fulfill(status=410, content_type="application/problem+json", body="{}"))
    sent: list[str | None] = []

    def stream(route: Route) -> None:
        sent.append(route.request.headers.get("last-event-id"))
        if len(sent) == 1:
            route.fulfill(content_type="text/event-stream", body=f"id: 5\nevent: snapshot\ndata: {json.dumps(snapshot)}\n\n")
        else:
            route.continue_()

    page.route("**/events", stream)
    page.goto(URL + session.removeprefix("/v1"))
    page.get_by_text("6 of 6 Tap placed").wait_for()
    assert sent == [None, "5"]
    page.locator("#moment").focus()
    page.keyboard.press("Home")
    assert "Earlier events are not kept" in page.locator("#event").text_content()
    assert len(rows(page)) == 2
    folded = page.evaluate("async (event) => (await import('/web/history.js')).stateAfter([event])", snapshot)
    assert folded["path"] == data["path"]["anchors"]
    assert [anchor["current"] for anchor in folded["anchors"]] == [anchor["current"]["position"] for anchor in data["anchors"]]
    assert [plane["id"] for plane in folded["planes"]] == ["floor"]


def test_names_are_text(pages: Watched, service: Service) -> None:
    name = "<img src=x onerror=alert(1)>"
    session = floor(service, name=name)
    service.ask("PATCH", f"{session}/planes", {"upsert": [{**FLOOR, "id": name}]})
    tap(service, session, 0, 0, anchorId=name)
    tap(service, session, 1, 0, anchorId="b")
    page = pages.open(session.removeprefix("/v1"))
    page.locator("#lengths tbody tr").first.wait_for()
    page.get_by_role("heading", name=name).wait_for()
    assert name in rows(page)[0]
    assert page.locator("main img").count() == 0


def test_no_session(pages: Watched) -> None:
    page = pages.open("/sessions/nothing")
    page.get_by_text("There is no such session").wait_for()
    pages.forgive("404")
