"""Triangulation by scipy: least squares on the reprojection, Jacobians by central differences, the covariance by matrix algebra."""
import numpy
from scipy import optimize, stats

from first_order import plane_sigmas, tap_sigma
from model import DRIFT_SHARES, UP, angle_between, perpendiculars, rotation
from problems import viewport_scale

STEP = 1e-6


class Eye:
    """One tap as an observation in its own picture: at depth 1 along the axis, or across a ready ray."""

    def __init__(self, view, noise, start):
        self.view, self.noise = view, noise
        self.place, self.ray = view.place, view.direction
        self.start = start
        if view.kind == "ray":
            self.forward = view.direction
            self.axes = perpendiculars(view.direction)
        else:
            self.forward = -view.turn[:, 2]
            self.axes = (view.turn[:, 0], view.turn[:, 1])

    def picture(self, direction):
        depth = direction @ self.forward
        return numpy.array([a @ direction / depth for a in self.axes])

    def residual(self, point, move=numpy.zeros(3), turn=numpy.zeros(3), ray=None):
        """Where the point appears from a moved camera, less what a turned ray (or another one) observed."""
        seen = self.ray if ray is None else ray
        return self.picture(point - self.place - move) - self.picture(rotation(turn) @ seen)

    def optics(self):
        view = self.view
        if view.kind == "projection":
            p, size = view.optics["projection"], view.optics["viewport"]
            return p[0] * size["width"] / 2, p[5] * size["height"] / 2, 1, p[4] / p[0]
        lens = view.optics["intrinsics"]
        s = 1 if view.kind == "image" else viewport_scale(lens, view.optics["viewport"])
        return lens["fx"], lens["fy"], s, 0

    def lensed(self, du=0.0, dv=0.0, ln_fx=0.0, ln_fy=0.0, cx=0.0, cy=0.0):
        """The observed ray for another pixel or lens; du, dv, cx, cy in screen units."""
        if self.view.kind == "ray":
            return self.ray + du * self.axes[0] + dv * self.axes[1]
        fx, fy, s, shear = self.optics()
        x, y = self.view.aim
        yy = (y - (dv - cy) / s / fy) * numpy.exp(-ln_fy)
        xx = (x + (du - cx) / s / fx) * numpy.exp(-ln_fx) - shear * (yy - y)
        return self.view.turn @ numpy.array([xx, yy, -1.0])

    def own(self, point):
        """Covariance of tap and jitter in the picture."""
        sigma = tap_sigma(self.view)
        if self.view.kind == "image" and self.view.sigma is None:
            fx, fy, _, _ = self.optics()
            taps = (sigma * fx, sigma * fy)
        else:
            taps = (sigma, sigma)
        total = numpy.zeros((2, 2))
        for column in (
            taps[0] * difference(lambda h: -self.residual(point, ray=self.lensed(du=h))),
            taps[1] * difference(lambda h: -self.residual(point, ray=self.lensed(dv=h))),
            *(self.noise["jitterPosition"] * c for c in self.moved(point)),
            *(self.noise.radians("jitterRotationDegrees") * c for c in self.turned(point)),
        ):
            total += numpy.outer(column, column)
        return total

    def moved(self, point):
        return [difference(lambda h, e=e: self.residual(point, move=h * e)) for e in numpy.eye(3)]

    def turned(self, point):
        return [difference(lambda h, e=e: self.residual(point, turn=h * e)) for e in numpy.eye(3)]

    def shared(self, point):
        """∂ρ/∂q σ for every number that the taps share."""
        noise, limited = self.noise, 3 if self.view.limited else 1
        d = self.place - self.start
        length = float(numpy.linalg.norm(d))
        moved, turned = self.moved(point), self.turned(point)
        roll, yaw = noise.radians("poseRollPitchDegrees"), noise.radians("poseYawDegrees")
        columns = [limited * noise["posePosition"] * c for c in moved]
        columns += [limited * s * c for s, c in zip((roll, yaw, roll), turned)]
        for share, way in zip(DRIFT_SHARES, (d, numpy.cross(UP, d), length * UP)):
            columns.append(noise["driftAlong"] * share * (numpy.column_stack(moved) @ way))
        columns.append(noise.radians("driftYawDegrees") * numpy.sqrt(length) * turned[1])
        if self.view.kind != "ray":
            for name, sigma in (("ln_fx", "focal"), ("ln_fy", "focal"), ("cx", "principalPoint"), ("cy", "principalPoint")):
                columns.append(noise[sigma] * difference(lambda h, name=name: self.residual(point, ray=self.lensed(**{name: h}))))
        columns.append(noise["scale"] * (numpy.column_stack(moved) @ d))
        return columns


def difference(f):
    return (f(STEP) - f(-STEP)) / (2 * STEP)


def rise(problem, point, offset, tilt):
    arm = point - problem.surface.place
    return numpy.array([offset, -tilt * (arm @ problem.surface.turn[:, 0]), -tilt * (arm @ problem.surface.turn[:, 2])])


def solve(problem, eyes, prior):
    """The position, and Λ⁻¹JᵀW for it; weighed again at the solution until it stays."""
    point = closest([(eye.place, eye.ray / numpy.linalg.norm(eye.ray)) for eye in eyes])
    for _ in range(8):
        roots = [numpy.linalg.inv(numpy.linalg.cholesky(eye.own(point))) for eye in eyes]
        height = None if prior is None else numpy.linalg.norm(rise(problem, point, *prior))

        def residuals(x):
            parts = [root @ eye.residual(x) for root, eye in zip(roots, eyes)]
            if height is not None:
                parts.append(numpy.array([problem.surface.normal @ (x - problem.surface.place) / height]))
            return numpy.concatenate(parts)

        found = optimize.least_squares(residuals, point, jac="3-point", method="lm", xtol=1e-15, ftol=1e-15, gtol=1e-15)
        stays = numpy.linalg.norm(found.x - point) < 1e-13
        point = found.x
        if stays:
            break
    jacobian = numpy.column_stack([difference(lambda h, e=e: residuals(point + h * e)) for e in numpy.eye(3)])
    # Newton's last digits: scipy stops at the square root of what a double can tell.
    point = point - numpy.linalg.solve(jacobian.T @ jacobian, jacobian.T @ residuals(point))
    return point, jacobian, roots, residuals(point)


def closest(rays):
    across = [numpy.eye(3) - numpy.outer(r, r) for _, r in rays]
    return numpy.linalg.solve(sum(across), sum(a @ c for a, (c, _) in zip(across, rays)))


def check(post, problem, comparison, context):
    answer = post("/v1/triangulate", problem.body)
    start = problem.views[0].place
    eyes = [Eye(view, problem.noise, start) for view in problem.views]
    prior = None
    if problem.surface is not None:
        prior = plane_sigmas(problem, float(numpy.linalg.norm(start - problem.surface.place)))[:2]
    point, jacobian, roots, left = solve(problem, eyes, prior)
    inverse = numpy.linalg.inv(jacobian.T @ jacobian)
    covariance = inverse.copy()
    columns = list(zip(*(eye.shared(point) for eye in eyes)))
    for place, numbers in enumerate(columns):
        moved = [root @ number for root, number in zip(roots, numbers)]
        if prior is not None:
            # Only the scale, the last of them, moves the plane: with everything else, away from the first camera.
            away = problem.surface.normal @ (problem.surface.place - start) / numpy.linalg.norm(rise(problem, point, *prior))
            moved.append([-problem.noise["scale"] * away if place == len(columns) - 1 else 0.0])
        response = -inverse @ jacobian.T @ numpy.concatenate(moved)
        covariance += numpy.outer(response, response)
    comparison.near("point position", answer["position"], point, context)
    comparison.near("point covariance", answer["covariance"], covariance.ravel(), context)
    sight = point - numpy.mean([eye.place for eye in eyes], axis=0)
    depth = sight / numpy.linalg.norm(sight)
    comparison.near("depth sigma", answer["depthSigma"], numpy.sqrt(depth @ covariance @ depth), context)
    across = numpy.eye(3) - numpy.outer(depth, depth)
    lateral = numpy.sqrt(numpy.linalg.eigvalsh(across @ covariance @ across)[-1])
    comparison.near("lateral sigma", answer["lateralSigma"], lateral, context)
    chi, dof = float(left @ left), 2 * len(eyes) - 3 + (prior is not None)
    comparison.near("chi square", answer["chiSquare"], chi, context, absolute=1e-9)
    comparison.same("triangulation dof", answer["degreesOfFreedom"], dof, context)
    comparison.near("p-value", answer["pValue"], stats.chi2.sf(chi, dof), context, relative=1e-5)
    sights = [point - eye.place for eye in eyes]
    widest = max(angle_between(a, b) for a in sights for b in sights)
    comparison.near("parallax", answer["parallaxDegrees"], numpy.degrees(widest), context)

