"""POST /v1/measure, the plain part of it, on FastAPI with numpy.    python main.py PORT"""

import sys

import fastapi
import numpy
import pydantic
import uvicorn

from measure import Plane, nearest_hit, ray_through, snap

Vector = tuple[float, float, float]
Pose = pydantic.conlist(float, min_length=16, max_length=16)


class Intrinsics(pydantic.BaseModel):
    fx: float
    fy: float
    cx: float
    cy: float
    width: float
    height: float


class Viewport(pydantic.BaseModel):
    width: float
    height: float


class Camera(pydantic.BaseModel):
    pose: Pose
    intrinsics: Intrinsics
    viewport: Viewport


class Tap(pydantic.BaseModel):
    id: str
    camera: Camera | None = None
    screenPoint: tuple[float, float]


class PlaneInput(pydantic.BaseModel):
    id: str
    pose: Pose
    polygon: pydantic.conlist(tuple[float, float], min_length=3)


class Point(pydantic.BaseModel):
    id: str
    position: Vector


class Request(pydantic.BaseModel):
    camera: Camera | None = None
    taps: list[Tap]
    planes: list[PlaneInput]
    points: list[Point] = []


def located(tap, request, planes):
    camera = tap.camera or request.camera
    if camera is None:
        raise fastapi.HTTPException(400, f"the tap {tap.id} has no camera")
    origin, direction = ray_through(camera, tap.screenPoint)
    hit = nearest_hit(planes, origin, direction)
    snapped = snap(hit[0], request.points, planes) if hit else None
    position = snapped["position"] if snapped else hit[0] if hit else None
    return {
        "id": tap.id, "ray": {"origin": origin.tolist(), "direction": direction.tolist()},
        "hit": hit and {"position": hit[0].tolist(), "distance": hit[1], "planeId": hit[2].id, "normal": hit[2].normal.tolist()},
        "snap": snapped and snapped | {"position": snapped["position"].tolist()},
        "position": None if position is None else position.tolist()}


app = fastapi.FastAPI()


@app.get("/healthz")
async def health():
    return {}


@app.post("/v1/measure")
async def measure(request: Request):
    planes = [Plane(plane.id, plane.pose, plane.polygon) for plane in request.planes]
    taps = [located(tap, request, planes) for tap in request.taps]
    ends = [(point.id, point.position) for point in request.points[-1:]] + [(tap["id"], tap["position"]) for tap in taps]
    measurements = []
    for (first, a), (second, b) in zip(ends, ends[1:]):
        value = None if a is None or b is None else float(numpy.linalg.norm(numpy.subtract(b, a)))
        measurements.append({
            "id": f"measurement-{len(measurements) + 1}", "kind": "distance", "points": [first, second], "value": value,
            "unit": "m"})
    return {"taps": taps, "measurements": measurements}


if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), access_log=False, log_level="warning")
