"""Where an answer differs from what was worked out: numbers to a share of the size of what they belong to, all else exactly."""
import numpy


class Anything:
    """Of what is not worked out: it only has to be there."""


ANYTHING = Anything()


def differences(expected, found, relative=1e-9, at="", floor=1e-12):
    """The pointers at which they differ. Members that were not worked out are not looked at."""
    if expected is ANYTHING:
        return []
    if isinstance(expected, numpy.ndarray):
        expected = expected.tolist()
    if isinstance(expected, dict):
        if not isinstance(found, dict):
            return [f"{at}: {found!r}, expected an object"]
        if "source" in expected and "share" in expected:
            floor = max(floor, relative)
        missing = [f"{at}/{k}: missing, expected {v!r}" for k, v in expected.items() if k not in found]
        return missing + [d for k, v in expected.items() if k in found for d in differences(v, found[k], relative, f"{at}/{k}", floor)]
    if isinstance(expected, (list, tuple)):
        if not isinstance(found, list) or len(found) != len(expected):
            return [f"{at}: {found!r}, expected {expected!r}"]
        if expected and all(isinstance(x, float) for x in expected) and all(isinstance(x, (int, float)) for x in found):
            size = max(map(abs, expected))
            off = max(abs(a - b) for a, b in zip(expected, found))
            return [] if off <= max(floor, relative * size) else [f"{at}: {found}, expected {expected} ({off:.1e})"]
        if expected and isinstance(expected[0], dict) and "source" in expected[0]:
            order = {"source"}
            expected = sorted(expected, key=lambda x: x["source"])
            found = sorted(found, key=lambda x: x["source"])
        if at.endswith("/flags"):
            found, expected = sorted(found), sorted(expected)
        return [d for i, (a, b) in enumerate(zip(expected, found)) for d in differences(a, b, relative, f"{at}/{i}", floor)]
    if isinstance(expected, (bool, str)) or expected is None:
        return [] if type(expected) is type(found) and expected == found else [f"{at}: {found!r}, expected {expected!r}"]
    if isinstance(found, bool) or not isinstance(found, (int, float)):
        return [f"{at}: {found!r}, expected {expected!r}"]
    off = abs(found - expected)
    if at.endswith("/rotationDegrees"):
        floor = 1e-9  # the arc of a sine
    if at.endswith("/degreesOfFreedom"):
        floor = relative * expected**2 / 8  # of many, as exactly as they count
    return [] if off <= max(floor, relative * abs(expected)) else [f"{at}: {found!r}, expected {float(expected)!r} ({off:.1e})"]
