"""Keeps the examples of openapi.yaml equal to the files of examples/; with --write, copies the files into it."""
import json
import pathlib
import re
import sys

import yaml

ROOT = pathlib.Path(__file__).parent.parent
SPEC = ROOT / "openapi.yaml"
EXAMPLES = {  # name in openapi.yaml: (file, summary)
    "arkitFrame": ("arkit-frame.json", "One frame of a recorded ARKit walk: from the middle of the floor to its edge"),
    "featurePointTap": ("feature-point-tap.json", "A portrait phone without planes: two taps on feature points, in inches"),
    "rayTap": ("ray-tap.json", "WebXR: ready rays, and a point to snap to"),
    "pointsOnly": ("points-only.json", "Four known points: a side, an area, a perimeter, an angle"),
}

text = SPEC.read_text()
if "--write" in sys.argv[1:]:
    block = ["  examples:\n"]
    for name, (file, summary) in EXAMPLES.items():
        # JSON is YAML: the file goes in as it is, only further to the right.
        body = (ROOT / "examples" / file).read_text().rstrip("\n").replace("\n", "\n        ")
        block.append(f"    {name}:\n      summary: \"{summary}\"\n      value:\n        {body}\n")
    SPEC.write_text(re.sub(r"(?ms)^  examples:\n(?:    .*\n|\n)*\Z", lambda _: "".join(block), text))
    sys.exit(0)

held = yaml.safe_load(text)["components"]["examples"]
stale = [f for n, (f, _) in EXAMPLES.items() if held.get(n, {}).get("value") != json.loads((ROOT / "examples" / f).read_text())]
for file in stale:
    print(f"openapi.yaml holds another examples/{file}: run .venv/bin/python {sys.argv[0]} --write", file=sys.stderr)
sys.exit(1 if stale else 0)
