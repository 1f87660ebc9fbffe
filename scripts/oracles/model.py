"""The published numbers of the measurement model (docs/measurement.md), written down a second time, and small geometry."""
import math

import numpy

MEMBERS = (
    "posePosition poseRollPitchDegrees poseYawDegrees jitterPosition jitterRotationDegrees driftAlong driftYawDegrees scale focal"
    " principalPoint planeOffset planeTiltDegrees estimatedOffset estimatedOffsetPerMetre estimatedTiltDegrees featureAlong"
    " featureAlongPerMetre boundary definition"
).split()
UNAIDED = [0.012, 0.30, 0.20, 0.005, 0.10, 0.020, 0.25, 0.025, 0.005, 2, 0.020, 1.0, 0.060, 0.03, 5, 0.060, 0.04, 0.060, 0.003]
PROFILES = {
    "arkit-lidar": [0.005, 0.15, 0.10, 0.002, 0.05, 0.010, 0.10, 0.007, 0.003, 1, 0.005, 0.2, 0.020, 0.01, 2, 0.015, 0.01, 0.020, 0.003],
    "arkit": [0.008, 0.20, 0.15, 0.003, 0.07, 0.012, 0.15, 0.015, 0.004, 1.5, 0.010, 0.5, 0.050, 0.02, 5, 0.030, 0.03, 0.050, 0.003],
    "arcore-depth": [0.010, 0.25, 0.20, 0.004, 0.08, 0.015, 0.20, 0.015, 0.005, 2, 0.012, 0.6, 0.040, 0.02, 4, 0.040, 0.03, 0.050, 0.003],
    "arcore": UNAIDED,
    "generic": UNAIDED,
    "webxr": [0.015, 0.35, 0.25, 0.006, 0.12, 0.020, 0.30, 0.030, 0.007, 2.5, 0.020, 1.0, 0.060, 0.03, 5, 0.060, 0.04, 0.060, 0.003],
}
POINTING = {"finger": (8, 12e-3), "loupe": (2.5, 3.8e-3), "crosshair": (2, 3e-3), "mouse": (1.2, 1.8e-3)}
PROFILE_DOF, CLIENT_DOF = 8, 50
DRIFT_SHARES = (1, 0.4, 0.3)
UP = numpy.array([0.0, 1.0, 0.0])


class Noise:
    """A profile with overrides; `given` names what the client stated."""

    def __init__(self, profile, overrides):
        self.values = dict(zip(MEMBERS, PROFILES[profile])) | overrides
        self.given = set(overrides)

    def __getitem__(self, member):
        return self.values[member]

    def radians(self, member):
        return math.radians(self.values[member])

    def dof(self, *members):
        return CLIENT_DOF if self.given.issuperset(members) else PROFILE_DOF


def cross(v):
    return numpy.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def rotation(v):
    """Exp of a rotation vector."""
    angle = float(numpy.linalg.norm(v))
    if angle == 0:
        return numpy.eye(3)
    k = cross(numpy.asarray(v) / angle)
    return numpy.eye(3) + math.sin(angle) * k + (1 - math.cos(angle)) * (k @ k)


def perpendiculars(v):
    """Two unit vectors across a unit vector and each other."""
    other = numpy.eye(3)[int(numpy.argmin(numpy.abs(v)))]
    a = numpy.cross(v, other)
    a /= numpy.linalg.norm(a)
    return a, numpy.cross(v, a)


def angle_between(a, b):
    return math.atan2(float(numpy.linalg.norm(numpy.cross(a, b))), float(a @ b))
