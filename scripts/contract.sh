#!/usr/bin/env bash
# Generated requests, good and bad, against $SPAN_URL; every answer is checked against openapi.yaml.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/python-tools.sh contract
exec .venv/bin/schemathesis --config-file scripts/schemathesis.toml run openapi.yaml --url "$SPAN_URL"
