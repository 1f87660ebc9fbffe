#!/usr/bin/env bash
# The promise of README.md: its curl line, run as it stands there, answers with a hit, a snap and a distance with its ±.
set -euo pipefail
cd "$(dirname "$0")/.."

command=$(sed -n '/^curl .*examples\/arkit-frame\.json/p' README.md | head -n 1)
[[ -n $command ]] || {
  echo "README.md has no quick-start curl line" >&2
  exit 1
}
command=${command//http:\/\/127.0.0.1:8080/$SPAN_URL}
echo "$command"
bash -euo pipefail -c "$command" | python3 -c '
import json, sys

answer = json.load(sys.stdin)
taps, lengths = answer["taps"], answer["measurements"]
assert all(tap["hit"] for tap in taps), "a tap missed"
assert any(tap["snap"] for tap in taps), "no tap snapped"
assert lengths and all("±" in m["display"] or "…" in m["display"] for m in lengths), "a measurement without its range"
for m in lengths:
    assert m["uncertainty"]["expanded"] > 0, "a distance without doubt"
for tap in taps:
    print(tap["id"], tap["hit"]["target"], tap["range"]["display"], (tap["snap"] or {}).get("label", "no snap"))
print(lengths[0]["id"], lengths[0]["display"])
'
