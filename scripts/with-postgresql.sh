#!/usr/bin/env bash
# Runs a command beside a PostgreSQL server of its own:  scripts/with-postgresql.sh [--pgbouncer] COMMAND [ARGUMENT…]
#
# The server is empty, listens on a socket in a temporary directory only, and is stopped when the command has ended. The
# command finds in its environment
#   SPAN_TEST_POSTGRESQL      the URL of a database in which it may do anything, also create others,
#   SPAN_TEST_PGBOUNCER       with --pgbouncer, the same through a pooler in transaction mode,
#   SPAN_TEST_POSTGRESQL_CTL  words to put before "stop", "start" or "restart", also with "-m immediate" behind them.
# Fails when the command fails. Needs the packages postgresql and, for the pooler, pgbouncer.
set -euo pipefail

fail() {
  echo "with-postgresql: $*" >&2
  exit 69
}

pooled=false
if [[ ${1-} == --pgbouncer ]]; then
  pooled=true
  shift
fi
[[ $# -gt 0 ]] || fail "usage: scripts/with-postgresql.sh [--pgbouncer] COMMAND [ARGUMENT…]"

# Debian keeps the server's programs off PATH; the newest version will do.
programs=$(find /usr/lib/postgresql -path '*/bin/postgres' -printf '%h\n' 2>/dev/null | sort -V | tail -n 1)
[[ -n $programs ]] || programs=$(dirname "$(command -v postgres)") || fail "there is no PostgreSQL server here"
readonly programs

# Neither program runs as root.
as_owner=()
if [[ $EUID -eq 0 ]]; then as_owner=(runuser -u postgres --); fi
readonly as_owner

work=$(mktemp -d)
readonly work
pooler=

# shellcheck disable=SC2329 # called by the trap
cleanup() {
  if [[ -n $pooler ]]; then
    kill -TERM "$pooler" 2>/dev/null || true
    wait "$pooler" 2>/dev/null || true
  fi
  "${control[@]}" stop -m immediate >>"$work/words" 2>&1 || true
  rm -rf "$work"
}

show_log() {
  echo "--- last words of $1" >&2
  tail -n 40 "$work/$1.log" >&2 || true
}

mkdir "$work/data"
if [[ $EUID -eq 0 ]]; then chown -R postgres "$work"; fi
readonly control=("${as_owner[@]}" "$programs/pg_ctl" --silent --wait -D "$work/data" -l "$work/server.log")
trap cleanup EXIT
trap 'exit 143' TERM
trap 'exit 130' INT

# From a directory that the owner may be in.
here=$PWD
cd "$work"
"${as_owner[@]}" "$programs/initdb" -D "$work/data" --username=span --auth=trust --encoding=UTF8 --locale=C --no-sync \
  >"$work/words" 2>&1 || fail "initdb: $(tail -n 3 "$work/words")"
cat >>"$work/data/postgresql.conf" <<CONF
listen_addresses = ''
unix_socket_directories = '$work'
max_connections = 600
# Nothing here is to outlive the machine; a crash of the server alone loses nothing all the same.
fsync = off
CONF
"${control[@]}" start >"$work/words" 2>&1 || {
  show_log server
  fail "the server did not start"
}

if $pooled; then
  command -v pgbouncer >/dev/null || fail "there is no pgbouncer here"
  cat >"$work/pgbouncer.ini" <<INI
[databases]
* = host=$work
[pgbouncer]
listen_addr =
listen_port = 6432
unix_socket_dir = $work
# Any user of the server, whoever that is later.
auth_type = trust
auth_file = $work/users
auth_user = span
pool_mode = transaction
max_client_conn = 500
default_pool_size = 20
server_idle_timeout = 5
logfile = $work/pooler.log
INI
  echo '"span" ""' >"$work/users"
  "${as_owner[@]}" pgbouncer -q "$work/pgbouncer.ini" 2>>"$work/words" &
  pooler=$!
  for ((tenths = 0; ; tenths++)); do
    [[ -S $work/.s.PGSQL.6432 ]] && break
    if ! kill -0 "$pooler" 2>/dev/null || ((tenths >= 100)); then
      show_log pooler
      fail "pgbouncer did not start: $(cat "$work/words")"
    fi
    sleep 0.1
  done
  export SPAN_TEST_PGBOUNCER="postgresql://span@/postgres?host=$work&port=6432"
fi
cd "$here"

export SPAN_TEST_POSTGRESQL="postgresql://span@/postgres?host=$work"
export SPAN_TEST_POSTGRESQL_CTL="${control[*]}"
result=0
"$@" || result=$?
if [[ $result -ne 0 && $result -ne 143 ]]; then show_log server; fi
exit "$result"
