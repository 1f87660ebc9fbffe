"""What /v1/measure should answer, worked out anew: see geometry, propagation and display."""
import numpy

from geometry import Surface, cast, hit_pose, in_play, options, sight, snapped
from model import Noise, angle_between
from places import camera_place, given_place, tap_place
from propagation import Measuring


def measure(body):
    """Taps and measurements by the request; what it does not model is left out."""
    noise = Noise(body.get("profile") or "generic", {k: v for k, v in (body.get("noise") or {}).items() if v is not None})
    surfaces = [Surface(p) for p in body.get("planes") or []]
    live, chosen = in_play(surfaces), options(body.get("snap"))
    measuring = Measuring(noise, body.get("confidence"), body.get("unit"))
    points, places, order = [], {}, []
    for point in body.get("points") or []:
        place = given_place(point["position"], point.get("covariance"), noise, point["id"])
        points.append((point["id"], place.position))
        places[point["id"]] = place
        order.append((point["id"], False))
    taps = body.get("taps")
    if taps is None:
        taps = [{k: body[k] for k in ("camera", "screenPoint", "ray") if body.get(k)}] if body.get("screenPoint") else []
    taken = set(places) | {t["id"] for t in taps if t.get("id")}
    answers, start = [], None
    for index, tap in enumerate(taps):
        name = tap.get("id") or next(n for n in (f"tap-{i}" for i in range(index + 1, 10**6)) if n not in taken)
        taken.add(name)
        seen = sight(tap, body.get("camera"))
        start = seen.place if start is None else start
        hit = cast(seen, live, body.get("targets"), body.get("alignment"), body.get("featurePoints") or ())
        snap = snapped(hit.position, points, live, chosen) if hit else None
        place = None
        if hit:
            place = places[snap.name] if snap and snap.kind == "point" else tap_place(seen, hit, noise, start, ("tap", name), snap)
            places[name] = place
        order.append((name, True))
        answers.append({"id": name} | tap_answer(seen, hit, snap, place, noise, start, ("tap", name), measuring))
    measurements = []
    for index, asked in enumerate(body.get("measurements") or consecutive(order)):
        found = None
        if all(p in places for p in asked["points"]):
            surface = next((s for s in surfaces if s.id == asked.get("planeId")), None)
            found = measuring.measure(asked["kind"], [places[p] for p in asked["points"]], surface)
        measurements.append({"points": asked["points"]} | (found or {"value": None, "uncertainty": None, "display": None}))
    return {"taps": answers, "measurements": measurements}


def consecutive(order):
    return [{"kind": "distance", "points": [a, b]} for (a, _), (b, tapped) in zip(order, order[1:]) if tapped]


def tap_answer(seen, hit, snap, place, noise, start, name, measuring):
    answer = {"ray": {"origin": seen.place, "direction": seen.unit}, "hit": None, "snap": None, "position": None, "covariance": None}
    if seen.image_point:
        answer["imagePoint"] = seen.image_point
    if hit is None:
        return answer
    lean = angle_between(seen.unit, hit.normal)
    answer["hit"] = {
        "position": hit.position, "distance": hit.distance, "target": hit.target, "normal": hit.normal,
        "facing": "front" if hit.normal @ seen.unit < 0 else "back", "incidenceDegrees": numpy.degrees(min(lean, numpy.pi - lean)),
        "insideOutline": hit.inside, "pose": hit_pose(hit, seen.place),
    }  # fmt: skip
    if hit.surface:
        answer["hit"]["planeId"] = hit.surface.id
    if snap:
        answer["snap"] = {"kind": snap.kind, "position": snap.position, "offset": snap.offset, "label": f"Snapped to {snap.kind}"} | (
            {"pointId": snap.name} if snap.kind == "point" else {"planeId": snap.name, "edgeIndex": snap.edge}
        )
    range_ = measuring.measure("distance", [camera_place(seen, noise, start, name), place])
    answer["range"] = {k: range_[k] for k in ("value", "unit", "uncertainty", "display")}
    return answer | {"position": place.position, "covariance": place.covariance().ravel()}
