#!/usr/bin/env bash
# Runs the tests, and the service under load, with a sanitizer looking on:  scripts/sanitize.sh thread|address
#
# Left out are the suites that simulate thousands of scenes: one thread, no pointers, and far too slow here; and the one of
# the heap, in whose place the sanitizers put their own.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly kind=${1:?usage: scripts/sanitize.sh thread|address}
readonly scratch=${SPAN_SANITIZE_DIR:-.build/sanitize-$kind}
left_out='SpanUncertaintyTests|HeapTests'

case $kind in
  # The first report ends the process, so that nothing is overlooked.
  thread) export TSAN_OPTIONS="halt_on_error=1 exitcode=66" ;;
  # Not for leaks: a process that ends by exit() leaves its last words behind. Benchmarks/soak and scripts/fuzz.sh see them.
  address)
    export ASAN_OPTIONS="detect_leaks=0"
    left_out+='|CommandLineTests/unhealthy' # runs it in an environment of its own, so with leaks, and looks at the code
    ;;
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
