#!/usr/bin/env bash
# Installs what is missing, through apt:  scripts/setup.sh build|optimize|python|java|postgresql|balancer|hostile|reports|valgrind|benchmarks|lists|browser …
#
# Says what it installs before it does, does nothing (quickly) when nothing is missing, uses sudo only when not root,
# and names the package when one cannot be had.
set -euo pipefail

readonly needed_swift="6.2"
readonly build_packages=(make g++ pkg-config libcairo2-dev libjemalloc-dev libmicrohttpd-dev libpq-dev libsimdjson-dev libsqlite3-dev nettle-dev zlib1g-dev fonts-dejavu-core git curl)
# What a Swift toolchain that was only unpacked finds missing on a bare Debian.
readonly swift_packages=(libncurses6 libsqlite3-0 libxml2 ca-certificates)
readonly optimize_packages=(bolt-19 binutils)
readonly python_packages=(python3 python3-venv)
readonly java_packages=(default-jre-headless)
readonly postgresql_packages=(postgresql pgbouncer)
readonly balancer_packages=(haproxy)
readonly hostile_packages=(slowhttptest)
readonly reports_packages=(poppler-utils)
readonly browser_packages=(chromium fonts-dejavu-core)
readonly benchmark_packages=(wrk golang-go nodejs)

fail() {
  printf 'setup: %s\n' "$@" >&2
  exit 1
}

check_swift() {
  export PATH="$PATH:/opt/swift/usr/bin:/usr/share/swift/usr/bin:$HOME/.local/share/swiftly/bin"
  command -v swift >/dev/null || fail \
    "Swift is missing: no 'swift' on PATH, in /opt/swift/usr/bin or from swiftly." \
    "Install Swift $needed_swift or newer from https://www.swift.org/install/linux/ and try again."
  # Swift itself may lack a shared library; its own words say which.
  local banner version
  banner=$(swift --version 2>&1) || fail "'swift --version' does not run:" "$banner"
  version=$(sed -nE 's/.*Swift version ([0-9]+\.[0-9]+).*/\1/p' <<<"$banner" | head -n 1)
  [[ -n $version ]] || fail "cannot read the version out of: $banner"
  [[ $(printf '%s\n' "$needed_swift" "$version" | sort -V | head -n 1) == "$needed_swift" ]] || fail \
    "Swift $version is too old, $needed_swift or newer is needed: https://www.swift.org/install/linux/"
}

# The packages among the arguments that are not installed, one a line.
missing() {
  local installed
  installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "$@" 2>/dev/null | sed -n 's/ installed$//p') || true
  comm -23 <(printf '%s\n' "$@" | sort -u) <(sort -u <<<"$installed")
}

as_root() {
  if [[ $EUID -eq 0 ]]; then "$@"; else sudo "$@"; fi
}

apt() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 "$@"
}

update_lists() {
  echo "setup: apt-get update"
  apt update || echo "setup: apt-get update failed, going on with the lists at hand" >&2
}

install_packages() {
  local packages
  mapfile -t packages < <(missing "$@")
  [[ ${#packages[@]} -gt 0 ]] || return 0

  echo "setup: installing ${packages[*]}"
  if [[ $EUID -ne 0 ]] && ! command -v sudo >/dev/null; then
    fail "not root and no sudo; as root: apt-get install ${packages[*]}"
  fi
  # Package lists are refreshed only when they are empty or stale.
  local updated=false package
  if ! apt-cache show "${packages[@]}" >/dev/null 2>&1; then
    update_lists
    updated=true
  fi
  if ! apt install -y --no-install-recommends "${packages[@]}" && [[ $updated == false ]]; then
    update_lists
    apt install -y --no-install-recommends "${packages[@]}" || true
  fi
  for package in $(missing "${packages[@]}"); do
    fail "the package '$package' could not be installed (see apt's words above)"
  done
}

# Without apt the libraries may be there all the same.
check_without_apt() {
  local library
  for library in cairo jemalloc libmicrohttpd libpq nettle sqlite3 zlib; do
    pkg-config --exists "$library" 2>/dev/null || fail \
      "this is neither Debian nor Ubuntu (no apt-get) and $library was not found by pkg-config." \
      "Install a C++ compiler, pkg-config and the development files of cairo, jemalloc, libmicrohttpd, libpq, nettle, simdjson, SQLite and zlib by hand."
  done
}

[[ $# -gt 0 ]] || fail "usage: scripts/setup.sh build|optimize|python|java|postgresql|balancer|hostile|reports|valgrind|benchmarks|lists|browser …"
for part in "$@"; do
  case $part in
    build)
      if command -v apt-get >/dev/null; then install_packages "${build_packages[@]}" "${swift_packages[@]}"; else check_without_apt; fi
      check_swift
      ;;
    optimize)
      # For laying out machine code; binutils has objcopy.
      command -v apt-get >/dev/null || fail "LLVM BOLT 19 and binutils are needed"
      install_packages "${optimize_packages[@]}"
      ;;
    python)
      # Any Python 3 that can make a virtual environment will do.
      python3 -c 'import ensurepip, venv' 2>/dev/null && continue
      command -v apt-get >/dev/null || fail "python3 with venv is missing"
      install_packages "${python_packages[@]}"
      ;;
    java)
      # For the generator of clients, which any Java since 11 runs.
      java -version >/dev/null 2>&1 && continue
      command -v apt-get >/dev/null || fail "java is missing"
      install_packages "${java_packages[@]}"
      ;;
    postgresql)
      # For tests of stores on a server of their own.
      command -v apt-get >/dev/null || fail "a PostgreSQL server and pgbouncer are needed"
      install_packages "${postgresql_packages[@]}"
      ;;
    balancer)
      # For tests of several services behind one address.
      command -v haproxy >/dev/null && continue
      command -v apt-get >/dev/null || fail "haproxy is needed"
      install_packages "${balancer_packages[@]}"
      ;;
    hostile)
      # For clients that mean no good.
      command -v slowhttptest >/dev/null && continue
      command -v apt-get >/dev/null || fail "slowhttptest is needed"
      install_packages "${hostile_packages[@]}"
      ;;
    reports)
      # For readers of PDFs.
      command -v pdftotext >/dev/null && continue
      command -v apt-get >/dev/null || fail "poppler's tools are needed"
      install_packages "${reports_packages[@]}"
      ;;
    valgrind)
      # For counting instructions.
      command -v valgrind >/dev/null && continue
      command -v apt-get >/dev/null || fail "valgrind is needed"
      install_packages valgrind
      ;;
    benchmarks)
      # For the load, and for the programs that the service is compared with.
      command -v apt-get >/dev/null || fail "wrk, Go and Node are needed"
      install_packages "${benchmark_packages[@]}"
      ;;
    lists)
      # For packages that are fetched and not installed.
      update_lists
      ;;
    browser)
      # For the tests of the pages.
      command -v apt-get >/dev/null || fail "chromium is needed"
      install_packages "${browser_packages[@]}"
      ;;
    *) fail "unknown part '$part'" ;;
  esac
done
