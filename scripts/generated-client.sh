#!/usr/bin/env bash
# Generates a Python client from openapi.yaml, as it is, and measures with it at $SPAN_URL.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/python-tools.sh client
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

.venv/bin/openapi-generator-cli generate --generator-name python --input-spec openapi.yaml --output "$work" \
  --package-name span_client --global-property apiTests=false,modelTests=false,apiDocs=false,modelDocs=false \
  >"$work/log" 2>&1 || {
  cat "$work/log" >&2
  exit 1
}
PYTHONPATH=$work .venv/bin/python -W error scripts/generated-client.py
