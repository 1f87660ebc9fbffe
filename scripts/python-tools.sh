#!/usr/bin/env bash
# Brings .venv in line with scripts/requirements-NAME.txt:  scripts/python-tools.sh lint|contract|reports …
# Quick when nothing changed: the lists that were installed last are kept beside the tools.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly list="scripts/requirements-$1.txt" lock=scripts/requirements-lock.txt stamp=".venv/installed-$1.txt"
if cat "$list" "$lock" | cmp -s - "$stamp"; then exit 0; fi

scripts/setup.sh python
[[ -x .venv/bin/python ]] || python3 -m venv .venv
echo "installing the tools of $list into .venv"
.venv/bin/pip install --quiet --disable-pip-version-check --requirement "$list" --constraint "$lock"
cat "$list" "$lock" >"$stamp"
