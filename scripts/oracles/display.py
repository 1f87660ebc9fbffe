"""The texts of `display`, from the description of the interface."""
import math
from decimal import Decimal
from fractions import Fraction

METRES = {"m": 1.0, "cm": 0.01, "mm": 0.001, "in": 0.0254, "ft": 0.3048}
POWERS = {"m": (1, ""), "m2": (2, "²"), "m3": (3, "³")}
NOISE = 1e-9


def text(value, unit, asked, expanded, low, high, lopsided):
    """`unit` of the value: m, m2, m3 or deg; `asked` for the lengths."""
    if unit == "deg":
        return decimal(value, "°", expanded, low, high, lopsided, "")
    if asked == "ft-in" and unit == "m":
        return feet_and_inches(value, expanded, low, high, lopsided)
    power, mark = POWERS[unit]
    name = "ft" if asked == "ft-in" else asked
    size = METRES[name] ** power
    scaled = [None if x is None else x / size for x in (value, expanded, low, high)]
    return decimal(scaled[0], name + mark, *scaled[1:], lopsided, " ")


def decimal(value, unit, expanded, low, high, lopsided, gap):
    if expanded == 0:
        return f"{value:.3f}{gap}{unit} ± {0:.3f}{gap}{unit}"
    place, digits = two_digits(expanded)
    if high is None:
        at = down(low, place)
        return f"at least {written(at, place)}{gap}{unit}" if at > 0 else "unbounded"
    middle = written(nearest(value, place), place)
    if lopsided:
        return f"{middle}{gap}{unit} ({written(down(low, place), place)} … {written(up(high, place), place)}{gap}{unit})"
    return f"{middle}{gap}{unit} ± {written(digits, place)}{gap}{unit}"


def two_digits(expanded):
    """The place of the second digit and how many of it, rounded up."""
    place = math.floor(math.log10(expanded)) - 1
    count = up(expanded, place)
    if count >= 100:
        place += 1
        count = up(expanded, place)
    return place, count


def steps(x, place):
    return x * 10.0**-place if place < 0 else x / 10.0**place


def up(x, place):
    n = steps(x, place)
    return math.ceil(n - NOISE * max(1.0, abs(n)))


def down(x, place):
    n = steps(x, place)
    return math.floor(n + NOISE * max(1.0, abs(n)))


def nearest(x, place):
    return math.floor(steps(x, place) + 0.5 + NOISE)


def written(count, place):
    return f"{Decimal(count).scaleb(place):f}"


def feet_and_inches(value, expanded, low, high, lopsided):
    sixteenth = 0.0254 / 16
    if high is None:
        at = math.floor(low / sixteenth + NOISE)
        return f"at least {split(at, True)}" if at > 0 else "unbounded"
    middle = split(math.floor(value / sixteenth + 0.5 + NOISE), True)
    if lopsided:
        ends = math.floor(low / sixteenth + NOISE), math.ceil(high / sixteenth - NOISE)
        return f"{middle} ({split(ends[0], True)} … {split(ends[1], True)})"
    return f"{middle} ± {split(max(1, math.ceil(expanded / sixteenth - NOISE)), False)}"


def split(sixteenths, always_feet):
    feet, rest = divmod(sixteenths, 192)
    inches, part = divmod(rest, 16)
    words = [f"{feet} ft"] if feet or always_feet else []
    fraction = Fraction(part, 16)
    if inches and part:
        words.append(f"{inches} {fraction} in")
    elif part:
        words.append(f"{fraction} in")
    else:
        words.append(f"{inches} in")
    return " ".join(words)
