#!/usr/bin/env bash
# Holds the service at $SPAN_URL against openapi.yaml: first with known requests, then with generated ones, good and bad.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/python-tools.sh contract
.venv/bin/python scripts/check-answers.py
.venv/bin/schemathesis --config-file scripts/schemathesis.toml run openapi.yaml --url "$SPAN_URL"
