#!/usr/bin/env bash
# Holds the service at $SPAN_URL against openapi.yaml: first with known requests, then with generated ones, good and bad, and those once more on a session
# that has something in it.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/python-tools.sh contract
.venv/bin/python scripts/check-answers.py
SPAN_SESSION=$(.venv/bin/python scripts/example-session.py)
export SPAN_SESSION
# From inside .venv, where its notes for replaying a failure do not litter the project.
cd .venv
bin/schemathesis --config-file ../scripts/schemathesis.toml run ../openapi.yaml --url "$SPAN_URL"
exec bin/schemathesis --config-file ../scripts/schemathesis-session.toml run ../openapi.yaml --url "$SPAN_URL" \
  --include-tag sessions --exclude-path /v1/sessions --exclude-operation-id deleteSession --phases coverage,fuzzing
