#!/usr/bin/env bash
# Everything a machine can say about style, in one go; goes on after a fault so that all are seen.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/python-tools.sh lint
readonly tools=.venv/bin
failed=0

check() {
  local name=$1
  shift
  if "$@"; then echo "lint: $name ok"; else
    echo "lint: $name FAILED" >&2
    failed=1
  fi
}

# The tests are Swift Testing only (the runner is started without XCTest): nothing may be skipped unseen.
# shellcheck disable=SC2329 # called through check
no_xctest() { ! grep -rn --include='*.swift' 'import XCTest' Tests; }

mapfile -t scripts < <(find scripts deploy -name '*.sh' | sort)
mapfile -t yaml < <(git ls-files '*.yaml' '*.yml')

check "Swift format" swift format lint --strict --parallel --recursive Sources Tests Fuzz Benchmarks Package.swift
check "tests" no_xctest
check "openapi.yaml" "$tools/openapi-spec-validator" openapi.yaml
check "examples" "$tools/python" scripts/check-examples.py
check "YAML" "$tools/yamllint" --strict "${yaml[@]}"
check "Dockerfile" "$tools/hadolint" Dockerfile
check "Kubernetes" "$tools/python" scripts/check-manifests.py
check "alerts and dashboard" "$tools/python" scripts/monitoring/lint.py
check "shell scripts" "$tools/shellcheck" .ci/run Benchmarks/peers/cpp/build "${scripts[@]}"
exit "$failed"
