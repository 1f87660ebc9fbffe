"""Takes the pictures: PAGE-WIDTH-light.png and PAGE-WIDTH-dark.png into the directory named."""
import pathlib
import sys

from conftest import PATIENCE, URL, Page, Service
from playwright.sync_api import sync_playwright
from test_playground import on_screen, tapped, transformed

WIDTHS = {390: 844, 820: 1180, 1360: 900}
# A ring on the floor (x, z).
RING = [[-1.6, -1.3], [1.4, -1.5], [1.6, 1.2], [-1.2, 1.4], [-1.6, -1.3]]


def a_session(service: Service, planes: list) -> str:
    """A ring on the floor, one corner of which has drifted."""
    session = service.session(name="Living room", profile="arkit-lidar")
    service.ask("PATCH", f"{session}/planes", {"upsert": planes})
    for x, z in RING:
        service.ask("POST", f"{session}/taps", {"ray": {"origin": [0, 1.5, 0], "direction": [x, -1.5, z]}, "pointing": "loupe"})
    anchors = service.ask("GET", f"{session}/anchors")["items"]
    service.ask("POST", f"{session}/measurements", {"kind": "distance", "points": [anchors[0]["id"], anchors[2]["id"]], "name": "Diagonal"})
    x, y, z = anchors[1]["current"]["position"]
    service.ask("PATCH", f"{session}/anchors", {"updates": [{"id": anchors[1]["id"], "position": [x + 0.021, y, z - 0.012]}]})
    return session.removeprefix("/v1")


def measure_table(page: Page) -> None:
    """Taps two corners of the table that the phone sees first."""
    with page.expect_request("**/v1/measure") as aimed:
        page.reload()
    body = aimed.value.post_data_json
    table = next(plane for plane in body["planes"] if plane["id"] == "p02-table")
    # A little inside, where a tap meets the table and snaps to its edge.
    corners = [transformed(table["pose"], [0.97 * x, 0, 0.97 * z]) for x, z in table["polygon"][:2]]
    tapped(page, *(on_screen(body["taps"][0]["camera"], corner) for corner in corners))
    page.wait_for_timeout(600)


def main(directory: pathlib.Path) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    service = Service()
    session = a_session(service, service.ask("GET", "/web/rooms.json")["rooms"][0]["planes"])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for width, height in WIDTHS.items():
            for scheme in ("light", "dark"):
                context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce")
                context.set_default_timeout(PATIENCE)
                for name, path in {"playground": "/", "session": session, "docs": "/docs"}.items():
                    page = context.new_page()
                    page.goto(URL + path)
                    if name == "playground":
                        measure_table(page)
                    page.wait_for_timeout(900)
                    page.screenshot(path=directory / f"{name}-{width}-{scheme}.png")
                    page.screenshot(path=directory / f"{name}-{width}-{scheme}-whole.png", full_page=name != "docs")
                    page.close()
                context.close()
        browser.close()
    print(f"{len(list(directory.glob('*.png')))} pictures in {directory}")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
