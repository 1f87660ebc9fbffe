"""What is drawn: nearer surfaces over farther ones, places where they belong, ellipsoids as wide as the doubt."""
import json
import math
import random

from conftest import ROOT, Service, Watched, until
from test_session import floor, tap

ROOMS = json.loads((ROOT / "Sources/SpanWeb/Files/rooms.json").read_text())["rooms"]
# Surfaces that are this near to each other may be drawn in either order (m): windows lie in their walls.
NEAR = 0.03

ORDER = """async ([planes, position, yaw, pitch]) => {
  const { surfaceOf } = await import("/web/surfaces.js");
  const { Lens } = await import("/web/lens.js");
  const { backToFront } = await import("/web/painter.js");
  const lens = Lens.looking(position, yaw, pitch, 500, 900, 600);
  return backToFront(planes.map(surfaceOf), lens).map(({ id }) => id);
}"""


def hits(planes: list[dict], origin: list[float], direction: list[float]) -> list[tuple[float, str]]:
    """Where a ray meets the rectangles, nearest first."""
    found = []
    for plane in planes:
        pose = plane["pose"]
        axes = [pose[4 * i:4 * i + 3] for i in range(3)]
        offset = [origin[i] - pose[12 + i] for i in range(3)]
        height = sum(offset[i] * axes[1][i] for i in range(3))
        fall = sum(direction[i] * axes[1][i] for i in range(3))
        if abs(fall) < 1e-9 or -height / fall <= 0.05:
            continue
        way = -height / fall
        x, z = (sum((offset[i] + way * direction[i]) * axes[k][i] for i in range(3)) for k in (0, 2))
        xs, zs = zip(*plane["polygon"])
        if min(xs) <= x <= max(xs) and min(zs) <= z <= max(zs):
            found.append((way, plane["id"]))
    return sorted(found)


def test_nearer_over_farther(pages: Watched) -> None:
    page = pages.open("/docs")
    chance = random.Random(5)
    compared = wrong = 0
    for room in ROOMS:
        planes = room["planes"]
        x, y, z = room["start"]["position"]
        for _ in range(40):
            eye = [x + chance.uniform(-0.4, 0.4), y + chance.uniform(-0.3, 0.5), z + chance.uniform(-0.5, 0.3)]
            yaw, pitch = chance.uniform(-math.pi, math.pi), chance.uniform(-0.7, 0.4)
            order = page.evaluate(ORDER, [planes, eye, yaw, pitch])
            assert sorted(order) == sorted(plane["id"] for plane in planes)
            for _ in range(200):
                # Within what the lens sees: 84° wide, 62° high.
                a, b = yaw + chance.uniform(-0.6, 0.6), pitch + chance.uniform(-0.4, 0.4)
                met = hits(planes, eye, [math.sin(a) * math.cos(b), math.sin(b), -math.cos(a) * math.cos(b)])
                if len(met) < 2 or met[1][0] - met[0][0] < NEAR:
                    continue
                compared += 1
                seen = max((name for _, name in met), key=order.index)
                wrong += seen != met[0][1]
    assert compared > 500
    assert wrong == 0, f"{wrong} of {compared}"


def test_ellipsoid(pages: Watched) -> None:
    """Its axes are those of the covariance: along them the variance is the square of their length, across them it vanishes."""
    page = pages.open("/docs")
    chance = random.Random(6)
    for _ in range(50):
        root = [[chance.gauss(0, 0.05) for _ in range(3)] for _ in range(3)]
        covariance = [sum(root[k][i] * root[k][j] for k in range(3)) for i in range(3) for j in range(3)]
        axes = page.evaluate("async (covariance) => (await import('/web/vectors.js')).principalAxes(covariance)", covariance)
        for i in range(3):
            for j in range(3):
                assert abs(sum(axis[i] * axis[j] for axis in axes) - covariance[3 * i + j]) < 1e-12
                if i != j:
                    assert abs(sum(axes[i][k] * axes[j][k] for k in range(3))) < 1e-10


def test_views_move(pages: Watched, service: Service) -> None:
    """Keys and pointers turn and zoom both views, and the picture follows."""
    session = floor(service)
    tap(service, session, 0, 0)
    tap(service, session, 2, 1)
    page = pages.open(session.removeprefix("/v1"))
    page.locator("#lengths tbody tr").first.wait_for()
    for view in ("#space", "#plan"):
        canvas = page.locator(view)
        canvas.focus()
        for act in (
            lambda: page.keyboard.press("ArrowRight", delay=120),
            lambda: page.keyboard.press("Equal", delay=120),
            lambda: page.mouse.wheel(0, 200),
            lambda: canvas.drag_to(canvas, source_position={"x": 200, "y": 200}, target_position={"x": 260, "y": 230}),
        ):
            page.wait_for_timeout(60)
            before = canvas.evaluate("canvas => canvas.toDataURL()")
            canvas.hover()
            act()
            until(page, "([view, before]) => document.querySelector(view).toDataURL() !== before", [view, before])
