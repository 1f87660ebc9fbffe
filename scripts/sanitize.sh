#!/usr/bin/env bash
# Runs the tests, and the service under load, with a sanitizer looking on:  scripts/sanitize.sh thread|address
#
# Left out are the suites that simulate thousands of scenes: one thread, no pointers, and far too slow here.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly kind=${1:?usage: scripts/sanitize.sh thread|address}
readonly scratch=${SPAN_SANITIZE_DIR:-.build/sanitize-$kind}
readonly left_out='SpanUncertaintyTests'

case $kind in
  # The first report ends the process, so that nothing is overlooked.
  thread) export TSAN_OPTIONS="halt_on_error=1 exitcode=66" ;;
  address) export ASAN_OPTIONS="detect_leaks=1" ;;
  *)
    echo "sanitize: no sanitizer '$kind'" >&2
    exit 64
    ;;
esac
export SWIFT_BACKTRACE=enable=no

flags=(-c release --sanitize "$kind" --scratch-path "$scratch" -Xswiftc -enable-testing)
swift build --build-tests --disable-xctest "${flags[@]}"
swift test --skip-build --disable-xctest --disable-testable-imports "${flags[@]}" --skip "$left_out"

echo "sanitize: the service under load"
SPAN_BINARY=$scratch/release/spand scripts/with-service.sh Benchmarks/press 10
