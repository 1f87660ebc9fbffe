#!/usr/bin/env bash
# Starts the built service in this terminal, after saying how to talk to it.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly address=${SPAN_LISTEN:-127.0.0.1:8080}
host=${address%:*}
case $host in
  '' | 0.0.0.0 | '*') host=127.0.0.1 ;;
  '[::]') host='[::1]' ;;
esac

cat <<EOF

Span, the measurement service. Measure something from another terminal:

  curl -s -H 'Content-Type: application/json' --data @$(printf '%q' "$PWD")/examples/arkit-frame.json http://$host:${address##*:}/v1/measure

Ctrl-C stops it.

EOF
exec .build/release/spand --listen "$address"
