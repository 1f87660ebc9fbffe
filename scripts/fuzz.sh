#!/usr/bin/env bash
# Feeds the service's parsers with what nobody would send:  scripts/fuzz.sh SECONDS [measure|target|gzip]…
#
# Builds Fuzz/ with libFuzzer and address sanitizer, runs each target for that many seconds from a seed corpus, and fails
# on the first crash, broken promise, hang, or leak. What breaks it is left in .build/fuzz/found; run it again with
#   .build/fuzz/build/release/span-fuzz TARGET FILE
# What was learned stays in .build/fuzz/corpus, so that the next run goes on from there.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly seconds=${1:?usage: scripts/fuzz.sh SECONDS [TARGET]…}
shift
targets=("$@")
[[ ${#targets[@]} -gt 0 ]] || targets=(measure target gzip)
readonly work=${SPAN_FUZZ_DIR:-.build/fuzz}

# The linker of the toolchain: libFuzzer brings a main of its own, which gold stumbles over.
SPAN_FUZZ=1 swift build --product span-fuzz -c release --sanitize address --scratch-path "$work/build" \
  -Xswiftc -sanitize=fuzzer -Xswiftc -use-ld=lld

python3 Fuzz/seeds.py "$work/seeds"
export SWIFT_BACKTRACE=enable=no # libFuzzer must see the crash itself
failed=0
for target in "${targets[@]}"; do
  mkdir -p "$work/corpus/$target" "$work/found"
  options=(-max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 -verbosity=0
    -artifact_prefix="$work/found/$target-")
  case $target in
    measure) options+=(-max_len=16384 -dict="$work/seeds/measure.dict") ;;
    target) options+=(-max_len=512) ;;
    gzip) options+=(-max_len=8192) ;;
  esac
  echo "fuzz: $target for $seconds s"
  "$work/build/release/span-fuzz" "$target" "${options[@]}" "$work/corpus/$target" "$work/seeds/$target" || {
    echo "fuzz: $target FAILED, see $work/found" >&2
    failed=1
  }
done
exit "$failed"
