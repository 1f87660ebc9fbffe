#!/usr/bin/env bash
# Runs the acceptance cases against the built service on PostgreSQL, directly and through a pooler:
#   scripts/with-postgresql.sh --pgbouncer scripts/check-cases-on-postgresql.sh
set -euo pipefail
cd "$(dirname "$0")/.."

readonly binary=${SPAN_BINARY:-.build/release/spand}
"$binary" store migrate --store "$SPAN_TEST_POSTGRESQL"
for store in "$SPAN_TEST_POSTGRESQL" "$SPAN_TEST_PGBOUNCER"; do
  echo "on $store"
  SPAN_STORE_PATH=$store scripts/with-service.sh scripts/check-cases.sh
done
