// What SQLite alone takes for the rows of a tap: an event, and the session's row brought up to date.
//
//   rows FILE BATCH SECONDS EVENT_BYTES SUMMARY_BYTES arrival|session
//
// Commits BATCH taps at a time, each on another of 1024 sessions, with the service's settings, and prints how many taps a
// second that gave. Events lie in the order of their arrival, as the service keeps them, or by session and number, as
// most would write it down.
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SESSIONS = 1024 };

static void check(sqlite3 *db, int code, int wanted) {
  if (code == wanted) return;
  fprintf(stderr, "rows: %s\n", sqlite3_errmsg(db));
  exit(1);
}

static void run(sqlite3 *db, const char *sql) { check(db, sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK); }

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql) {
  sqlite3_stmt *statement = NULL;
  check(db, sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL), SQLITE_OK);
  return statement;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void step(sqlite3 *db, sqlite3_stmt *statement) {
  check(db, sqlite3_step(statement), SQLITE_DONE);
  sqlite3_reset(statement);
}

int main(int count, char **arguments) {
  if (count != 7) {
    fprintf(stderr, "usage: rows FILE BATCH SECONDS EVENT_BYTES SUMMARY_BYTES arrival|session\n");
    return 2;
  }
  const int by_session = strcmp(arguments[6], "session") == 0;
  const int batch = atoi(arguments[2]);
  const double seconds = atof(arguments[3]);
  const int event_size = atoi(arguments[4]), summary_size = atoi(arguments[5]);
  char *bytes = malloc((size_t)(event_size > summary_size ? event_size : summary_size));
  if (!bytes || batch < 1) return 2;
  memset(bytes, 'x', (size_t)(event_size > summary_size ? event_size : summary_size));

  sqlite3 *db = NULL;
  check(db, sqlite3_open(arguments[1], &db), SQLITE_OK);
  run(db, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;");
  run(db,
      "CREATE TABLE sessions (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, version INTEGER NOT NULL,"
      " created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, summary BLOB NOT NULL)");
  run(db, by_session
              ? "CREATE TABLE events (session INTEGER NOT NULL, seq INTEGER NOT NULL, type TEXT NOT NULL,"
                " at INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (session, seq)) WITHOUT ROWID"
              : "CREATE TABLE events (entry INTEGER PRIMARY KEY, key INTEGER NOT NULL UNIQUE, type TEXT NOT NULL,"
                " at INTEGER NOT NULL, data BLOB NOT NULL)");
  run(db, "BEGIN");
  sqlite3_stmt *insert = prepare(db, "INSERT INTO sessions VALUES (?, ?, 0, 0, 0, ?)");
  for (int i = 1; i <= SESSIONS; i++) {
    char id[40];
    snprintf(id, sizeof id, "01a22b92-7bca-7efe-934c-%012d", i);
    sqlite3_bind_int(insert, 1, i);
    sqlite3_bind_text(insert, 2, id, -1, SQLITE_TRANSIENT);
    sqlite3_bind_blob(insert, 3, bytes, summary_size, SQLITE_STATIC);
    step(db, insert);
  }
  run(db, "COMMIT");

  sqlite3_stmt *event = prepare(
      db, by_session ? "INSERT INTO events(session, seq, type, at, data) VALUES (?1, ?2, 'tapped', ?3, ?4)"
                     : "INSERT INTO events(key, type, at, data) VALUES ((?1 << 24) + ?2, 'tapped', ?3, ?4)");
  sqlite3_stmt *head = prepare(db, "UPDATE sessions SET version = ?, updated_at = ?, summary = ? WHERE key = ?");
  const double begin = now(), end = begin + seconds;
  long taps = 0;
  double time = begin;
  while (time < end) {
    run(db, "BEGIN IMMEDIATE");
    for (int i = 0; i < batch; i++, taps++) {
      const int session = (int)(taps % SESSIONS) + 1;
      const sqlite3_int64 version = taps / SESSIONS + 1;
      sqlite3_bind_int(event, 1, session);
      sqlite3_bind_int64(event, 2, version);
      sqlite3_bind_int64(event, 3, taps);
      sqlite3_bind_blob(event, 4, bytes, event_size, SQLITE_STATIC);
      step(db, event);
      sqlite3_bind_int64(head, 1, version);
      sqlite3_bind_int64(head, 2, taps);
      sqlite3_bind_blob(head, 3, bytes, summary_size, SQLITE_STATIC);
      sqlite3_bind_int(head, 4, session);
      step(db, head);
    }
    run(db, "COMMIT");
    time = now();
  }
  printf("%.1f\n", (double)taps / (time - begin));
  sqlite3_finalize(insert);
  sqlite3_finalize(event);
  sqlite3_finalize(head);
  sqlite3_close(db);
  free(bytes);
  return 0;
}
