#!/usr/bin/env bash
# Runs a command beside a service of its own:  scripts/with-service.sh COMMAND [ARGUMENT…]
#
# Starts SPAN_BINARY (default .build/release/spand) on two free loopback ports and an empty store (SPAN_STORE_PATH, default
# a temporary file), waits until it is well, runs the command with SPAN_URL and SPAN_ADMIN_URL set, and stops that one
# process again. Fails when the command fails, when the service ended by itself, or when it does not leave with 0 on SIGTERM.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly binary=${SPAN_BINARY:-.build/release/spand}
readonly patience=20 # seconds to start, and to stop

free_ports() {
  python3 - <<'PYTHON'
import socket
held = [socket.socket() for _ in range(2)]
for s in held:
    s.bind(("127.0.0.1", 0))
print(*(s.getsockname()[1] for s in held))
PYTHON
}

read -r port admin_port < <(free_ports)
export SPAN_URL="http://127.0.0.1:$port" SPAN_ADMIN_URL="http://127.0.0.1:$admin_port"

work=$(mktemp -d)
readonly work
readonly store=${SPAN_STORE_PATH:-$work/span.sqlite}
service=

alive() { [[ -n $service ]] && kill -0 "$service" 2>/dev/null; }

show_log() {
  echo "--- last words of the service" >&2
  tail -n 40 "$work/log" >&2 || true
}

# shellcheck disable=SC2329 # called by the trap
cleanup() {
  if alive; then kill -KILL "$service" 2>/dev/null || true; fi
  rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 143' TERM
trap 'exit 130' INT

"$binary" --listen "127.0.0.1:$port" --admin-listen "127.0.0.1:$admin_port" --store "$store" \
  --log-level "${SPAN_LOG_LEVEL:-error}" \
  >"$work/log" 2>&1 &
service=$!

for ((tenths = 0; ; tenths++)); do
  curl -fsS -o "$work/health" --max-time 2 "$SPAN_URL/healthz" 2>"$work/curl" && break
  if ! alive || ((tenths >= patience * 10)); then
    echo "the service did not become healthy: $(cat "$work/curl")" >&2
    show_log
    exit 1
  fi
  sleep 0.1
done

result=0
"$@" || result=$?

if ! alive; then
  code=0
  wait "$service" || code=$?
  echo "the service ended by itself with $code" >&2
  show_log
  exit 1
fi

kill -TERM "$service"
for ((tenths = 0; tenths < patience * 10; tenths++)); do
  alive || break
  sleep 0.1
done
if alive; then
  echo "the service was still there ${patience} s after SIGTERM" >&2
  show_log
  exit 1
fi
code=0
wait "$service" || code=$?
if [[ $code -ne 0 ]]; then
  echo "the service left with $code on SIGTERM" >&2
  show_log
  exit 1
fi
if [[ $result -ne 0 ]]; then show_log; fi
exit "$result"
