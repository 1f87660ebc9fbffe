#!/usr/bin/env bash
# Holds the service at $SPAN_URL against openapi.yaml: first with known requests, then with generated ones, good and bad.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/python-tools.sh contract
.venv/bin/python scripts/check-answers.py
# From inside .venv, where its notes for replaying a failure do not litter the project.
cd .venv
exec bin/schemathesis --config-file ../scripts/schemathesis.toml run ../openapi.yaml --url "$SPAN_URL"
