#!/usr/bin/env bash
# Holds what the service tests saw (SPAN_RECORD_DIR while they ran) against openapi.yaml.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/python-tools.sh contract
.venv/bin/python scripts/validate-responses "$SPAN_RECORD_DIR"
