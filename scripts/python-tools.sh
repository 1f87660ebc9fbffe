#!/usr/bin/env bash
# Brings .venv in line with scripts/requirements-NAME.txt:  scripts/python-tools.sh lint|contract
# Quick when nothing changed: the list that was installed last is kept beside the tools.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly list="scripts/requirements-$1.txt" stamp=".venv/installed-$1.txt"
cmp -s "$list" "$stamp" && exit 0

scripts/setup.sh python
[[ -x .venv/bin/python ]] || python3 -m venv .venv
echo "installing the tools of $list into .venv"
.venv/bin/pip install --quiet --disable-pip-version-check --requirement "$list"
cp "$list" "$stamp"
