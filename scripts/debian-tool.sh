#!/usr/bin/env bash
# Prints the path of a program out of a Debian package that is not installed, because the package would start a server:
#   scripts/debian-tool.sh prometheus usr/bin/promtool
# The package is unpacked into .venv/debian once. Exits with 69 where there is no apt.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly package=$1 program=$2 root=$PWD/.venv/debian/$1

fail() {
  echo "debian-tool: $1" >&2
  exit 69
}

if [[ ! -x $root/$program ]]; then
  command -v apt-get >/dev/null || fail "no apt-get to fetch $package with"
  download=$(mktemp -d)
  trap 'rm -rf "$download"' EXIT
  fetch() { (cd "$download" && apt-get -q -o APT::Sandbox::User= download "$package") >"$download/log" 2>&1; }
  # The lists may be empty or stale.
  fetch || { scripts/setup.sh lists && fetch; } || fail "$package cannot be fetched: $(tail -n 1 "$download/log")"
  mkdir -p "$root"
  dpkg-deb --fsys-tarfile "$download"/*.deb | tar --extract --directory "$root" "./$program"
fi
missing=$(ldd "$root/$program" | sed -n 's/ => not found//p')
[[ -z $missing ]] || fail "$program of $package lacks $missing"
echo "$root/$program"
