#!/usr/bin/env python3
"""Holds reports in all formats against the session's own JSON at $SPAN_URL:  scripts/reports/check.py [DIRECTORY]

Every number of a session, as `GET …/path`, `…/measurements`, `…/drift` and `…/anchors` give it, has to stand in every format; each format is read with a reader
that knows nothing of the service. The reports are left in DIRECTORY.
"""
import csv
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree

import ezdxf
from ezdxf.lldxf.encoding import decode_dxf_unicode
from sessions import ALL, HOSTILE, ask, fetch

FORMATS = {"svg": "image/svg+xml", "pdf": "application/pdf", "csv": "text/csv", "dxf": "image/vnd.dxf", "json": "application/json"}
SVG = "{http://www.w3.org/2000/svg}"
STATEMENT = "The true value lies within the stated range in {} of 100 cases"
checks = 0


def check(holds: object, words: str) -> None:
    global checks
    checks += 1
    assert holds, words


def expected(path: str) -> list[dict]:
    """What the report has to list, from everywhere else: the path, its segments, the measurements with their changes."""
    way, drift = ask("GET", f"{path}/path"), ask("GET", f"{path}/drift")
    whole = [way["perimeter"], way["area"]] if way["closed"] else [way["length"]]
    changes = {change["id"]: change for change in drift["measurements"]}
    measurements = [{**m, **{name: changes[m["id"]][name] for name in ("placedValue", "change")}} for m in ask("GET", f"{path}/measurements")["items"]]
    return [row for row in whole if row] + way["segments"] + measurements


def plain(text: str) -> str:
    """Names as they can be written on a line."""
    return "".join(" " if ord(c) < 32 or 0x7F <= ord(c) < 0xA0 else c for c in text)


def check_json(body: bytes, path: str, rows: list[dict]) -> None:
    report = json.loads(body)
    check(report["session"] == ask("GET", path), "the session is another")
    check(len(report["rows"]) == len(rows), "rows are missing")
    for row, own in zip(report["rows"], rows):
        for member in set(own) - {"name", "planeId", "advice"}:
            check(row[member] == own[member], f"{member} is {row[member]}, not {own[member]}")
        check("name" not in own or row["title"] in (own["name"], own["id"]), "the title is another")
    placed = {a["id"]: a["current"]["position"] for a in ask("GET", f"{path}/anchors")["items"]}
    check({a["id"]: a["position"] for a in report["anchors"]} == placed, "anchors are elsewhere")


def check_csv(body: bytes, path: str, rows: list[dict]) -> None:
    text = body.decode()
    check(text.endswith("\r\n") and "\n" not in text.replace("\r\n", ""), "lines do not end in CR LF")
    table = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    check(len(table) == len(rows), "rows are missing")
    session = ask("GET", path)
    for line, row in zip(table, rows):
        check(None not in line and None not in line.values(), "a row has another number of cells")
        uncertainty = row["uncertainty"] or {}
        numbers = {"value [unit]": row["value"]} | {
            name: uncertainty.get(member) for name, member in (
                ("expanded [unit]", "expanded"), ("standard [unit]", "standard"), ("low [unit]", "low"), ("high [unit]", "high"), ("coverage [1]", "coverage"),
                ("coverage_factor [1]", "coverageFactor"), ("degrees_of_freedom [1]", "degreesOfFreedom"), ("kappa [1]", "kappa"))}
        if "change" in row:
            numbers |= {"placed_value [unit]": row["placedValue"] if row["value"] is not None else None, "change [unit]": row["change"]}
        for source in (name.removesuffix("_share [1]") for name in line if name.endswith("_share [1]")):
            part = next((part for part in uncertainty.get("budget", []) if part["source"] == source), {})
            numbers |= {f"{source}_standard [unit]": part.get("standard"), f"{source}_share [1]": part.get("share")}
        for name, number in numbers.items():
            check((float(line[name]) if line[name] else None) == number, f"{name} is {line[name]!r}, not {number}")
        for name, text in (("unit", row["unit"]), ("kind", row["kind"]), ("display", row["display"] or ""), ("flags", " ".join(uncertainty.get("flags", []))),
                           ("session_id", session["id"]), ("profile", session["profile"]), ("updated_at [UTC]", session["updatedAt"])):
            check(line[name] == text, f"{name} is {line[name]!r}, not {text!r}")
        for cell in line.values():
            check(not re.match(r"\s*[=+@]", cell) and (not re.match(r"\s*-", cell) or float(cell) < 0), f"{cell!r} may be a formula")


def percent(confidence: float) -> str:
    return f"{confidence * 100:.6g}"


def check_words(words: str, path: str, rows: list[dict], place: str) -> None:
    """What is for people to read: every figure, how sure it is, when, under which profile."""
    words = re.sub(r"\s+", " ", words)
    session = ask("GET", path)
    check(STATEMENT.format(percent(session["confidence"])) in words, f"{place} does not say what the ranges mean")
    for text in (session["id"], session["profile"], session["updatedAt"][:16].replace("T", " ") + " UTC", f"Version {session['version']}"):
        check(text in words, f"{place} lacks {text!r}")
    check(("Largest drift none" in words) == (session["drift"]["maximum"] == 0), f"{place} says something else of the drift")
    for row in rows:
        if row["display"] is None:
            check("no value" in words, f"{place} hides that there is no value")
            continue
        check(re.sub(r"\s+", " ", row["display"]) in words, f"{place} lacks {row['display']!r}")
        check(f"{row['uncertainty']['coverageFactor']:.2f}" in words, f"{place} lacks k of {row['display']!r}")
        for part in row["uncertainty"]["budget"]:
            share = f"{part['share']:.0%}".removesuffix("%")
            check(re.search(rf"{part['source']} \S.*? \((< 1|{share}|{int(share) + 1}|{max(0, int(share) - 1)}) %\)", words), f"{place} lacks the part of {part['source']}")
        for flag in row["uncertainty"]["flags"]:
            check(re.search(rf"Flags: [\w, ]*{flag}", words), f"{place} lacks the flag {flag}")


def check_svg(body: bytes, path: str, rows: list[dict]) -> None:
    root = ElementTree.fromstring(body)
    check({e.tag.removeprefix(SVG) for e in root.iter()} <= {"svg", "title", "desc", "g", "rect", "text", "polygon", "polyline", "circle"}, "other elements than drawn ones")
    texts = [element.text or "" for element in root.iter(f"{SVG}text")]
    check_words(" ".join(texts), path, rows, "the SVG")


def check_pdf(body: bytes, path: str, rows: list[dict]) -> None:
    with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
        file.write(body)
        file.flush()
        about = subprocess.run(["pdfinfo", file.name], capture_output=True, text=True, check=True)
        words = subprocess.run(["pdftotext", "-raw", file.name, "-"], capture_output=True, text=True, check=True)
        fonts = subprocess.run(["pdffonts", file.name], capture_output=True, text=True, check=True)
    check(not about.stderr and not words.stderr, f"poppler complains: {about.stderr}{words.stderr}")
    check("841.89 x 595.276 pts (A4)" in about.stdout, "the pages are no A4")
    embedded = [line.split()[-5] for line in fonts.stdout.splitlines()[2:]]
    check(embedded and set(embedded) == {"yes"}, f"fonts are not in the file: {fonts.stdout}")
    check_words(words.stdout, path, rows, "the PDF")


def check_dxf(body: bytes, path: str, rows: list[dict]) -> None:
    document = ezdxf.read(io.StringIO(body.decode("ascii")))
    auditor = document.audit()
    check(not auditor.errors and not auditor.fixes, f"ezdxf finds faults: {auditor.errors} {auditor.fixes}")
    check((document.header["$INSUNITS"], document.header["$MEASUREMENT"]) == (6, 1), "the units are no metres")
    model = document.modelspace()
    anchors = [a["current"]["position"] for a in ask("GET", f"{path}/anchors")["items"]]
    points = [entity.dxf.location for entity in model.query("POINT")]
    for x, _, z in anchors:
        check(any(abs(p.x - x) < 1e-8 and abs(p.y + z) < 1e-8 for p in points), f"no anchor at {x}, {z}")
    # A line as long as each segment is from above.
    lines = [entity.get_points("xy") for entity in model.query('LWPOLYLINE[layer=="PLAN"]')]
    lengths = [((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 for a, b in (line for line in lines if len(line) == 2)]
    for row in rows:
        horizontal = row.get("components", {}).get("horizontal")
        if row["kind"] == "distance" and horizontal > row["components"]["vertical"]:
            check(any(abs(length - horizontal) < 1e-6 for length in lengths), f"no line is {horizontal} m long")
    texts = [decode_dxf_unicode(entity.dxf.text) for entity in model.query("TEXT")]
    check(all(not re.search(r"%%|\\|\^|[{}]", text) for text in texts), "a text holds codes")
    for row in rows:
        check(any(text.endswith(f": {row['display'] or 'no value'}") for text in texts), f"the DXF lacks {row['display']!r}")


READERS = {"json": check_json, "csv": check_csv, "svg": check_svg, "pdf": check_pdf, "dxf": check_dxf}


def main(directory: pathlib.Path) -> None:
    for name, make in ALL.items():
        session = make()
        rows = expected(session.path)
        version = ask("GET", session.path)["version"]
        for format, reader in READERS.items():
            start = time.monotonic()
            body, fields = fetch(f"{session.path}/report.{format}")
            duration = time.monotonic() - start
            (directory / f"{name}.{format}").write_bytes(body)
            check(fields["Content-Type"].split(";")[0] == FORMATS[format], "another type")
            check(fields["Content-Disposition"] == f'attachment; filename="span-{session.path.split("/")[-1]}.{format}"', "another file name")
            check((fields["X-Content-Type-Options"], fields["ETag"]) == ("nosniff", f'"{version}"'), "fields are missing")
            reader(body, session.path, rows)
            print(f"{name}.{format}: {len(rows)} rows, {len(body)} bytes, {duration * 1000:.0f} ms")
    titles = {row["title"] for row in json.loads((directory / "named.json").read_bytes())["rows"]}
    check(titles.issuperset(name for name in HOSTILE if plain(name).strip()), "names are not told as they are")
    print(f"{checks} checks passed")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        place = pathlib.Path(sys.argv[1])
        place.mkdir(parents=True, exist_ok=True)
        main(place)
    else:
        with tempfile.TemporaryDirectory() as place:
            main(pathlib.Path(place))
