#!/usr/bin/env bash
# Builds the service as it is shipped, with the Swift runtime in it:  scripts/layout/optimize.sh FILE
#
# Its machine code is laid out anew by LLVM BOLT: what requests run lies together, and what they hardly ever run, elsewhere.
# Between two requests the processor forgets much of what it knew of a program; with less to learn again a request takes a
# fifth less of its time (docs/performance.md). What runs is counted in a copy with counters, which is asked for some of
# everything (train.py); copy and result have to answer alike. Not on other processors than x86-64: there it is only linked.
set -euo pipefail
cd "$(dirname "$0")/../.."
export PATH="$PATH:/opt/swift/usr/bin"

readonly result=$1
readonly bolt=${SPAN_BOLT:-/usr/lib/llvm-19/bin/llvm-bolt}
readonly scratch=.build/layout
# Asynchronous functions of the Swift library, which the service never runs; BOLT ends on their jumps.
readonly skipped=(--skip-funcs='.s.*Sc.*,.s.*TRTA.*')
readonly layout=(-reorder-blocks=ext-tsp -reorder-functions=cdsort -split-functions -split-all-cold -split-eh)

link() { swift build -c release --product spand --static-swift-stdlib --scratch-path "$scratch"; }

if [[ $(uname -m) != x86_64 ]]; then
  link
  install -D --strip "$scratch/release/spand" "$result"
  exit
fi

work=$(mktemp -d)
readonly work
trap 'rm -rf "$work"' EXIT

# BOLT says much; it is shown only when it fails.
rewrite() {
  "$bolt" "$work/linked" "${skipped[@]}" "$@" >"$work/words" 2>&1 || {
    cat "$work/words" >&2
    echo "optimize: failed: $bolt $*" >&2
    exit 1
  }
}

SPAN_RELOCATIONS=1 link
objcopy --strip-debug --keep-file-symbols "$scratch/release/spand" "$work/linked"

echo "optimize: counting what runs"
rewrite -o "$work/counting" -instrument --instrumentation-file="$work/counts"
counted=$(SPAN_BINARY=$work/counting scripts/with-service.sh scripts/layout/train.py)

echo "optimize: laying out"
# The symbols go here: strip breaks what BOLT wrote.
rewrite -o "$work/laid-out" -data="$work/counts" "${layout[@]}" -remove-symtab
laid_out=$(SPAN_BINARY=$work/laid-out scripts/with-service.sh scripts/layout/train.py)
[[ $laid_out == "$counted" ]] || {
  echo "optimize: answers differ: $counted with counters, $laid_out laid out" >&2
  exit 1
}
install -D "$work/laid-out" "$result"
echo "optimize: $result ($laid_out)"
